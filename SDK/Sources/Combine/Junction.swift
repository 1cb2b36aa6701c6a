/// A junction of several publishers: it requests all values of each, and keeps those without demand.
final class Junction<Output, Failure: Error>: Subscription {
  private let lock = Lock()
  private var subscriber: AnySubscriber<Output, Failure>?
  private var demand = Subscribers.Demand.none
  private var waiting = Queue<Output>()
  private var end: Subscribers.Completion<Failure>?
  private var isDelivering = false
  /// The subscriptions to the publishers, by number.
  private var sources: [Int: any Source] = [:]
  private var sourceCount = 0

  init(_ subscriber: AnySubscriber<Output, Failure>) { self.subscriber = subscriber }

  /// Returns a number for a publisher.
  func number() -> Int {
    lock.withLock {
      sourceCount += 1
      return sourceCount
    }
  }

  /// Receives all values of a publisher until it ends, which is reported with its number.
  @discardableResult
  func listen<P: Publisher>(
    to publisher: P,
    onValue: @escaping (P.Output) -> Void,
    onEnd: @escaping (Int, Subscribers.Completion<P.Failure>) -> Void
  ) -> Int {
    let number = number()
    listen(to: publisher, number, asking: .unlimited, onValue: onValue) { onEnd(number, $0) }
    return number
  }

  /// Receives as many values of a publisher as are requested, until it ends.
  func listen<P: Publisher>(
    to publisher: P,
    _ number: Int,
    asking demand: Subscribers.Demand,
    onValue: @escaping (P.Output) -> Void,
    onEnd: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    let source = AskingSource<P.Output, P.Failure>(demand, onValue) { [weak self] completion in
      self?.drop(number)
      onEnd(completion)
    }
    // Before it is subscribed: a publisher may send an infinite number of values at once, and must be stopped then.
    let isWanted = lock.withLock {
      guard subscriber != nil else { return false }
      sources[number] = source
      return true
    }
    if isWanted { publisher.receive(subscriber: source) }
  }

  /// Requests more values of a publisher.
  func ask(_ number: Int, for more: Subscribers.Demand) {
    lock.withLock { sources[number] }?.request(more)
  }

  /// Stops receiving from a publisher.
  func drop(_ number: Int) {
    lock.withLock { sources.removeValue(forKey: number) }?.cancel()
  }

  func send(_ value: Output) {
    add(value)
    deliver()
  }

  /// Keeps a value until `deliver` is called within the caller's lock, so that the values have the order of the lock.
  func add(_ value: Output) {
    lock.withLock { if end == nil, subscriber != nil { waiting.append(value) } }
  }

  /// Ends the junction after the waiting values are delivered; an error does not wait for them.
  func finish(_ completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      guard end == nil else { return }
      end = completion
      if case .failure = completion { waiting = Queue() }
    }
    deliver()
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
    deliver()
  }

  func cancel() {
    let gone = lock.withLock {
      defer { (subscriber, sources, waiting) = (nil, [:], Queue()) }
      return (subscriber, sources, waiting)
    }
    for source in gone.1.values { source.cancel() }
  }

  private enum Step {
    case value(Output, AnySubscriber<Output, Failure>)
    case end(Subscribers.Completion<Failure>, AnySubscriber<Output, Failure>)
  }

  /// Delivers the values, by one thread at a time, in order.
  func deliver() {
    let isFirst = lock.withLock {
      defer { isDelivering = true }
      return !isDelivering
    }
    guard isFirst else { return }
    while let step = nextStep() {
      switch step {
      case .value(let value, let subscriber):
        let more = subscriber.receive(value)
        lock.withLock { demand += more }
      case .end(let completion, let subscriber):
        cancel()
        subscriber.receive(completion: completion)
      }
    }
  }

  private func nextStep() -> Step? {
    lock.withLock {
      if let subscriber, demand > .none, let value = waiting.take() {
        demand -= 1
        return .value(value, subscriber)
      }
      if let subscriber, waiting.isEmpty, let end { return .end(end, subscriber) }
      isDelivering = false
      return nil
    }
  }
}

/// A publisher of a junction.
private protocol Source: AnyObject {
  func request(_ demand: Subscribers.Demand)
  func cancel()
}

/// Receives as many values as are requested.
private final class AskingSource<Input, Failure: Error>: Subscriber, Source {
  private let lock = Lock()
  private var subscription: (any Subscription)?
  private var isOver = false
  /// The demand before the subscription exists.
  private var demand: Subscribers.Demand
  private let onValue: (Input) -> Void
  private let onEnd: (Subscribers.Completion<Failure>) -> Void

  init(
    _ demand: Subscribers.Demand,
    _ onValue: @escaping (Input) -> Void,
    _ onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.demand = demand
    self.onValue = onValue
    self.onEnd = onEnd
  }

  func receive(subscription: any Subscription) {
    let asked = lock.withLock { () -> Subscribers.Demand? in
      guard !isOver, self.subscription == nil else { return nil }
      self.subscription = subscription
      return demand
    }
    guard let asked else { return subscription.cancel() }
    if asked > .none { subscription.request(asked) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if !lock.withLock({ isOver }) { onValue(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if end().isFirst { onEnd(completion) }
  }

  func request(_ more: Subscribers.Demand) {
    let subscription = lock.withLock {
      if self.subscription == nil { demand += more }
      return self.subscription
    }
    subscription?.request(more)
  }

  func cancel() { end().subscription?.cancel() }

  private func end() -> (isFirst: Bool, subscription: (any Subscription)?) {
    lock.withLock {
      defer { (isOver, subscription) = (true, nil) }
      return (!isOver, subscription)
    }
  }
}

extension Publishers {
  /// The values of several publishers.
  public struct Joined<Output, Failure: Error>: Publisher {
    private let begin: (Junction<Output, Failure>) -> Void

    init(_ begin: @escaping (Junction<Output, Failure>) -> Void) { self.begin = begin }

    /// Subscribes a subscriber to its values.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let junction = Junction(AnySubscriber(subscriber))
      subscriber.receive(subscription: junction)
      begin(junction)
    }
  }

  /// Sends the latest values of two publishers, whenever one has a new value.
  public static func CombineLatest<A: Publisher, B: Publisher>(
    _ a: A,
    _ b: B
  ) -> Joined<(A.Output, B.Output), A.Failure> where A.Failure == B.Failure {
    a.combineLatest(b)
  }

  /// Sends the latest values of three publishers, whenever one has a new value.
  public static func CombineLatest3<A: Publisher, B: Publisher, C: Publisher>(
    _ a: A,
    _ b: B,
    _ c: C
  ) -> Joined<(A.Output, B.Output, C.Output), A.Failure>
  where A.Failure == B.Failure, B.Failure == C.Failure { a.combineLatest(b, c) }

  /// Sends the values of two publishers of the same kind.
  public static func Merge<A: Publisher, B: Publisher>(
    _ a: A,
    _ b: B
  ) -> Joined<A.Output, A.Failure> where A.Failure == B.Failure, A.Output == B.Output {
    a.merge(with: b)
  }

  /// Sends the values of publishers of the same type.
  public static func MergeMany<P: Publisher>(_ publishers: P...) -> Joined<P.Output, P.Failure> {
    MergeMany(publishers)
  }

  /// Sends the values of publishers of the same type.
  public static func MergeMany<P: Publisher, S: Swift.Sequence>(
    _ publishers: S
  ) -> Joined<P.Output, P.Failure> where S.Element == P {
    merged(publishers.map { $0.eraseToAnyPublisher() })
  }

  static func merged<Output, Failure>(
    _ publishers: [AnyPublisher<Output, Failure>]
  ) -> Joined<Output, Failure> {
    Joined { junction in
      let rest = Countdown(publishers.count)
      if publishers.isEmpty { junction.finish(.finished) }
      for publisher in publishers {
        junction.listen(to: publisher, onValue: { junction.send($0) }) { _, completion in
          if case .failure = completion { return junction.finish(completion) }
          if rest.isDone() { junction.finish(.finished) }
        }
      }
    }
  }
}

/// The number of publishers that have not ended.
final class Countdown {
  private let lock = Lock()
  private var rest: Int

  init(_ count: Int) { rest = count }

  /// Returns whether that was the last one.
  func isDone() -> Bool {
    lock.withLock {
      rest -= 1
      return rest == 0
    }
  }
}

/// State that closures on several threads share.
final class Shared<Value> {
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
