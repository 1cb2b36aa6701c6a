extension Publishers {
  /// A publisher that is made of another one by an operator.
  public struct Operator<Upstream: Publisher, Output, Failure: Error>: Publisher {
    /// The publisher before it.
    public let upstream: Upstream
    private let attach: (Upstream, AnySubscriber<Output, Failure>) -> Void

    init(
      _ upstream: Upstream,
      _ attach: @escaping (Upstream, AnySubscriber<Output, Failure>) -> Void
    ) {
      self.upstream = upstream
      self.attach = attach
    }

    /// Has a subscriber receive its values.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      attach(upstream, AnySubscriber(subscriber))
    }
  }
}

extension Publisher {
  /// An operator on each value that ends as its publisher does; the closure is made for each subscriber.
  func each<NewOutput>(
    _ make:
      @escaping () -> (
        Stage<Output, Failure, AnySubscriber<NewOutput, Failure>>, Output
      ) -> Subscribers.Demand
  ) -> Publishers.Operator<Self, NewOutput, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      upstream.receive(subscriber: Stage(to: subscriber, onInput: make()))
    }
  }

  /// An operator on each value that may throw, which ends it.
  func tryEach<NewOutput>(
    _ make:
      @escaping () -> (
        Stage<Output, Failure, AnySubscriber<NewOutput, any Error>>, Output
      ) throws -> Subscribers.Demand
  ) -> Publishers.Operator<Self, NewOutput, any Error> {
    Publishers.Operator(self) { upstream, subscriber in
      let body = make()
      upstream.receive(
        subscriber: Stage(
          to: subscriber,
          onInput: { stage, value in stage.sending { try body(stage, value) } },
          onCompletion: { $0.completeWithAnyError($1) }
        )
      )
    }
  }

  /// Each value as another one.
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> Publishers.Operator<Self, Result, Failure> {
    each { { stage, value in stage.send(transform(value)) } }
  }

  /// A part of each value.
  public func map<Result>(
    _ keyPath: KeyPath<Output, Result>
  ) -> Publishers.Operator<Self, Result, Failure> { map { $0[keyPath: keyPath] } }

  /// Each value as another one; an error ends it.
  public func tryMap<Result>(
    _ transform: @escaping (Output) throws -> Result
  ) -> Publishers.Operator<Self, Result, any Error> {
    tryEach { { stage, value in stage.send(try transform(value)) } }
  }

  /// Each value as another one, without those that come to nothing.
  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> Publishers.Operator<Self, Result, Failure> {
    each { { stage, value in transform(value).map { stage.send($0) } ?? .max(1) } }
  }

  /// Each value as another one, without those that come to nothing; an error ends it.
  public func tryCompactMap<Result>(
    _ transform: @escaping (Output) throws -> Result?
  ) -> Publishers.Operator<Self, Result, any Error> {
    tryEach { { stage, value in try transform(value).map { stage.send($0) } ?? .max(1) } }
  }

  /// Only values for which something holds.
  public func filter(
    _ isIncluded: @escaping (Output) -> Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    each { { stage, value in isIncluded(value) ? stage.send(value) : .max(1) } }
  }

  /// Only values that differ from the one before, by a rule.
  public func removeDuplicates(
    by isSame: @escaping (Output, Output) -> Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    each {
      let last = Box<Output?>(nil)
      return { stage, value in
        if let before = last.value, isSame(before, value) { return .max(1) }
        last.value = value
        return stage.send(value)
      }
    }
  }

  /// What comes of the values so far.
  public func scan<Result>(
    _ initial: Result,
    _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Operator<Self, Result, Failure> {
    each {
      let result = Box(initial)
      return { stage, value in
        result.value = next(result.value, value)
        return stage.send(result.value)
      }
    }
  }

  /// Without the first values.
  public func dropFirst(_ count: Int = 1) -> Publishers.Operator<Self, Output, Failure> {
    each {
      let rest = Box(count)
      return { stage, value in
        guard rest.value > 0 else { return stage.send(value) }
        rest.value -= 1
        return .max(1)
      }
    }
  }

  /// Without values up to the first one for which something does not hold.
  public func drop(
    while isDropped: @escaping (Output) -> Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    each {
      let isBegun = Box(false)
      return { stage, value in
        if !isBegun.value, isDropped(value) { return .max(1) }
        isBegun.value = true
        return stage.send(value)
      }
    }
  }

  /// Only the first values.
  public func prefix(_ count: Int) -> Publishers.Operator<Self, Output, Failure> {
    each {
      let rest = Box(count)
      return { stage, value in
        guard rest.value > 0 else {
          stage.end(.finished)
          return .none
        }
        rest.value -= 1
        let more = stage.send(value)
        guard rest.value == 0 else { return more }
        stage.end(.finished)
        return .none
      }
    }
  }

  /// Only values up to the first one for which something does not hold.
  public func prefix(
    while isIncluded: @escaping (Output) -> Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    each {
      { stage, value in
        if isIncluded(value) { return stage.send(value) }
        stage.end(.finished)
        return .none
      }
    }
  }

  /// Only the first value.
  public func first() -> Publishers.Operator<Self, Output, Failure> { prefix(1) }

  /// Only the first value for which something holds.
  public func first(
    where isMeant: @escaping (Output) -> Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    each {
      { stage, value in
        guard isMeant(value) else { return .max(1) }
        _ = stage.send(value)
        stage.end(.finished)
        return .none
      }
    }
  }

  /// Nothing but the end.
  public func ignoreOutput() -> Publishers.Operator<Self, Never, Failure> {
    each { { _, _ in .max(1) } }
  }

  /// All values at the end.
  public func collect() -> Publishers.Operator<Self, [Output], Failure> {
    gather([]) { $0.value.append($1) }
  }

  /// The last value, at the end.
  public func last() -> Publishers.Operator<Self, Output, Failure> {
    reduce(nil as Output?) { $1 }.compactMap { $0 }.retyped(from: self)
  }

  /// What comes of all values, at the end.
  public func reduce<Result>(
    _ initial: Result,
    _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Operator<Self, Result, Failure> {
    gather(initial) { $0.value = next($0.value, $1) }
  }

  /// As `reduce`, with a result that may be changed where it stands; not while code of the app's runs.
  private func gather<Result>(
    _ initial: Result,
    _ take: @escaping (Box<Result>, Output) -> Void
  ) -> Publishers.Operator<Self, Result, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      let result = Box(initial)
      upstream.receive(
        subscriber: Stage<Output, Failure, AnySubscriber<Result, Failure>>(
          to: subscriber,
          onInput: { _, value in
            take(result, value)
            return .max(1)
          },
          onCompletion: { stage, completion in
            if case .finished = completion { _ = stage.send(result.value) }
            stage.complete(completion)
          }
        )
      )
    }
  }

  private func retyped<Upstream: Publisher>(
    from upstream: Upstream
  ) -> Publishers.Operator<Upstream, Output, Failure> {
    Publishers.Operator(upstream) { _, subscriber in receive(subscriber: subscriber) }
  }
}

extension Publisher where Output: Equatable {
  /// Only values that differ from the one before.
  public func removeDuplicates() -> Publishers.Operator<Self, Output, Failure> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// A value in place of each that is none.
  public func replaceNil<Value>(
    with value: Value
  ) -> Publishers.Operator<Self, Value, Failure> where Output == Value? { map { $0 ?? value } }
}

extension Publisher where Failure == Never {
  /// The publisher as one that may fail.
  public func setFailureType<NewFailure: Error>(
    to type: NewFailure.Type
  ) -> Publishers.Operator<Self, Output, NewFailure> {
    Publishers.Operator(self) { upstream, subscriber in
      upstream.receive(
        subscriber: Stage<Output, Never, AnySubscriber<Output, NewFailure>>(
          to: subscriber,
          onInput: { stage, value in stage.send(value) },
          onCompletion: { stage, _ in stage.complete(.finished) }
        )
      )
    }
  }
}
