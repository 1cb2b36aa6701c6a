package import TorporModel

/// One thing that must be observed.
package struct Expectation: Sendable {
  package var kind: Kind
  package var line: Int

  /// The forms of an expectation; apps are named by their aliases.
  package enum Kind: Sendable {
    case state(app: String, ApplicationState, at: Duration)
    case called(app: String, CallbackName, between: TimeSpan, times: Count)
    /// These, in this order; others may stand between.
    case order(app: String, [CallbackName], between: TimeSpan)
    case launched(app: String, intoForeground: Bool, between: TimeSpan, times: Count)
    /// An exit with that name (`crash`, `0x8badf00d`); `nil`: none at all.
    case exit(app: String, reason: String?, between: TimeSpan)
    /// The outcome that a step kept under the label.
    case result(app: String, label: String, outcome: SubmissionOutcome)
    /// `nil` is unlimited.
    case timeRemaining(app: String, ClosedRange<Duration>?, at: Duration)
    case pending(app: String, identifiers: [String], at: Duration)
    case transfer(name: String, TransferState, at: Duration)
    case notification(name: String, between: TimeSpan, times: Count)
    /// At least these stand in the way.
    case blockedBy(app: String, subject: String, reasons: [Reason], at: Duration)
    case saved(app: String, [SavedValue], at: Duration)
    case usage(
      app: String,
      background: ClosedRange<Duration>?,
      foreground: ClosedRange<Duration>?,
      at: Duration
    )
    /// What is in the app's caches, in bytes.
    case caches(app: String, Int64, at: Duration)
    /// Exactly these have run off screen longer than their reasons explain.
    case neverSleeps(apps: [String], at: Duration)
    case deviceWakeups(Count, between: TimeSpan)
  }
}

/// An interval of time since the start, with both ends.
package struct TimeSpan: Hashable, Sendable {
  package var first: Duration
  package var last: Duration

  /// Makes an interval.
  package init(_ first: Duration, _ last: Duration) {
    self.first = first
    self.last = last
  }

  /// Whether the moment lies in it.
  package func contains(_ moment: Instant) -> Bool {
    .at(first) <= moment && moment <= .at(last)
  }
}

/// How often something must happen.
package struct Count: Hashable, Sendable {
  package var min: Int
  /// `nil` is any number.
  package var max: Int?

  /// Makes a count.
  package init(min: Int, max: Int?) {
    self.min = min
    self.max = max
  }

  /// What an expectation without `times` asks for.
  package static let atLeastOnce = Count(min: 1, max: nil)

  /// Whether that many are right.
  package func holds(_ number: Int) -> Bool {
    number >= min && number <= (max ?? .max)
  }
}

/// What came of a request to the scheduler.
package enum SubmissionOutcome: String, Hashable, Sendable, CaseIterable {
  case ok, unavailable, tooManyPendingTaskRequests, notPermitted, immediateRunIneligible

  /// The outcome that a reply tells; `nil` where it is another than the scheduler's.
  package init?(_ reply: Reply) {
    switch reply {
    case .done: self = .ok
    case .refused(.scheduler(let error, _)): self.init(rawValue: error.name)
    case .task, .timeRemaining, .multitasking, .launched, .registered, .pendingTasks, .job,
      .transfersAccepted, .transfers, .service, .refused:
      return nil
    }
  }
}
