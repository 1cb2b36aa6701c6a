import TorporModel

/// The state of an app or its device: the columns of the relaunch table (§10).
package enum RelaunchCause: String, Hashable, Sendable, CaseIterable {
  /// The last process crashed, ended by itself, or was ended for what it did.
  case crash
  /// The last process was removed for its memory.
  case jetsam
  /// The user has removed the app from the switcher, and neither opened it since nor restarted the
  /// device (RL2).
  case forceQuit
  /// The device was restarted and not unlocked since (RL3).
  case restartLocked
  /// The device was restarted since the app ran last, and unlocked once.
  case restart
  /// The last process was ended for a new version of the app.
  case update
  /// Background App Refresh is switched off, for the device or for the app.
  case refreshOff
  /// The device is in Low Power Mode.
  case lowPower
}

/// A cell of the relaunch table: the treatment of one kind of event under one cause.
///
/// In order of strictness: if there are several causes, the strictest decides.
package enum RelaunchOutcome: Int, Hashable, Sendable, CaseIterable {
  /// The user sees it; no process is needed.
  case shows
  /// The app is woken, or launched where it is not running.
  case runs
  /// Like `runs`, with less effort to detect the event.
  case runsCoarser
  /// The user sees that there is something, but not its content.
  case showsWithoutContent
  /// Discretionary work is kept until the cause has passed; everything else runs.
  case waitsIfDiscretionary
  /// Kept until the cause has passed, or the device is on external power.
  case waitsForPower
  /// Kept until the cause has passed.
  case waits
  /// The event passes without the app; the app's request stays, and its next event counts.
  case passes
  /// The app's request has ended: cancelled, dropped, or lost with its process.
  case ends

  /// Whether the app is not run for the event now.
  func stops(on device: ConditionContext) -> Bool {
    switch self {
    case .shows, .runs, .runsCoarser, .showsWithoutContent, .waitsIfDiscretionary: false
    case .waitsForPower: !device.isOnExternalPower
    case .waits, .passes, .ends: true
    }
  }
}

extension ExitReason {
  /// The column of an app that is not running.
  package var relaunchCause: RelaunchCause {
    switch self {
    // It did nothing wrong: the system needed its resources, as it may need memory.
    case .code(.diskSpace): .jetsam
    case .crash, .exit, .code, .killedExternally, .released, .unseen, .notStarted, .notInFolder,
      .exitsOnSuspend,
      .jobEnded, .uninstall:
      .crash
    case .jetsam, .outOfMemory: .jetsam
    case .forceQuit: .forceQuit
    case .update: .update
    case .reboot, .logout: .restart
    }
  }
}

extension AppRecord {
  /// Why the app has no process, or will soon have none.
  func causeOfAbsence(on device: DeviceConditions) -> RelaunchCause {
    if let reason = process.reasonOfEnd { return reason.relaunchCause }
    guard let exit = persistentState.lastExit else {
      // It never ran. No row tells the two apart for an app that has asked for nothing yet.
      return device.bootedAt == nil ? .crash : .restart
    }
    if let bootedAt = device.bootedAt, exit.at <= bootedAt { return .restart }
    return exit.reason.relaunchCause
  }

  /// Returns every cause that applies to the app now.
  func relaunchCauses(on device: ConditionContext) -> [RelaunchCause] {
    var causes: [RelaunchCause] = []
    forEachRelaunchCause(on: device) { causes.append($0) }
    return causes
  }

  /// The same, without the list.
  private func forEachRelaunchCause(
    on device: ConditionContext,
    _ take: (RelaunchCause) -> Void
  ) {
    if process.launch == nil || process.isEnding { take(causeOfAbsence(on: device.conditions)) }
    for cause in RelaunchRule.passing where !condition(cause, on: device).holds { take(cause) }
  }

  /// Returns the result of the row for the present state of the app.
  func outcome(of rule: RelaunchRule, on device: ConditionContext) -> RelaunchOutcome {
    var strictest: RelaunchOutcome?
    forEachRelaunchCause(on: device) { cause in
      let cell = rule[cause]
      if strictest.map({ $0.rawValue < cell.rawValue }) ?? true { strictest = cell }
    }
    return strictest ?? (rule.isShown ? .shows : .runs)
  }

  /// Returns the condition that a cause that passes by itself is absent.
  func condition(_ cause: RelaunchCause, on device: ConditionContext) -> Condition {
    switch cause {
    case .forceQuit:
      Condition(
        .forceQuit,
        holds: !persistentState.isForceQuit,
        since: persistentState.isForceQuit ? persistentState.lastExit?.at : nil
      )
    case .restartLocked: device.firstUnlock
    case .refreshOff: device.refreshSwitch(settings.backgroundRefresh)
    case .lowPower: device.lowPowerMode
    case .crash, .jetsam, .restart, .update:
      Condition(.notLaunchedForThis, holds: process.launch != nil)
    }
  }
}
