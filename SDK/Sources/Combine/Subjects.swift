/// Sends the values passed to it to its current subscribers.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private let outlets = Outlets<Output, Failure>()

  /// Makes a subject.
  public init() {}

  /// Sends a value to subscribers with demand; the others miss it.
  public func send(_ value: Output) {
    for outlet in outlets.all { outlet.send(value, isKept: false) }
  }
  /// Ends the subject.
  public func send(completion: Subscribers.Completion<Failure>) { outlets.end(completion) }
  /// Requests all values of a subscription.
  public func send(subscription: any Subscription) { subscription.request(.unlimited) }
  /// Subscribes a subscriber to later values.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    outlets.add(subscriber, first: { nil })
  }
}

/// Sends the values passed to it, and keeps the last one, which each subscriber receives first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private let outlets = Outlets<Output, Failure>()
  private let lock = Lock()
  private var current: Output

  /// Makes a subject with its first value.
  public init(_ value: Output) { current = value }

  /// The last value; setting it sends the new one.
  public var value: Output {
    get { lock.withLock { current } }
    set { send(newValue) }
  }

  /// Sends a value, and keeps it.
  public func send(_ value: Output) {
    guard !outlets.isOver else { return }
    // The old value is released outside the lock: its `deinit` may read the value.
    let old = lock.withLock {
      defer { current = value }
      return current
    }
    withExtendedLifetime(old) {}
    for outlet in outlets.all { outlet.send(value, isKept: true) }
  }
  /// Ends the subject.
  public func send(completion: Subscribers.Completion<Failure>) { outlets.end(completion) }
  /// Requests all values of a subscription.
  public func send(subscription: any Subscription) { subscription.request(.unlimited) }
  /// Subscribes a subscriber to the last value and later ones.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    outlets.add(subscriber, first: { self.value })
  }
}

/// The subscribers of a subject.
final class Outlets<Output, Failure: Error> {
  private let lock = Lock()
  private var outlets: [Outlet<Output, Failure>] = []
  private var completion: Subscribers.Completion<Failure>?

  var all: [Outlet<Output, Failure>] { lock.withLock { outlets } }
  var isOver: Bool { lock.withLock { completion != nil } }

  /// Adds a subscriber; `first`: a value that it receives first.
  func add<S: Subscriber>(_ subscriber: S, first: () -> Output?)
  where S.Input == Output, S.Failure == Failure {
    let outlet = Outlet(AnySubscriber(subscriber)) { [weak self] outlet in
      let gone = self?.lock.withLock {
        let gone = self?.outlets.first { $0 === outlet }
        self?.outlets.removeAll { $0 === outlet }
        return gone
      }
      withExtendedLifetime(gone) {}
    }
    let completion = lock.withLock {
      if self.completion == nil { outlets.append(outlet) }
      return self.completion
    }
    subscriber.receive(subscription: outlet)
    if let completion {
      outlet.end(completion)
    } else if let value = first() {
      outlet.send(value, isKept: true)
    }
  }

  func end(_ completion: Subscribers.Completion<Failure>) {
    let ended = lock.withLock {
      guard self.completion == nil else { return [] as [Outlet<Output, Failure>] }
      self.completion = completion
      defer { outlets = [] }
      return outlets
    }
    for outlet in ended { outlet.end(completion) }
  }
}

/// One subscriber of a subject, with its demand.
final class Outlet<Output, Failure: Error>: Subscription {
  private let lock = Lock()
  /// Operators store information about earlier values without their own lock.
  private let delivery = DeliveryLock()
  private var subscriber: AnySubscriber<Output, Failure>?
  private var demand = Subscribers.Demand.none
  /// The newest value for which there was no demand, if values are kept.
  private var kept: Output?
  private let cancelled: (Outlet) -> Void

  init(_ subscriber: AnySubscriber<Output, Failure>, _ cancelled: @escaping (Outlet) -> Void) {
    self.subscriber = subscriber
    self.cancelled = cancelled
  }

  func send(_ value: Output, isKept: Bool) {
    delivery.withLock {
      let (receiver, old) = lock.withLock { () -> (AnySubscriber<Output, Failure>?, Output?) in
        guard demand > .none else {
          guard isKept else { return (nil, nil) }
          defer { kept = value }
          return (nil, kept)
        }
        demand -= 1
        return (subscriber, nil)
      }
      withExtendedLifetime(old) {}
      guard let more = receiver?.receive(value), more > .none else { return }
      lock.withLock { demand += more }
    }
  }

  func end(_ completion: Subscribers.Completion<Failure>) {
    delivery.withLock {
      lock.withLock { subscriber.take() }?.receive(completion: completion)
    }
  }

  func request(_ more: Subscribers.Demand) {
    let value = lock.withLock {
      demand += more
      return kept.take()
    }
    if let value { send(value, isKept: true) }
  }

  func cancel() {
    let gone = lock.withLock { subscriber.take() }
    cancelled(self)
    withExtendedLifetime(gone) {}
  }
}
