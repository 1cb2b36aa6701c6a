extension Subscribers {
  /// Hands values to closures.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    private let lock = Lock()
    private var subscription: (any Subscription)?
    private var isOver = false
    private var receiveValue: ((Input) -> Void)?
    private var receiveCompletion: ((Completion<Failure>) -> Void)?

    /// Makes one of what is done with values and with the end.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      (self.receiveCompletion, self.receiveValue) = (receiveCompletion, receiveValue)
    }

    /// Asks for all values.
    public func receive(subscription: any Subscription) {
      let isFirst = lock.withLock {
        guard self.subscription == nil, !isOver else { return false }
        self.subscription = subscription
        return true
      }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Hands a value over.
    public func receive(_ value: Input) -> Demand {
      lock.withLock { receiveValue }?(value)
      return .none
    }

    /// Hands the end over.
    public func receive(completion: Completion<Failure>) { end().completion?(completion) }

    /// Ends the subscription.
    public func cancel() { end().subscription?.cancel() }

    /// What was there goes outside of the lock.
    private func end() -> (
      subscription: (any Subscription)?, value: ((Input) -> Void)?,
      completion: ((Completion<Failure>) -> Void)?
    ) {
      lock.withLock {
        isOver = true
        defer { (subscription, receiveValue, receiveCompletion) = (nil, nil, nil) }
        return (subscription, receiveValue, receiveCompletion)
      }
    }
  }
}

extension Publisher {
  /// Hands values and the end to closures, until the result goes.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    receive(subscriber: sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Hands values to a closure, until the result goes.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Sets a property of an object, which is kept, to each value, until the result goes.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Sets a published property to each value, as long as the property is there.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    storage.keep(sink { [weak storage] in storage?.set($0) })
  }
}

/// A subscriber without the type that it has.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  /// Its identifier.
  public let combineIdentifier: CombineIdentifier
  private let subscribed: (any Subscription) -> Void
  private let received: (Input) -> Subscribers.Demand
  private let completed: (Subscribers.Completion<Failure>) -> Void

  /// Makes one of another subscriber.
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    combineIdentifier = subscriber.combineIdentifier
    subscribed = { subscriber.receive(subscription: $0) }
    received = { subscriber.receive($0) }
    completed = { subscriber.receive(completion: $0) }
  }

  /// Hands the subscription on.
  public func receive(subscription: any Subscription) { subscribed(subscription) }
  /// Hands the value on.
  public func receive(_ value: Input) -> Subscribers.Demand { received(value) }
  /// Hands the end on.
  public func receive(completion: Subscribers.Completion<Failure>) { completed(completion) }
}

/// A publisher without the type that it has.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let subscribed: (AnySubscriber<Output, Failure>) -> Void

  /// Makes one of another publisher.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    subscribed = { publisher.receive(subscriber: $0) }
  }

  /// Has a subscriber receive its values.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribed(AnySubscriber(subscriber))
  }
}

extension Publisher {
  /// The publisher without the type that it has.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
