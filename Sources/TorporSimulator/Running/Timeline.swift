package import TorporModel

/// One thing that was seen while a scenario ran.
package struct TimelineEntry: Hashable, Sendable {
  /// When.
  package let at: Instant
  /// When, by the wall clock of the device, in nanoseconds since 1970.
  package let wallNanoseconds: Int64
  /// The alias of the app; `nil` for the device as a whole.
  package let app: String?
  /// The process, where there is one.
  package let launch: LaunchIdentifier?
  /// What was seen.
  package let event: TimelineEvent
}

/// What can be seen.
package enum TimelineEvent: Hashable, Sendable {
  /// The script did something.
  case script(String)
  /// The app stands elsewhere, as the daemon says.
  case state(ApplicationState)
  case launched(LaunchDestination)
  case called(name: String)
  /// The user sees a notification.
  case shown(notification: String)
  case completed(name: String, result: CompletionResult)
  case answered(AppRequest, Reply)
  /// The outcome of a request that the app keeps under a label.
  case submitted(label: String, SubmissionOutcome)
  case saved(key: String, value: String)
  case frozen, thawed
  /// The kernel says how the process ended.
  case exited(ExitStatus)
  /// The daemon says why.
  case ended(ExitReason)
  case decided(Decision)
  /// Nothing ran; now something runs.
  case deviceWoke
  /// The run is a failure: a rule was broken.
  case violation(String)
}

/// Collects what is seen, in order.
package final class TimelineRecorder {
  private let clock: VirtualClock
  package private(set) var entries: [TimelineEntry] = []
  /// Rules that were broken, in order.
  package private(set) var violations: [TimelineEntry] = []

  /// Makes a recorder that reads times from the clock.
  package init(clock: VirtualClock) { self.clock = clock }

  package func record(
    _ event: TimelineEvent,
    of app: String? = nil,
    launch: LaunchIdentifier? = nil
  ) {
    entries.append(
      TimelineEntry(
        at: clock.now(),
        wallNanoseconds: clock.wallNanoseconds(),
        app: app,
        launch: launch,
        event: event
      )
    )
  }

  /// A rule was broken; said once for as long as nothing else is broken.
  package func violation(_ sentence: String, of app: String? = nil) {
    if case .violation(sentence) = violations.last?.event { return }
    record(.violation(sentence), of: app)
    if let entry = entries.last { violations.append(entry) }
  }
}
