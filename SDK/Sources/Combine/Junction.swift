/// Where several publishers come together: asks each for all values, and keeps those that nobody has asked for yet.
final class Junction<Output, Failure: Error>: Subscription {
  private let lock = Lock()
  private var subscriber: AnySubscriber<Output, Failure>?
  private var demand = Subscribers.Demand.none
  private var waiting = Queue<Output>()
  private var end: Subscribers.Completion<Failure>?
  private var isDelivering = false
  /// Subscriptions to the publishers, by a number.
  private var sources: [Int: any Source] = [:]
  private var sourceCount = 0

  init(_ subscriber: AnySubscriber<Output, Failure>) { self.subscriber = subscriber }

  /// A number for a publisher.
  func number() -> Int {
    lock.withLock {
      sourceCount += 1
      return sourceCount
    }
  }

  /// Receives all values of a publisher until it ends, which is told with its number.
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

  /// Receives values of a publisher, as many as are asked for, until it ends.
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
    // Before it is subscribed: a publisher may send at once, without an end, and is to be stopped then.
    let isWanted = lock.withLock {
      guard subscriber != nil else { return false }
      sources[number] = source
      return true
    }
    if isWanted { publisher.receive(subscriber: source) }
  }

  /// Asks a publisher for more values.
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

  /// Keeps a value until `deliver`: within a lock of the caller's, so that values stand in the order of that.
  func add(_ value: Output) {
    lock.withLock { if end == nil, subscriber != nil { waiting.append(value) } }
  }

  /// What waits is delivered before; an error is not waited for.
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

  /// By one thread at a time, in order.
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

/// Receives as many values as are asked for.
private final class AskingSource<Input, Failure: Error>: Subscriber, Source {
  private let lock = Lock()
  private var subscription: (any Subscription)?
  private var isOver = false
  /// What is asked for before the subscription is there.
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
  /// What comes of several publishers.
  public struct Joined<Output, Failure: Error>: Publisher {
    private let begin: (Junction<Output, Failure>) -> Void

    init(_ begin: @escaping (Junction<Output, Failure>) -> Void) { self.begin = begin }

    /// Has a subscriber receive its values.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let junction = Junction(AnySubscriber(subscriber))
      subscriber.receive(subscription: junction)
      begin(junction)
    }
  }

  /// The last values of two publishers, whenever one has a new one.
  public static func CombineLatest<A: Publisher, B: Publisher>(
    _ a: A,
    _ b: B
  ) -> Joined<(A.Output, B.Output), A.Failure> where A.Failure == B.Failure {
    a.combineLatest(b)
  }

  /// The last values of three publishers, whenever one has a new one.
  public static func CombineLatest3<A: Publisher, B: Publisher, C: Publisher>(
    _ a: A,
    _ b: B,
    _ c: C
  ) -> Joined<(A.Output, B.Output, C.Output), A.Failure>
  where A.Failure == B.Failure, B.Failure == C.Failure { a.combineLatest(b, c) }

  /// The values of two publishers of the same kind.
  public static func Merge<A: Publisher, B: Publisher>(
    _ a: A,
    _ b: B
  ) -> Joined<A.Output, A.Failure> where A.Failure == B.Failure, A.Output == B.Output {
    a.merge(with: b)
  }

  /// The values of publishers of the same type.
  public static func MergeMany<P: Publisher>(_ publishers: P...) -> Joined<P.Output, P.Failure> {
    MergeMany(publishers)
  }

  /// The values of publishers of the same type.
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

/// Counts the publishers that have not ended.
final class Countdown {
  private let lock = Lock()
  private var rest: Int

  init(_ count: Int) { rest = count }

  /// Whether that was the last one.
  func isDone() -> Bool {
    lock.withLock {
      rest -= 1
      return rest == 0
    }
  }
}

/// What closures on several threads share.
final class Shared<Value> {
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
