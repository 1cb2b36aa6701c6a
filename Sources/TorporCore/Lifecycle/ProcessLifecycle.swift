package import TorporModel

/// The life of an app's process: not running, on screen, in the background, suspended, ended.
///
/// It owns the present state and the callbacks of transitions. It does not own the reasons to keep an
/// app running, time limits or tokens; those arrive as events (`nothingHolds`, `kill`). Rules of the
/// file: one table, `next(_:_:)`, no `default:`; a late report is listed and has no effect.
package struct ProcessLifecycle: Hashable, Sendable, Saved {
  // Shape: one method for each state: the rows of its table of transitions.
  package enum State: Hashable, Sendable, Saved {
    /// No process.
    case notRunning
    /// Started, and not yet back from `didFinishLaunching`.
    case launching(Launching)
    /// On screen with the user's input.
    case active(launch: LaunchIdentifier)
    /// On screen under a banner or a question.
    case inactive(launch: LaunchIdentifier)
    /// Off screen and running.
    case background(launch: LaunchIdentifier)
    /// Off screen and running while hazards are checked.
    case inspecting(launch: LaunchIdentifier)
    /// Ordered to freeze; the kernel has not confirmed it.
    case freezing(launch: LaunchIdentifier)
    /// Frozen.
    case suspended(launch: LaunchIdentifier)
    /// Notified that it is about to end; killed at `deadline` if it has not returned by then.
    case terminating(launch: LaunchIdentifier, reason: ExitReason, deadline: Instant)
    /// Killed; the kernel has not reported its end.
    case killed(launch: LaunchIdentifier, reason: ExitReason)
  }

  /// A launch under way.
  package struct Launching: Hashable, Sendable, Saved {
    package let launch: LaunchIdentifier
    /// Whether it was started for the screen.
    package let beganInForeground: Bool
    /// Whether the user wants it on screen now.
    package var isWantedOnScreen: Bool

    func wantedOnScreen(_ isWanted: Bool) -> Launching {
      var copy = self
      copy.isWantedOnScreen = isWanted
      return copy
    }
  }

  package enum Event: Hashable, Sendable {
    /// The user wants the app on screen; a new process would be this one.
    case opened(next: LaunchIdentifier)
    /// The app leaves the screen.
    case left
    case interrupted
    case interruptionEnded
    /// Something needs the app to run off screen; a new process would be this one. `isAnnounced`: it
    /// is notified by `didEnterBackground`.
    case woken(next: LaunchIdentifier, reason: WakeReason, isAnnounced: Bool)
    /// `didFinishLaunching` has returned.
    case finishedLaunching
    case nothingHolds
    case somethingHolds
    /// The inspection found nothing that forbids freezing.
    case foundClear
    /// The inspection found a hazard.
    case foundHazard
    case frozen
    case freezeFailed
    /// The process was frozen, and is running although this was not ordered.
    case freezeUndone
    /// The process must end, at the deadline at the latest; a running one is notified first.
    case endOrdered(ExitReason, deadline: Instant)
    /// The process must end, at the deadline at the latest, and is thawed so that it is notified.
    case goodbyeOrdered(ExitReason, deadline: Instant)
    /// The process must end, at the deadline at the latest; a frozen one is thawed so that it saves first.
    case saveOrdered(ExitReason, deadline: Instant)
    /// The process must end at once.
    case killOrdered(ExitReason)
    /// `willTerminate` or `willTerminateForMemory` has returned, or its time has run out.
    case willTerminateReturned
    case exited(ExitStatus)
  }

  package enum Effect: Hashable, Sendable {
    case launch(LaunchDestination)
    case inspect, freeze, thaw, kill
    case call(Callback)
    case reportEnd(LaunchIdentifier, ExitReason)
  }

  package private(set) var state: State = .notRunning

  package init() {}

  /// Applies one event and returns the effects, in order.
  package mutating func handle(_ event: Event) -> [Effect] {
    let (next, effects) = ProcessLifecycle.next(state, event)
    state = next
    return effects
  }
}

extension ProcessLifecycle {
  /// Gives a process that was asked to end until `moment`.
  mutating func postponeTermination(until moment: Instant) {
    guard case .terminating(let launch, let reason, let deadline) = state, deadline < moment else {
      return
    }
    state = .terminating(launch: launch, reason: reason, deadline: moment)
  }

  /// Accounts for a sleep of the machine: a process that was asked to end has its full time nevertheless.
  mutating func slept(for length: Duration) {
    guard case .terminating(let launch, let reason, let deadline) = state else { return }
    state = .terminating(launch: launch, reason: reason, deadline: deadline + length)
  }

  /// Why the process was ordered to end, while it ends; `nil`: it was not ordered.
  var reasonOfEnd: ExitReason? {
    switch state {
    case .terminating(_, let reason, _), .killed(_, let reason): reason
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .freezing,
      .suspended:
      nil
    }
  }

  /// Something outside the table ends the process (the machine restarts): `reason` is why.
  mutating func endsWith(_ reason: ExitReason) {
    guard let launch else { return }
    state = .killed(launch: launch, reason: reason)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ProcessLifecycle {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("state")
    state.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("state")
    state = try ProcessLifecycle.State(from: &reader)
    try reader.endObject()
  }
}
