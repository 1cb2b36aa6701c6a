/// Sends one value, and ends.
public struct Just<Output>: Publisher {
  /// It never fails.
  public typealias Failure = Never
  /// The value.
  public let output: Output

  /// Makes a publisher of a value.
  public init(_ output: Output) { self.output = output }

  /// Subscribes a subscriber to the value.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    Publishers.Sequence<[Output], Never>(sequence: [output]).receive(subscriber: subscriber)
  }
}

/// Sends nothing, and ends immediately or never.
public struct Empty<Output, Failure: Error>: Publisher {
  /// Whether it ends.
  public let completeImmediately: Bool

  /// Makes a publisher.
  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  /// Makes a publisher with types.
  public init(
    completeImmediately: Bool = true,
    outputType: Output.Type,
    failureType: Failure.Type
  ) { self.completeImmediately = completeImmediately }

  /// Subscribes a subscriber to the end.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: NoSubscription())
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

/// A publisher that fails.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error.
  public let error: Failure

  /// Makes a publisher from its error.
  public init(error: Failure) { self.error = error }
  /// Makes a publisher from its error and its types.
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  /// Subscribes a subscriber to the error.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: NoSubscription())
    subscriber.receive(completion: .failure(error))
  }
}

private struct NoSubscription: Subscription {
  let combineIdentifier = CombineIdentifier()
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
}

/// Creates a publisher for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  /// The publisher's type of values.
  public typealias Output = DeferredPublisher.Output
  /// The publisher's type of errors.
  public typealias Failure = DeferredPublisher.Failure
  /// The closure that creates it.
  public let createPublisher: () -> DeferredPublisher

  /// Makes one from a closure that creates the publisher.
  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Subscribes a subscriber to the values of a new publisher.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}

/// Sends one value that is not available yet; the work for it begins when the publisher is created.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
  /// A closure that is called once, with the value or the error.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let subject = CurrentValueSubject<Output?, Failure>(nil)

  /// Begins the work, which calls the promise.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    let isKept = Shared(false)
    attemptToFulfill { [subject] result in
      let isFirst = isKept.with { isKept in
        defer { isKept = true }
        return !isKept
      }
      guard isFirst else { return }
      switch result {
      case .success(let value): subject.send(value)
      case .failure(let error): subject.send(completion: .failure(error))
      }
    }
  }

  /// Subscribes a subscriber to the value.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.compactMap { $0 }.first().receive(subscriber: subscriber)
  }
}

extension Publishers {
  /// Sends the elements of a sequence, and ends.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    /// The sequence's type of elements.
    public typealias Output = Elements.Element
    /// The sequence.
    public let sequence: Elements

    /// Makes a publisher from a sequence.
    public init(sequence: Elements) { self.sequence = sequence }

    /// Subscribes a subscriber to the elements.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      subscriber.receive(
        subscription: ElementsSubscription(sequence.makeIterator(), subscriber)
      )
    }
  }
}

/// Sends as many elements as are requested.
private final class ElementsSubscription<Elements: IteratorProtocol, S: Subscriber>: Subscription
where S.Input == Elements.Element {
  private let lock = Lock()
  private var elements: Elements
  private var next: Elements.Element?
  private var subscriber: S?
  private var demand = Subscribers.Demand.none
  private var isSending = false

  init(_ elements: Elements, _ subscriber: S) {
    var elements = elements
    next = elements.next()
    self.elements = elements
    self.subscriber = subscriber
  }

  func cancel() {
    let gone = lock.withLock { subscriber.take() }
    withExtendedLifetime(gone) {}
  }

  func request(_ more: Subscribers.Demand) {
    let isFirst = lock.withLock {
      demand += more
      defer { isSending = true }
      return !isSending
    }
    guard isFirst else { return }
    while let (element, subscriber) = take() {
      guard let element else { return subscriber.receive(completion: .finished) }
      let more = subscriber.receive(element)
      lock.withLock { demand += more }
    }
  }

  /// Returns the next element; `nil` at the end.
  private func take() -> (Elements.Element?, S)? {
    lock.withLock {
      guard let subscriber else { return nil }
      guard let element = next else {
        self.subscriber = nil
        return (nil, subscriber)
      }
      guard demand > .none else {
        isSending = false
        return nil
      }
      demand -= 1
      next = elements.next()
      return (element, subscriber)
    }
  }
}

extension Sequence {
  /// A publisher that sends the elements, and ends.
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Result {
  /// A publisher that sends the value, or fails.
  public var publisher: AnyPublisher<Success, Failure> {
    switch self {
    case .success(let value): Just(value).setFailureType(to: Failure.self).eraseToAnyPublisher()
    case .failure(let error): Fail(error: error).eraseToAnyPublisher()
    }
  }
}

extension Optional {
  /// A publisher that sends the value, if there is one, and ends.
  public var publisher: AnyPublisher<Wrapped, Never> {
    Publishers.Sequence<[Wrapped], Never>(sequence: map { [$0] } ?? []).eraseToAnyPublisher()
  }
}

extension ConnectablePublisher {
  /// Returns a publisher that connects for the first subscriber.
  public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(self) }
}

extension Publishers {
  /// Connects for the first subscriber, and disconnects after the last one.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher, @unchecked Sendable {
    /// The publisher's type of values.
    public typealias Output = Upstream.Output
    /// The publisher's type of errors.
    public typealias Failure = Upstream.Failure
    /// The publisher to which it connects.
    public let upstream: Upstream
    private let lock = Lock()
    private var connection: (any Cancellable)?
    private var count = 0

    init(_ upstream: Upstream) { self.upstream = upstream }

    /// Subscribes a subscriber to its values.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let isFirst = lock.withLock {
        count += 1
        return count == 1
      }
      upstream.handleEvents(receiveCancel: { self.left() }).receive(
        subscriber: subscriber
      )
      guard isFirst else { return }
      let connection = upstream.connect()
      let isWanted = lock.withLock {
        if count > 0 { self.connection = connection }
        return count > 0
      }
      if !isWanted { connection.cancel() }
    }

    private func left() {
      let ended = lock.withLock { () -> (any Cancellable)? in
        count -= 1
        guard count == 0 else { return nil }
        defer { connection = nil }
        return connection
      }
      ended?.cancel()
    }
  }
}
