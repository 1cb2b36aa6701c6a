/// Where several publishers come together: asks each for all values, and keeps those that nobody has asked for yet.
final class Junction<Output, Failure: Error>: Subscription {
  private let lock = Lock()
  private var subscriber: AnySubscriber<Output, Failure>?
  private var demand = Subscribers.Demand.none
  private var waiting: [Output] = []
  private var end: Subscribers.Completion<Failure>?
  private var isDelivering = false
  /// Subscriptions to the publishers, by a number.
  private var sources: [Int: AnyCancellable] = [:]
  private var sourceCount = 0

  init(_ subscriber: AnySubscriber<Output, Failure>) { self.subscriber = subscriber }

  /// Receives from a publisher until it ends, which is told with its number.
  @discardableResult
  func listen<P: Publisher>(
    to publisher: P,
    onValue: @escaping (P.Output) -> Void,
    onEnd: @escaping (Int, Subscribers.Completion<P.Failure>) -> Void
  ) -> Int {
    let number = lock.withLock {
      sourceCount += 1
      return sourceCount
    }
    let hasEnded = Box(false)
    let sink = Subscribers.Sink<P.Output, P.Failure>(
      receiveCompletion: { [weak self] completion in
        hasEnded.value = true
        self?.drop(number)
        onEnd(number, completion)
      },
      receiveValue: onValue
    )
    publisher.receive(subscriber: sink)
    let isOver = lock.withLock {
      if !hasEnded.value, subscriber != nil { sources[number] = AnyCancellable(sink) }
      return subscriber == nil
    }
    if isOver { sink.cancel() }
    return number
  }

  /// Stops receiving from a publisher.
  func drop(_ number: Int) {
    let source = lock.withLock { sources.removeValue(forKey: number) }
    withExtendedLifetime(source) {}
  }

  var hasSources: Bool { lock.withLock { !sources.isEmpty } }

  func send(_ value: Output) {
    lock.withLock { if end == nil { waiting.append(value) } }
    deliver()
  }

  /// What waits is delivered before; an error is not waited for.
  func finish(_ completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      guard end == nil else { return }
      end = completion
      if case .failure = completion { waiting = [] }
    }
    deliver()
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
    deliver()
  }

  func cancel() {
    let gone = lock.withLock {
      defer { (subscriber, sources, waiting) = (nil, [:], []) }
      return (subscriber, sources, waiting)
    }
    withExtendedLifetime(gone) {}
  }

  private enum Step {
    case value(Output, AnySubscriber<Output, Failure>)
    case end(Subscribers.Completion<Failure>, AnySubscriber<Output, Failure>)
  }

  /// By one thread at a time, in order.
  private func deliver() {
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
      if let subscriber, !waiting.isEmpty, demand > .none {
        demand -= 1
        return .value(waiting.removeFirst(), subscriber)
      }
      if let subscriber, waiting.isEmpty, let end { return .end(end, subscriber) }
      isDelivering = false
      return nil
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
