// Apple's Combine, as far as background code uses it: its protocols whole, so that publishers and subscribers of an app's own
// compile, and the operators that such code has.

/// What sends values over time.
public protocol Publisher<Output, Failure> {
  // Shape: one method for each operator, in its extensions; the protocol asks for one.
  /// What it sends.
  associatedtype Output
  /// Why it may end.
  associatedtype Failure: Error
  /// Has a subscriber receive its values.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Has a subscriber receive its values.
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }

  /// Has a subject send its values, until the result goes.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let sink = Subscribers.Sink<Output, Failure>(
      receiveCompletion: { subject.send(completion: $0) },
      receiveValue: { subject.send($0) }
    )
    receive(subscriber: sink)
    return AnyCancellable(sink)
  }
}

/// What receives values of a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// What it receives.
  associatedtype Input
  /// Why its publisher may end.
  associatedtype Failure: Error
  /// It is subscribed; it asks the subscription for values.
  func receive(subscription: any Subscription)
  /// Receives a value, and returns how many more it wants.
  func receive(_ input: Input) -> Subscribers.Demand
  /// The publisher has ended.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives a value that says nothing.
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// A subscriber at its publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for as many values more.
  func request(_ demand: Subscribers.Demand)
}

/// What can be ended.
public protocol Cancellable {
  /// Ends it; what ends twice ends once.
  func cancel()
}

extension Cancellable {
  /// Keeps it in a set.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(cancel).store(in: &set) }

  /// Keeps it in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(cancel).store(in: &collection)
  }
}

/// A publisher that is told what to send.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
  /// Ends it.
  func send(completion: Subscribers.Completion<Failure>)
  /// Takes a subscription of its own.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends that something has happened.
  public func send() { send(()) }
}

/// A publisher that begins to send when it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to send, until the result is cancelled.
  func connect() -> any Cancellable
}

/// Names one of the things of this module.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let value: ObjectIdentifier
  private let owner: Owner?

  private final class Owner: Sendable {}

  /// Makes one that is like no other.
  public init() {
    let owner = Owner()
    value = ObjectIdentifier(owner)
    self.owner = owner
  }

  /// Makes that of an object.
  public init(_ object: AnyObject) {
    value = ObjectIdentifier(object)
    owner = nil
  }

  /// Whether both name the same thing.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  /// Hashes what it names.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// A number.
  public var description: String { "0x" + String(UInt(bitPattern: value.hashValue), radix: 16) }
}

/// What has an identifier.
public protocol CustomCombineIdentifierConvertible {
  /// The identifier.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identifier of the object.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// The types of subscribers.
public enum Subscribers {
  /// How a publisher has ended.
  @frozen public enum Completion<Failure: Error> {
    /// With nothing more to send.
    case finished
    /// With an error.
    case failure(Failure)
  }

  /// How many values a subscriber wants.
  public struct Demand: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// `nil`: all that come.
    public let max: Int?

    private init(upTo max: Int?) { self.max = max }

    /// All that come.
    public static let unlimited = Demand(upTo: nil)
    /// None.
    public static let none = Demand(upTo: 0)
    /// As many; not less than none.
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand is not negative.")
      return Demand(upTo: value)
    }

    /// Both together.
    public static func + (left: Demand, right: Demand) -> Demand {
      guard let one = left.max, let other = right.max else { return .unlimited }
      let (sum, isTooMuch) = one.addingReportingOverflow(other)
      return isTooMuch ? .unlimited : Demand(upTo: sum)
    }
    /// Adds to it.
    public static func += (left: inout Demand, right: Demand) { left = left + right }
    /// Takes from it.
    public static func -= (left: inout Demand, right: Int) {
      if let max = left.max { left = Demand(upTo: Swift.max(0, max - right)) }
    }
    /// Orders by how many there are.
    public static func < (left: Demand, right: Demand) -> Bool {
      switch (left.max, right.max) {
      case (nil, _): false
      case (_, nil): true
      case (let one?, let other?): one < other
      }
    }
    /// As text.
    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
  }
}

extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

/// The types of operators.
public enum Publishers {}

/// Ends something when it is cancelled or goes.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  private let lock = Lock()
  private var action: (() -> Void)?

  /// Makes one of what is done at the end.
  public init(_ cancel: @escaping () -> Void) { action = cancel }
  /// Makes one of another thing that can be ended.
  public init<C: Cancellable>(_ canceller: C) { action = canceller.cancel }

  deinit { cancel() }

  /// Ends it.
  public func cancel() {
    let action = lock.withLock { self.action.take() }
    action?()
  }

  /// Keeps it in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// Keeps it in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable { collection.append(self) }

  /// Whether both are the same.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  /// Hashes which one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
