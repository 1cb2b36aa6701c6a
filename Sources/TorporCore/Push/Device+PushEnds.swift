import TorporModel

// Pushes that waited and are handed to nobody; the ledger says why.

extension Device {
  /// A push that waited goes.
  func drop(
    _ push: Push,
    because reason: Reason,
    _ subject: String? = nil,
    in turn: inout Turn
  ) {
    turn.record(
      .wake(push.kind.wakeReason(isVisible: push.isVisible)),
      of: push.app,
      verdict: .denied,
      because: [Condition(reason, holds: false, subject: subject)]
    )
  }

  /// What the app is to be run for goes.
  mutating func dropHeld(
    of app: AppIdentifier,
    because reason: Reason,
    _ subject: String? = nil,
    in turn: inout Turn
  ) {
    guard let record = apps[app], let held = record.pushes.held else { return }
    drop(held.push, because: reason, subject, in: &turn)
    changePushes(of: app) { $0.held = nil }
    if record.pushes.call == nil { pushes.drop(waiting: app) }
  }

  /// The newest replaces the older (PN7), whether it waits or runs the app at once.
  func replaceHeld(by newer: HeldPush, in turn: inout Turn) {
    guard let older = apps[newer.push.app]?.pushes.held, older != newer else { return }
    drop(older.push, because: .replaced, in: &turn)
  }

  /// Senders do not reach the app any more, and what they have sent before is not for it either.
  mutating func unregister(_ kind: PushTokenKind, of app: AppIdentifier, in turn: inout Turn) {
    changePushes(of: app) { $0.setToken(nil, kind) }
    guard kind == .remote else { return }
    dropHeld(of: app, because: .notRegistered, in: &turn)
    setPushDeadline()
  }
}

extension ExitReason {
  /// Whether the user or the system ended the process, not the process itself.
  var isSomebodysWish: Bool {
    switch self {
    case .forceQuit, .jetsam, .killedFromOutside, .code: true
    case .crash, .exit, .jobEnded, .exitsOnSuspend, .uninstall, .update, .reboot, .logout,
      .notStarted, .notInFolder,
      .unseen:
      false
    }
  }
}
