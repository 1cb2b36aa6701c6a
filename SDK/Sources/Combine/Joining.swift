extension Publisher {
  /// Sends the values of both publishers.
  public func merge<Other: Publisher>(
    with other: Other
  ) -> Publishers.Joined<Output, Failure> where Other.Output == Output, Other.Failure == Failure {
    Publishers.merged([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }

  /// Sends the latest values of both, whenever one has a new value.
  public func combineLatest<Other: Publisher>(
    _ other: Other
  ) -> Publishers.Joined<(Output, Other.Output), Failure> where Other.Failure == Failure {
    Publishers.Joined { junction in
      let last = Shared<(one: Output?, other: Other.Output?)>((nil, nil))
      let rest = Countdown(2)
      func send(_ change: (inout (one: Output?, other: Other.Output?)) -> Void) {
        // The old value is released outside the lock. The pair is stored within it: two concurrent senders leave their
        // pairs in the order of their changes, so that the last pair has the latest values.
        let before = last.with { last in
          let before = last
          change(&last)
          if let one = last.one, let other = last.other { junction.add((one, other)) }
          return before
        }
        withExtendedLifetime(before) {}
        junction.deliver()
      }
      func end(_ completion: Subscribers.Completion<Failure>) {
        if case .failure = completion { return junction.finish(completion) }
        if rest.isDone() { junction.finish(.finished) }
      }
      junction.listen(to: self, onValue: { value in send { $0.one = value } }) { end($1) }
      junction.listen(to: other, onValue: { value in send { $0.other = value } }) { end($1) }
    }
  }

  /// Sends a result computed from the latest values of both, whenever one has a new value.
  public func combineLatest<Other: Publisher, Result>(
    _ other: Other,
    _ transform: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.Operator<Publishers.Joined<(Output, Other.Output), Failure>, Result, Failure>
  where Other.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Sends the latest values of all three, whenever one has a new value.
  public func combineLatest<B: Publisher, C: Publisher>(
    _ b: B,
    _ c: C
  ) -> Publishers.Joined<(Output, B.Output, C.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure {
    let nested = combineLatest(b).combineLatest(c)
    return Publishers.Joined { junction in
      junction.listen(to: nested, onValue: { junction.send(($0.0.0, $0.0.1, $0.1)) }) {
        junction.finish($1)
      }
    }
  }

  /// Sends the values of both in pairs.
  public func zip<Other: Publisher>(
    _ other: Other
  ) -> Publishers.Joined<(Output, Other.Output), Failure> where Other.Failure == Failure {
    Publishers.Joined { junction in
      let state = Shared(Pairs<Output, Other.Output>())
      let (one, two) = (junction.number(), junction.number())
      func change(_ body: (inout Pairs<Output, Other.Output>) -> Void) {
        let (hasPair, isOver) = state.with { state in
          body(&state)
          let pair = state.next()
          if let pair { junction.add(pair) }
          return (pair != nil, state.isOver)
        }
        if hasPair { junction.deliver() }
        if isOver { return junction.finish(.finished) }
        // From a sequence, one value at a time: it may be infinite.
        guard hasPair else { return }
        junction.ask(one, for: .max(1))
        junction.ask(two, for: .max(1))
      }
      junction.listen(to: self, one, asking: pace(self)) { value in
        change { $0.ones.append(value) }
      } onEnd: { completion in
        if case .failure = completion { return junction.finish(completion) }
        change { $0.hasNoMoreOnes = true }
      }
      junction.listen(to: other, two, asking: pace(other)) { value in
        change { $0.others.append(value) }
      } onEnd: { completion in
        if case .failure = completion { return junction.finish(completion) }
        change { $0.hasNoMoreOthers = true }
      }
    }
  }

  /// Sends the values of publishers that are created from the values; with a limit, of that number at once.
  public func flatMap<Inner: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping (Output) -> Inner
  ) -> Publishers.Joined<Inner.Output, Failure> where Inner.Failure == Failure {
    Publishers.Joined { junction in
      // The number of running publishers, and the values that wait for one to end.
      let state = Shared<(running: Int, waiting: Queue<Output>, isOver: Bool)>((0, Queue(), false))
      let turns = Turns()
      func begin(_ value: Output) {
        junction.listen(to: transform(value), onValue: { junction.send($0) }) { _, completion in
          if case .failure = completion { return junction.finish(completion) }
          let isLast = state.with { state in
            state.running -= 1
            return state.isOver && state.running == 0 && state.waiting.isEmpty
          }
          if isLast { return junction.finish(.finished) }
          beginWaiting()
        }
      }
      // A publisher that ends at once does not begin the next one within its own end: many would overflow the stack.
      func beginWaiting() {
        turns.run {
          while let next = state.with({ state -> Output? in
            guard Subscribers.Demand.max(state.running) < maxPublishers,
              let next = state.waiting.take()
            else { return nil }
            state.running += 1
            return next
          }) { begin(next) }
        }
      }
      junction.listen(
        to: self,
        onValue: { value in
          let runs = state.with { state in
            guard Subscribers.Demand.max(state.running) < maxPublishers else {
              state.waiting.append(value)
              return false
            }
            state.running += 1
            return true
          }
          if runs { begin(value) }
        },
        onEnd: { _, completion in
          if case .failure = completion { return junction.finish(completion) }
          let isLast = state.with { state in
            state.isOver = true
            return state.running == 0 && state.waiting.isEmpty
          }
          if isLast { junction.finish(.finished) }
        }
      )
    }
  }

  /// Continues with another publisher in place of an error.
  public func `catch`<Other: Publisher>(
    _ handler: @escaping (Failure) -> Other
  ) -> Publishers.Joined<Output, Other.Failure> where Other.Output == Output {
    Publishers.Joined { junction in
      junction.listen(to: self, onValue: { junction.send($0) }) { _, completion in
        guard case .failure(let error) = completion else { return junction.finish(.finished) }
        junction.listen(to: handler(error), onValue: { junction.send($0) }) { junction.finish($1) }
      }
    }
  }

  /// Subscribes to the same publisher again after an error, up to the given number of times.
  public func retry(_ times: Int) -> Publishers.Joined<Output, Failure> {
    Publishers.Joined { junction in
      let rest = Shared(times)
      let turns = Turns()
      // Not within the end of the previous one, as in `flatMap`.
      func begin() {
        turns.run {
          junction.listen(to: self, onValue: { junction.send($0) }) { _, completion in
            let isTried = rest.with { rest in
              guard case .failure = completion, rest > 0 else { return false }
              rest -= 1
              return true
            }
            if isTried { begin() } else { junction.finish(completion) }
          }
        }
      }
      begin()
    }
  }

  /// Sends values before all others.
  public func prepend(_ values: Output...) -> Publishers.Joined<Output, Failure> {
    Publishers.Joined { junction in
      for value in values { junction.send(value) }
      junction.listen(to: self, onValue: { junction.send($0) }) { junction.finish($1) }
    }
  }

  /// Shares one subscription among all subscribers, as long as there is one.
  public func share() -> Publishers.Share<Self> { Publishers.Share(self) }
}

/// A publisher that loses no value when there is no demand, and may be infinite.
protocol Paced {}

extension Publishers.Sequence: Paced {}

/// Returns the number of values that are requested first: values that a subject sends without demand would be lost.
private func pace(_ publisher: some Publisher) -> Subscribers.Demand {
  publisher is any Paced ? .max(1) : .unlimited
}

/// The values of two publishers that wait for each other.
private struct Pairs<One, Other> {
  var ones = Queue<One>()
  var others = Queue<Other>()
  var hasNoMoreOnes = false
  var hasNoMoreOthers = false

  mutating func next() -> (One, Other)? {
    guard !ones.isEmpty, !others.isEmpty, let one = ones.take(), let other = others.take() else {
      return nil
    }
    return (one, other)
  }

  /// Whether no more pairs are possible.
  var isOver: Bool { (hasNoMoreOnes && ones.isEmpty) || (hasNoMoreOthers && others.isEmpty) }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends the values of the most recent publisher.
  public func switchToLatest() -> Publishers.Joined<Output.Output, Failure> {
    Publishers.Joined { junction in
      let state = Shared(Latest())
      junction.listen(
        to: self,
        onValue: { publisher in
          let (old, serial) = state.with { $0.begin() }
          if let old { junction.drop(old) }
          let number = junction.listen(
            to: publisher,
            onValue: { value in
              if state.with({ $0.serial == serial }) { junction.send(value) }
            },
            onEnd: { _, completion in
              if case .failure = completion { return junction.finish(completion) }
              if state.with({ $0.end(serial) }) { junction.finish(.finished) }
            }
          )
          state.with { if $0.serial == serial, $0.runs { $0.number = number } }
        },
        onEnd: { _, completion in
          if case .failure = completion { return junction.finish(completion) }
          let isLast = state.with { state in
            state.isOver = true
            return !state.runs
          }
          if isLast { junction.finish(.finished) }
        }
      )
    }
  }
}

/// The most recent publisher.
private struct Latest {
  /// The serial number of the publishers.
  var serial = 0
  /// The number of its subscription.
  var number: Int?
  var runs = false
  /// Whether no other publisher will follow.
  var isOver = false

  mutating func begin() -> (old: Int?, serial: Int) {
    defer { number = nil }
    serial += 1
    runs = true
    return (number, serial)
  }

  /// Returns whether nothing more will follow.
  mutating func end(_ serial: Int) -> Bool {
    guard self.serial == serial else { return false }
    (number, runs) = (nil, false)
    return isOver
  }
}

extension Publishers {
  /// One subscription that is shared by all subscribers.
  public final class Share<Upstream: Publisher>: Publisher, @unchecked Sendable {
    /// The publisher's type of values.
    public typealias Output = Upstream.Output
    /// The publisher's type of errors.
    public typealias Failure = Upstream.Failure

    /// The publisher to which it subscribes once.
    public let upstream: Upstream
    private let lock = Lock()
    private var subject: PassthroughSubject<Output, Failure>?
    private var subscription: AnyCancellable?
    private var count = 0

    init(_ upstream: Upstream) { self.upstream = upstream }

    /// Subscribes a subscriber to its values.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let (subject, isFirst) = lock.withLock { () -> (PassthroughSubject<Output, Failure>, Bool) in
        let subject = self.subject ?? PassthroughSubject<Output, Failure>()
        defer { self.subject = subject }
        count += 1
        return (subject, count == 1)
      }
      subject.handleEvents(receiveCancel: { self.left() }).receive(
        subscriber: subscriber
      )
      guard isFirst else { return }
      let sink = upstream.subscribe(subject)
      lock.withLock { if count > 0 { subscription = sink } }
    }

    private func left() {
      let gone = lock.withLock { () -> AnyCancellable? in
        count -= 1
        guard count == 0 else { return nil }
        defer { (subscription, subject) = (nil, nil) }
        return subscription
      }
      withExtendedLifetime(gone) {}
    }
  }
}
