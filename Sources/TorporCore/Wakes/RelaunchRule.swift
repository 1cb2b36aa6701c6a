package import TorporModel

/// The rule for starting apps off screen for an event: a row of the relaunch table (§10), as data (`WakeRow`).
///
/// The policy has no other rule: the conditions of a wake, what is kept for later, what ends with a
/// process and what the user sees are read from these cells. `docs/reference/relaunch.md` is generated
/// from them. A suspended app is woken wherever one that is not running would be launched; if the
/// table ends the app's request with its process, only a suspended app can be woken.
///
/// A cell that ends something under `restartLocked` repeats what `restart` has already ended.
package struct RelaunchRule: Hashable, Sendable {
  private var crash, jetsam, forceQuit, restartLocked: RelaunchOutcome
  private var restart, update, refreshOff, lowPower: RelaunchOutcome
  /// The modes, at least one of which must be declared; empty if none is needed.
  package let modes: [BackgroundMode]

  /// The cell of a column.
  package internal(set) subscript(cause: RelaunchCause) -> RelaunchOutcome {
    get {
      switch cause {
      case .crash: crash
      case .jetsam: jetsam
      case .forceQuit: forceQuit
      case .restartLocked: restartLocked
      case .restart: restart
      case .update: update
      case .refreshOff: refreshOff
      case .lowPower: lowPower
      }
    }
    set {
      switch cause {
      case .crash: crash = newValue
      case .jetsam: jetsam = newValue
      case .forceQuit: forceQuit = newValue
      case .restartLocked: restartLocked = newValue
      case .restart: restart = newValue
      case .update: update = newValue
      case .refreshOff: refreshOff = newValue
      case .lowPower: lowPower = newValue
      }
    }
  }

  /// The causes that pass without a process of the app: waiting events then run.
  package static let passing: [RelaunchCause] = [
    .forceQuit, .restartLocked, .refreshOff, .lowPower,
  ]

  /// Whether the row is for something visible to the user, without running a process.
  package var isShown: Bool { crash == .shows }

  /// Returns whether the app's request ends with a process that ends in this way.
  func endsWith(_ cause: RelaunchCause) -> Bool { self[cause] == .ends }

  /// The row of a reason, under the rules of a profile.
  package static func row(
    _ reason: WakeReason,
    in profile: Profile = .named(.ios26)
  ) -> RelaunchRule {
    let row = WakeRow.of(reason)
    guard let difference = row.difference else { return row.relaunch }
    var rule = row.relaunch
    difference(&rule, profile)
    return rule
  }

  /// The alert of a push.
  package static let shownPush = RelaunchRule(
    .shows,
    .shows,
    .shows,
    .showsWithoutContent,
    .shows,
    .shows,
    .shows,
    .shows
  )

  /// A notification that an app has scheduled.
  package static let shownNotification = RelaunchRule(
    .shows,
    .shows,
    .shows,
    .waits,
    .shows,
    .shows,
    .shows,
    .shows
  )

  /// The cells in the order of §10.
  init(
    _ crash: RelaunchOutcome,
    _ jetsam: RelaunchOutcome,
    _ forceQuit: RelaunchOutcome,
    _ restartLocked: RelaunchOutcome,
    _ restart: RelaunchOutcome,
    _ update: RelaunchOutcome,
    _ refreshOff: RelaunchOutcome,
    _ lowPower: RelaunchOutcome,
    _ modes: [BackgroundMode] = []
  ) {
    self.crash = crash
    self.jetsam = jetsam
    self.forceQuit = forceQuit
    self.restartLocked = restartLocked
    self.restart = restart
    self.update = update
    self.refreshOff = refreshOff
    self.lowPower = lowPower
    self.modes = modes
  }
}
