import TorporModel

/// What every cause reads as.
enum ExpectedAnswers {
  /// A check of the cause with what its clause names.
  static func check(of cause: Cause) -> Check {
    switch cause {
    case .obstacle: Check(cause, .found, reason: .forceQuit)
    case .hold: Check(cause, .found, reason: .backgroundTask, subject: "upload")
    case .breach:
      Check(cause, .found, reason: .backgroundTask, subject: "upload", length: .seconds(30))
    case .conditionsLost: Check(cause, .found, reason: .deviceInUse)
    case .budgetOfProfile: Check(cause, .rule, subject: "ios4", length: .seconds(600))
    default: Check(cause, .found, subject: "x")
    }
  }

  /// Conditions with advice of their own, and holds that read as hazards.
  static let conditions: [Check] =
    [
      Reason.backgroundRefreshOff, .lowPowerMode, .batteryLow, .externalPower, .notBefore, .usage,
      .network, .beforeFirstUnlock, .notPermitted, .notRegistered, .thermal,
    ].map { Check(.obstacle, .found, reason: $0) }
    + [
      Reason.expiringActivity, .runningTask, .wake, .fileLock, .enterBackgroundWatchdog,
      .processorTime, .tooManyTasks,
    ].map { Check(.breach, .found, reason: $0, subject: "x") }
    + [Reason.fileLock, .exemption, .grace, .controllingTerminal].map {
      Check(.hold, .found, reason: $0, subject: "x")
    }
}
