/// An object that announces its changes.
public protocol ObservableObject: AnyObject {
  /// The publisher that announces changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// The publisher that sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

/// A publisher that announces the changes of an object.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
  /// A value without content.
  public typealias Output = Void
  /// It never fails.
  public typealias Failure = Never

  private let subject = PassthroughSubject<Void, Never>()

  /// Makes a publisher.
  public init() {}

  /// Announces a change.
  public func send() { subject.send() }

  /// Subscribes a subscriber to the announcements.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    subject.receive(subscriber: subscriber)
  }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher that sends before one of the published properties changes.
  ///
  /// An object without published properties has a new publisher each time, as on Apple's systems: give it a property
  /// with that name.
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

/// A property of an object, known only by its changes.
protocol PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { get }
  func announce(to publisher: ObservableObjectPublisher)
}

/// A property that publishes each value before it is stored.
@propertyWrapper
public struct Published<Value>: PublishedProperty {
  let storage: PublishedStorage<Value>

  /// Makes a property with its first value.
  public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }
  /// Makes a property with its first value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Only properties of classes publish.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError("\(newValue)") }
  }

  /// The publisher of the values.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    set { _ = newValue }
  }

  /// The property's value in an object.
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

  /// Publishes the values of a property: the current one, and each new one before it is stored.
  public struct Publisher: Combine.Publisher {
    /// The property's type.
    public typealias Output = Value
    /// It never fails.
    public typealias Failure = Never

    let storage: PublishedStorage<Value>

    /// Subscribes a subscriber to the values.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      storage.subject.receive(subscriber: subscriber)
    }
  }
}

/// The value of a property, and its subscribers.
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

  /// Announces the change, publishes the value, and then stores it.
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
