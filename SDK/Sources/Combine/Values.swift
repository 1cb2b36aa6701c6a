// The values of a publisher for `for await`: one is requested at a time.

extension Publisher where Failure == Never {
  /// The values, one after the other; cancelling the task ends them.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The values, one after the other, and the error with which they end.
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that never fails.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  /// A value.
  public typealias Element = P.Output

  private let publisher: P

  /// Makes the sequence of a publisher's values.
  public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes and returns a reader.
  public func makeAsyncIterator() -> Iterator {
    let reader = ValueReader<P.Output, Never>()
    publisher.subscribe(reader)
    return Iterator(ReaderOwner(reader))
  }

  /// A reader of the values.
  public struct Iterator: AsyncIteratorProtocol {
    private let owner: ReaderOwner<P.Output, Never>

    fileprivate init(_ owner: ReaderOwner<P.Output, Never>) { self.owner = owner }

    /// Returns the next value; `nil` at the end, or when the task is cancelled.
    public mutating func next() async -> P.Output? {
      guard case .success(let value) = await owner.reader.next() else { return nil }
      return value
    }
  }
}

/// The values of a publisher that can fail.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  /// A value.
  public typealias Element = P.Output

  private let publisher: P

  /// Makes the sequence of a publisher's values.
  public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes and returns a reader.
  public func makeAsyncIterator() -> Iterator {
    let reader = ValueReader<P.Output, P.Failure>()
    publisher.subscribe(reader)
    return Iterator(ReaderOwner(reader))
  }

  /// A reader of the values.
  public struct Iterator: AsyncIteratorProtocol {
    private let owner: ReaderOwner<P.Output, P.Failure>

    fileprivate init(_ owner: ReaderOwner<P.Output, P.Failure>) { self.owner = owner }

    /// Returns the next value; `nil` at the end, or when the task is cancelled.
    ///
    /// - Throws: The publisher's error.
    public mutating func next() async throws -> P.Output? { try await owner.reader.next().get() }
  }
}

/// Cancels the subscription when there is no reader any more: the reader and its subscription hold each other.
private final class ReaderOwner<Value, Failure: Error>: Sendable {
  let reader: ValueReader<Value, Failure>

  init(_ reader: ValueReader<Value, Failure>) { self.reader = reader }

  deinit { reader.cancel() }
}

/// Requests one value at each read.
///
/// Map: `state` is guarded by `lock`, which is not held during any call to the subscription or the continuation.
private final class ValueReader<Value, Failure: Error>: Subscriber, @unchecked Sendable {
  typealias Input = Value
  typealias Answer = Result<Value?, Failure>

  /// An answer on its way to the task that reads.
  private struct Carried: @unchecked Sendable {
    let answer: Answer
  }

  private struct State {
    var subscription: (any Subscription)?
    var reading: CheckedContinuation<Carried, Never>?
    /// Values that have arrived without being requested.
    var kept: [Value] = []
    /// How it has ended; an error is reported once.
    var end: Subscribers.Completion<Failure>?
  }

  private let lock = Lock()
  private var state = State()

  func receive(subscription: any Subscription) {
    // One is enough; after a second one, no code could cancel the first.
    let (isRefused, isRead) = lock.withLock {
      let isRefused = state.end != nil || state.subscription != nil
      if !isRefused { state.subscription = subscription }
      return (isRefused, state.reading != nil)
    }
    if isRefused { subscription.cancel() } else if isRead { subscription.request(.max(1)) }
  }

  func receive(_ value: Value) -> Subscribers.Demand {
    let reading = lock.withLock {
      if state.reading == nil, state.end == nil { state.kept.append(value) }
      return state.reading.take()
    }
    reading?.resume(returning: Carried(answer: .success(value)))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let reading = lock.withLock {
      state.subscription = nil
      // An error that arrives after the end is not reported.
      guard state.end == nil else { return state.reading.take() }
      state.end = state.reading == nil ? completion : .finished
      return state.reading.take()
    }
    reading?.resume(returning: Carried(answer: Self.answer(completion)))
  }

  func next() async -> Answer {
    let carried = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (carried, subscription) = lock.withLock { () -> (Carried?, (any Subscription)?) in
          if !state.kept.isEmpty {
            return (Carried(answer: .success(state.kept.removeFirst())), nil)
          }
          if let end = state.end {
            state.end = .finished
            return (Carried(answer: Self.answer(end)), nil)
          }
          state.reading = continuation
          return (nil, state.subscription)
        }
        if let carried { continuation.resume(returning: carried) }
        subscription?.request(.max(1))
      }
    } onCancel: {
      cancel()
    }
    return carried.answer
  }

  /// Ends the subscription and the current read.
  func cancel() {
    let (subscription, reading) = lock.withLock {
      state.end = .finished
      state.kept = []
      return (state.subscription.take(), state.reading.take())
    }
    subscription?.cancel()
    reading?.resume(returning: Carried(answer: .success(nil)))
  }

  private static func answer(_ completion: Subscribers.Completion<Failure>) -> Answer {
    switch completion {
    case .finished: .success(nil)
    case .failure(let error): .failure(error)
    }
  }
}
