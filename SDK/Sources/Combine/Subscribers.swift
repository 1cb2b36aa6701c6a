extension Subscribers {
  /// Passes values to closures.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    private let lock = Lock()
    private var subscription: (any Subscription)?
    private var isOver = false
    private var receiveValue: ((Input) -> Void)?
    private var receiveCompletion: ((Completion<Failure>) -> Void)?

    /// Makes a sink from closures for the values and the end.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      (self.receiveCompletion, self.receiveValue) = (receiveCompletion, receiveValue)
    }

    /// Requests all values.
    public func receive(subscription: any Subscription) {
      let isFirst = lock.withLock {
        guard self.subscription == nil, !isOver else { return false }
        self.subscription = subscription
        return true
      }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Passes a value to the closure.
    public func receive(_ value: Input) -> Demand {
      lock.withLock { receiveValue }?(value)
      return .none
    }

    /// Passes the end to the closure.
    public func receive(completion: Completion<Failure>) { end().completion?(completion) }

    /// Ends the subscription.
    public func cancel() { end().subscription?.cancel() }

    /// Removes and returns the closures, which are released outside the lock.
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
  /// Passes values and the end to closures, until the result is released.
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
  /// Passes values to a closure, until the result is released.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Sets a property of an object, which is kept alive, to each value, until the result is released.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Sets a published property to each value, as long as the property exists.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    storage.keep(sink { [weak storage] in storage?.set($0) })
  }
}

/// A type-erased subscriber.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  /// Its identifier.
  public let combineIdentifier: CombineIdentifier
  private let subscribed: (any Subscription) -> Void
  private let received: (Input) -> Subscribers.Demand
  private let completed: (Subscribers.Completion<Failure>) -> Void

  /// Makes one from another subscriber.
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    combineIdentifier = subscriber.combineIdentifier
    subscribed = { subscriber.receive(subscription: $0) }
    received = { subscriber.receive($0) }
    completed = { subscriber.receive(completion: $0) }
  }

  /// Passes the subscription on.
  public func receive(subscription: any Subscription) { subscribed(subscription) }
  /// Passes the value on.
  public func receive(_ value: Input) -> Subscribers.Demand { received(value) }
  /// Passes the end on.
  public func receive(completion: Subscribers.Completion<Failure>) { completed(completion) }
}

/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let subscribed: (AnySubscriber<Output, Failure>) -> Void

  /// Makes one from another publisher.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    subscribed = { publisher.receive(subscriber: $0) }
  }

  /// Subscribes a subscriber to its values.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribed(AnySubscriber(subscriber))
  }
}

extension Publisher {
  /// Returns the type-erased publisher.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
