extension Publisher {
  /// Delivers values on a scheduler.
  public func receive<S: Scheduler>(
    on scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Operator<Self, Output, Failure> {
    scheduled { scheduler.schedule(options: options, $0) }
  }

  /// Delivers values after a delay.
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride,
    tolerance: S.SchedulerTimeType.Stride? = nil,
    scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Operator<Self, Output, Failure> {
    scheduled { action in
      scheduler.schedule(
        after: scheduler.now.advanced(by: interval),
        tolerance: tolerance ?? scheduler.minimumTolerance,
        options: options,
        action
      )
    }
  }

  private func scheduled(
    _ schedule: @escaping (@escaping () -> Void) -> Void
  ) -> Publishers.Operator<Self, Output, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      upstream.receive(
        subscriber: Stage<Output, Failure, AnySubscriber<Output, Failure>>(
          to: subscriber,
          onInput: { stage, value in
            schedule {
              let more = stage.send(value)
              if more > .none { stage.request(more) }
            }
            return .none
          },
          onCompletion: { stage, completion in schedule { stage.complete(completion) } }
        )
      )
    }
  }

  /// Subscribes on a scheduler.
  public func subscribe<S: Scheduler>(
    on scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Operator<Self, Output, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      scheduler.schedule(options: options) { upstream.receive(subscriber: subscriber) }
    }
  }

  /// Sends only values that are followed by a pause; also the last value at the end.
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride,
    scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Operator<Self, Output, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      let newest = Shared<(serial: Int, value: Output?)>((0, nil))
      upstream.receive(
        subscriber: Stage<Output, Failure, AnySubscriber<Output, Failure>>(
          to: subscriber,
          onInput: { stage, value in
            let (serial, old) = newest.with { newest in
              defer { newest = (newest.serial + 1, value) }
              return (newest.serial + 1, newest.value)
            }
            withExtendedLifetime(old) {}
            scheduler.schedule(
              after: scheduler.now.advanced(by: dueTime),
              tolerance: scheduler.minimumTolerance,
              options: options
            ) {
              let due = newest.with { $0.serial == serial ? $0.value.take() : nil }
              if let due { _ = stage.send(due) }
            }
            return .max(1)
          },
          onCompletion: { stage, completion in
            scheduler.schedule(options: options) {
              if case .finished = completion, let last = newest.with({ $0.value.take() }) {
                _ = stage.send(last)
              }
              stage.complete(completion)
            }
          }
        )
      )
    }
  }

  /// Sends at most one value per interval: the first, or the latest.
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride,
    scheduler: S,
    latest: Bool
  ) -> Publishers.Operator<Self, Output, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      let window = Shared<(end: S.SchedulerTimeType?, waiting: Output?)>((nil, nil))
      upstream.receive(
        subscriber: Stage<Output, Failure, AnySubscriber<Output, Failure>>(
          to: subscriber,
          onInput: { stage, value in
            let now = scheduler.now
            var old: Output?
            let (isOpen, due) = window.with { window -> (Bool, S.SchedulerTimeType?) in
              let isWaiting = window.waiting != nil
              guard isWaiting || (window.end.map { $0 > now } ?? false) else {
                window.end = now.advanced(by: interval)
                return (true, nil)
              }
              if latest || !isWaiting {
                old = window.waiting
                window.waiting = value
              }
              return (false, isWaiting ? nil : window.end)
            }
            withExtendedLifetime(old) {}
            if isOpen { scheduler.schedule { _ = stage.send(value) } }
            if let due {
              scheduler.schedule(after: due) {
                let value = window.with { window in
                  window.end = scheduler.now.advanced(by: interval)
                  return window.waiting.take()
                }
                if let value { _ = stage.send(value) }
              }
            }
            return .max(1)
          },
          onCompletion: { stage, completion in
            scheduler.schedule {
              if case .finished = completion, let last = window.with({ $0.waiting.take() }) {
                _ = stage.send(last)
              }
              stage.complete(completion)
            }
          }
        )
      )
    }
  }

  /// Ends after a pause without values, with an error if one is given.
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride,
    scheduler: S,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Operator<Self, Output, Failure> {
    Publishers.Operator(self) { upstream, subscriber in
      let serial = Shared(0)
      func watch(_ stage: Stage<Output, Failure, AnySubscriber<Output, Failure>>) {
        let own = serial.with { serial in
          serial += 1
          return serial
        }
        scheduler.schedule(after: scheduler.now.advanced(by: interval)) {
          guard serial.with({ $0 == own }) else { return }
          stage.end(customError.map { .failure($0()) } ?? .finished)
        }
      }
      let stage = Stage<Output, Failure, AnySubscriber<Output, Failure>>(
        to: subscriber,
        onInput: { stage, value in
          watch(stage)
          return stage.send(value)
        },
        onCompletion: { stage, completion in
          serial.with { $0 = -1 }
          stage.complete(completion)
        }
      )
      upstream.receive(subscriber: stage)
      if serial.with({ $0 == 0 }) { watch(stage) }
    }
  }
}
