/// An object that says when it is about to change.
public protocol ObservableObject: AnyObject {
  /// What says so.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// Sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

/// Says that an object is about to change.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
  /// Nothing but that.
  public typealias Output = Void
  /// It never fails.
  public typealias Failure = Never

  private let subject = PassthroughSubject<Void, Never>()

  /// Makes one.
  public init() {}

  /// Says so.
  public func send() { subject.send() }

  /// Has a subscriber hear it.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    subject.receive(subscriber: subscriber)
  }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Sends before one of the published properties changes.
  ///
  /// An object without any has a new one each time, as on Apple's systems: give it a property of that name.
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any PublishedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      properties += current.children.compactMap { $0.value as? any PublishedProperty }
      mirror = current.superclassMirror
    }
    let publisher =
      properties.lazy.compactMap(\.objectWillChange).first ?? ObservableObjectPublisher()
    for property in properties { property.announce(to: publisher) }
    return publisher
  }
}

/// A property of an object of which nothing but its changes is known.
protocol PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { get }
  func announce(to publisher: ObservableObjectPublisher)
}

/// A property that publishes each value before it has it.
@propertyWrapper
public struct Published<Value>: PublishedProperty {
  let storage: PublishedStorage<Value>

  /// Makes a property of its first value.
  public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }
  /// Makes a property of its first value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Only properties of classes publish.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError("\(newValue)") }
  }

  /// What publishes the values.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    set { _ = newValue }
  }

  /// The value of the property of an object.
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].storage.value }
    set { object[keyPath: storageKeyPath].storage.set(newValue) }
  }

  var objectWillChange: ObservableObjectPublisher? { storage.objectWillChange }
  func announce(to publisher: ObservableObjectPublisher) { storage.announce(to: publisher) }

  /// Publishes the values of a property: the one that it has, and each before it has it.
  public struct Publisher: Combine.Publisher {
    /// The property's.
    public typealias Output = Value
    /// It never fails.
    public typealias Failure = Never

    let storage: PublishedStorage<Value>

    /// Has a subscriber receive the values.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      storage.subject.receive(subscriber: subscriber)
    }
  }
}

/// The value of a property, and who hears of it.
final class PublishedStorage<Value> {
  private let lock = Lock()
  private var current: Value
  private var announced: ObservableObjectPublisher?
  private var kept: [AnyCancellable] = []
  let subject: CurrentValueSubject<Value, Never>

  init(_ value: Value) {
    current = value
    subject = CurrentValueSubject(value)
  }

  deinit { subject.send(completion: .finished) }

  var value: Value { lock.withLock { current } }
  var objectWillChange: ObservableObjectPublisher? { lock.withLock { announced } }
  func announce(to publisher: ObservableObjectPublisher) { lock.withLock { announced = publisher } }
  func keep(_ cancellable: AnyCancellable) { lock.withLock { kept.append(cancellable) } }

  /// Says that the value changes, publishes it, and then has it.
  func set(_ value: Value) {
    objectWillChange?.send()
    subject.send(value)
    let old = lock.withLock {
      defer { current = value }
      return current
    }
    withExtendedLifetime(old) {}
  }
}
