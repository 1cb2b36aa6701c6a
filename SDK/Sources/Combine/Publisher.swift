// Apple's Combine, to the extent that background code uses it: its complete protocols, so that an app's own publishers
// and subscribers compile, and the operators that such code uses.

/// A sender of values over time.
public protocol Publisher<Output, Failure> {
  // Shape: one method for each operator, in its extensions; the protocol requires one.
  /// The type of its values.
  associatedtype Output
  /// The type of its errors.
  associatedtype Failure: Error
  /// Subscribes a subscriber to its values.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Subscribes a subscriber to its values.
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }

  /// Sends its values through a subject, until the result is released.
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

/// A receiver of a publisher's values.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of values that it receives.
  associatedtype Input
  /// The type of its publisher's errors.
  associatedtype Failure: Error
  /// Receives the subscription, from which it requests values.
  func receive(subscription: any Subscription)
  /// Receives a value, and returns the number of additional values that it requests.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Receives the end of the publisher.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives a value without content.
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The connection between a subscriber and its publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests additional values.
  func request(_ demand: Subscribers.Demand)
}

/// An operation that can be cancelled.
public protocol Cancellable {
  /// Cancels it; a second call has no effect.
  func cancel()
}

extension Cancellable {
  /// Stores it in a set.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(cancel).store(in: &set) }

  /// Stores it in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(cancel).store(in: &collection)
  }
}

/// A publisher that sends the values passed to it.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
  /// Ends the subject.
  func send(completion: Subscribers.Completion<Failure>)
  /// Receives a subscription of its own.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a value without content.
  public func send() { send(()) }
}

/// A publisher that begins to send when it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to send, until the result is cancelled.
  func connect() -> any Cancellable
}

/// The identifier of an object in this module.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let value: ObjectIdentifier
  private let owner: Owner?

  private final class Owner: Sendable {}

  /// Makes a unique identifier.
  public init() {
    let owner = Owner()
    value = ObjectIdentifier(owner)
    self.owner = owner
  }

  /// Makes the identifier of an object.
  public init(_ object: AnyObject) {
    value = ObjectIdentifier(object)
    owner = nil
  }

  /// Returns whether both identify the same object.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// The identifier as text.
  public var description: String { "0x" + String(UInt(bitPattern: value.hashValue), radix: 16) }
}

/// A type with an identifier.
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
    /// It has no more values to send.
    case finished
    /// It has failed.
    case failure(Failure)
  }

  /// The number of values that a subscriber requests.
  public struct Demand: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of values; `nil`: unlimited.
    public let max: Int?

    private init(upTo max: Int?) { self.max = max }

    /// All values.
    public static let unlimited = Demand(upTo: nil)
    /// No values.
    public static let none = Demand(upTo: 0)
    /// Returns a demand for a number of values, which must not be negative.
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand is not negative.")
      return Demand(upTo: value)
    }

    /// Returns the sum of both.
    public static func + (left: Demand, right: Demand) -> Demand {
      guard let one = left.max, let other = right.max else { return .unlimited }
      let (sum, isTooMuch) = one.addingReportingOverflow(other)
      return isTooMuch ? .unlimited : Demand(upTo: sum)
    }
    /// Adds to a demand.
    public static func += (left: inout Demand, right: Demand) { left = left + right }
    /// Subtracts from a demand.
    public static func -= (left: inout Demand, right: Int) {
      if let max = left.max { left = Demand(upTo: Swift.max(0, max - right)) }
    }
    /// Orders by the number of values.
    public static func < (left: Demand, right: Demand) -> Bool {
      switch (left.max, right.max) {
      case (nil, _): false
      case (_, nil): true
      case (let one?, let other?): one < other
      }
    }
    /// The demand as text.
    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
  }
}

extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

/// The types of operators.
public enum Publishers {}

/// Cancels an operation when it is cancelled or released.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  private let lock = Lock()
  private var action: (() -> Void)?

  /// Makes one that runs a closure at the end.
  public init(_ cancel: @escaping () -> Void) { action = cancel }
  /// Makes one that cancels another object.
  public init<C: Cancellable>(_ canceller: C) { action = canceller.cancel }

  deinit { cancel() }

  /// Cancels the operation.
  public func cancel() {
    let action = lock.withLock { self.action.take() }
    action?()
  }

  /// Stores it in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// Stores it in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable { collection.append(self) }

  /// Returns whether both are the same object.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
