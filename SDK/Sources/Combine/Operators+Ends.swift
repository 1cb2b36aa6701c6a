// Operators on the end of a publisher, and on the demand of a subscription.

extension Publisher {
  /// Replaces an error by another one.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> Publishers.Operator<Self, Output, NewFailure> {
    Publishers.Operator(self) { upstream, subscriber in
      upstream.receive(
        subscriber: Stage<Output, Failure, AnySubscriber<Output, NewFailure>>(
          to: subscriber,
          onInput: { stage, value in stage.send(value) },
          onCompletion: { stage, completion in
            switch completion {
            case .finished: stage.complete(.finished)
            case .failure(let error): stage.complete(.failure(transform(error)))
            }
          }
        )
      )
    }
  }

  /// Sends a value in place of an error.
  public func replaceError(with value: Output) -> Publishers.Operator<Self, Output, Never> {
    Publishers.Operator(self) { upstream, subscriber in
      upstream.receive(
        subscriber: Stage<Output, Failure, AnySubscriber<Output, Never>>(
          to: subscriber,
          onInput: { stage, value in stage.send(value) },
          onCompletion: { stage, completion in
            if case .failure = completion { _ = stage.send(value) }
            stage.complete(.finished)
          }
        )
      )
    }
  }

  /// Calls closures for the events of the publisher.
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.Operator<Self, Output, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      let stage = Stage<Output, Failure, AnySubscriber<Output, Failure>>(
        to: subscriber,
        onInput: { stage, value in
          receiveOutput?(value)
          return stage.send(value)
        },
        onCompletion: { stage, completion in
          receiveCompletion?(completion)
          stage.complete(completion)
        }
      )
      upstream.receive(
        subscriber: WatchedSubscriber(
          stage,
          subscribed: receiveSubscription,
          cancelled: receiveCancel,
          requested: receiveRequest
        )
      )
    }
  }

  /// Writes the events to standard output.
  public func print(_ prefix: String = "") -> Publishers.Operator<Self, Output, Failure> {
    let begin = prefix.isEmpty ? "" : prefix + ": "
    return handleEvents(
      receiveSubscription: { _ in Swift.print(begin + "receive subscription") },
      receiveOutput: { Swift.print(begin + "receive value: (\($0))") },
      receiveCompletion: { Swift.print(begin + "receive completion: \($0)") },
      receiveCancel: { Swift.print(begin + "receive cancel") },
      receiveRequest: { Swift.print(begin + "request \($0)") }
    )
  }
}

/// Passes everything on, and reports the demand of the subscription.
private struct WatchedSubscriber<Next: Subscriber>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let next: Next
  let subscribed: ((any Subscription) -> Void)?
  let cancelled: (() -> Void)?
  let requested: ((Subscribers.Demand) -> Void)?

  init(
    _ next: Next,
    subscribed: ((any Subscription) -> Void)?,
    cancelled: (() -> Void)?,
    requested: ((Subscribers.Demand) -> Void)?
  ) {
    self.next = next
    (self.subscribed, self.cancelled, self.requested) = (subscribed, cancelled, requested)
  }

  private struct Watched: Subscription {
    let combineIdentifier = CombineIdentifier()
    let subscription: any Subscription
    let cancelled: (() -> Void)?
    let requested: ((Subscribers.Demand) -> Void)?

    func request(_ demand: Subscribers.Demand) {
      requested?(demand)
      subscription.request(demand)
    }
    func cancel() {
      cancelled?()
      subscription.cancel()
    }
  }

  func receive(subscription: any Subscription) {
    subscribed?(subscription)
    next.receive(
      subscription: Watched(subscription: subscription, cancelled: cancelled, requested: requested)
    )
  }
  func receive(_ input: Next.Input) -> Subscribers.Demand { next.receive(input) }
  func receive(completion: Subscribers.Completion<Next.Failure>) {
    next.receive(completion: completion)
  }
}
