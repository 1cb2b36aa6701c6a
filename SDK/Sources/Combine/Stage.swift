/// A stage between a publisher and a subscriber, which determines the result of each value.
final class Stage<Input, Failure: Error, Downstream: Subscriber>: Subscriber, Subscription {
  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private let onInput: (Stage, Input) -> Subscribers.Demand
  private let onCompletion: (Stage, Subscribers.Completion<Failure>) -> Void

  init(
    to downstream: Downstream,
    onInput: @escaping (Stage, Input) -> Subscribers.Demand,
    onCompletion: @escaping (Stage, Subscribers.Completion<Failure>) -> Void
  ) {
    self.downstream = downstream
    self.onInput = onInput
    self.onCompletion = onCompletion
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock {
      guard upstream == nil, self.downstream != nil else { return nil as Downstream? }
      upstream = subscription
      return self.downstream
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand { onInput(self, input) }
  func receive(completion: Subscribers.Completion<Failure>) { onCompletion(self, completion) }

  func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

  func cancel() { take().upstream?.cancel() }

  private func take() -> (downstream: Downstream?, upstream: (any Subscription)?) {
    lock.withLock {
      defer { (downstream, upstream) = (nil, nil) }
      return (downstream, upstream)
    }
  }

  // MARK: The effect of an operator

  func send(_ value: Downstream.Input) -> Subscribers.Demand {
    lock.withLock { downstream }?.receive(value) ?? .none
  }

  /// Ends the stage after the publisher has ended.
  func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    take().downstream?.receive(completion: completion)
  }

  /// Ends the stage before the publisher has ended.
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let (downstream, upstream) = take()
    upstream?.cancel()
    downstream?.receive(completion: completion)
  }
}

extension Stage where Downstream.Failure == Failure {
  /// Makes an operator that ends as its publisher does.
  convenience init(
    to downstream: Downstream,
    onInput: @escaping (Stage, Input) -> Subscribers.Demand
  ) {
    self.init(to: downstream, onInput: onInput) { $0.complete($1) }
  }
}

/// The results of an operator that may fail.
extension Stage where Downstream.Failure == any Error {
  func sending(_ body: () throws -> Subscribers.Demand) -> Subscribers.Demand {
    do {
      return try body()
    } catch {
      end(.failure(error))
      return .none
    }
  }

  func completeWithAnyError(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: complete(.finished)
    case .failure(let error): complete(.failure(error))
    }
  }
}
