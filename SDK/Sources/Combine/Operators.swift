extension Publishers {
  /// A publisher created from another one by an operator.
  public struct Operator<Upstream: Publisher, Output, Failure: Error>: Publisher {
    /// The publisher to which the operator is applied.
    public let upstream: Upstream
    private let attach: (Upstream, AnySubscriber<Output, Failure>) -> Void

    init(
      _ upstream: Upstream,
      _ attach: @escaping (Upstream, AnySubscriber<Output, Failure>) -> Void
    ) {
      self.upstream = upstream
      self.attach = attach
    }

    /// Subscribes a subscriber to its values.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      attach(upstream, AnySubscriber(subscriber))
    }
  }
}

extension Publisher {
  /// Makes an operator on each value that ends as its publisher does; the closure is created for each subscriber.
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

  /// Makes an operator on each value that may throw, which ends it.
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

  /// Transforms each value.
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> Publishers.Operator<Self, Result, Failure> {
    each { { stage, value in stage.send(transform(value)) } }
  }

  /// Sends a part of each value.
  public func map<Result>(
    _ keyPath: KeyPath<Output, Result>
  ) -> Publishers.Operator<Self, Result, Failure> { map { $0[keyPath: keyPath] } }

  /// Transforms each value; an error ends the publisher.
  public func tryMap<Result>(
    _ transform: @escaping (Output) throws -> Result
  ) -> Publishers.Operator<Self, Result, any Error> {
    tryEach { { stage, value in stage.send(try transform(value)) } }
  }

  /// Transforms each value, and drops those that become `nil`.
  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> Publishers.Operator<Self, Result, Failure> {
    each { { stage, value in transform(value).map { stage.send($0) } ?? .max(1) } }
  }

  /// Transforms each value, and drops those that become `nil`; an error ends the publisher.
  public func tryCompactMap<Result>(
    _ transform: @escaping (Output) throws -> Result?
  ) -> Publishers.Operator<Self, Result, any Error> {
    tryEach { { stage, value in try transform(value).map { stage.send($0) } ?? .max(1) } }
  }

  /// Sends only values that satisfy a condition.
  public func filter(
    _ isIncluded: @escaping (Output) -> Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    each { { stage, value in isIncluded(value) ? stage.send(value) : .max(1) } }
  }

  /// Sends only values that differ from the previous one, by a rule.
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

  /// Sends the accumulated result of the values so far.
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

  /// Drops the first values.
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

  /// Drops values up to the first one that does not satisfy a condition.
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

  /// Sends only the first values.
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

  /// Sends only values up to the first one that does not satisfy a condition.
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

  /// Sends only the first value.
  public func first() -> Publishers.Operator<Self, Output, Failure> { prefix(1) }

  /// Sends only the first value that satisfies a condition.
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

  /// Sends only the end.
  public func ignoreOutput() -> Publishers.Operator<Self, Never, Failure> {
    each { { _, _ in .max(1) } }
  }

  /// Sends all values at the end.
  public func collect() -> Publishers.Operator<Self, [Output], Failure> {
    gather([]) { $0.value.append($1) }
  }

  /// Sends the last value, at the end.
  public func last() -> Publishers.Operator<Self, Output, Failure> {
    reduce(nil as Output?) { $1 }.compactMap { $0 }.retyped(from: self)
  }

  /// Sends the accumulated result of all values, at the end.
  public func reduce<Result>(
    _ initial: Result,
    _ next: @escaping (Result, Output) -> Result
  ) -> Publishers.Operator<Self, Result, Failure> {
    gather(initial) { $0.value = next($0.value, $1) }
  }

  /// Accumulates like `reduce`, with a result that can be changed in place; not while the app's code runs.
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
  /// Sends only values that differ from the previous one.
  public func removeDuplicates() -> Publishers.Operator<Self, Output, Failure> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Replaces `nil` by a value.
  public func replaceNil<Value>(
    with value: Value
  ) -> Publishers.Operator<Self, Value, Failure> where Output == Value? { map { $0 ?? value } }
}

extension Publisher where Failure == Never {
  /// Returns the publisher as one that may fail.
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
