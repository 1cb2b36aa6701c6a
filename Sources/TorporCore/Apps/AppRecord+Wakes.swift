package import TorporModel

// Running an app that the user does not look at, for one event.

extension AppRecord {
  /// What stands in the way of a wake for this reason now; empty: nothing.
  package func obstacles(to reason: WakeReason, on device: WakeConditions) -> [Condition] {
    let rule = RelaunchRule.row(reason)
    var obstacles: [Condition] = []
    if let mode = rule.mode, !manifest.backgroundModes.contains(mode) {
      obstacles.append(Condition(.notPermitted, holds: false, subject: mode.rawValue))
    }
    if standing.isForceQuit, !rule.survivesForceQuit {
      obstacles.append(Condition(.forceQuit, holds: false, since: standing.lastExit?.at))
    }
    if !device.wasUnlockedSinceBoot {
      obstacles.append(Condition(.beforeFirstUnlock, holds: false))
    }
    if rule.needsBackgroundRefresh, !device.allowsRefresh(settings.backgroundRefresh) {
      obstacles.append(Condition(.backgroundRefreshOff, holds: false))
    }
    if rule.pausesInLowPower, device.isLowPowerMode {
      obstacles.append(Condition(.lowPowerMode, holds: false))
    }
    if process.launch == nil, !rule.launchesDead {
      obstacles.append(Condition(.notLaunchedForThis, holds: false, subject: reason.rawValue))
    }
    return obstacles
  }

  /// Runs the app for an event, wherever it is, and returns whether the event was handed over.
  @discardableResult
  mutating func wake(
    for reason: WakeReason,
    with callback: Callback,
    on device: WakeConditions,
    in turn: inout Turn
  ) -> Bool {
    if process.isOnScreen {
      call(callback, in: &turn)
      return true
    }
    var obstacles = obstacles(to: reason, on: device)
    if process.isEnding { obstacles.append(Condition(.nothingLeftToDo, holds: false)) }
    guard obstacles.isEmpty else {
      turn.record(
        .wake(reason),
        of: identifier,
        launch: process.launch,
        verdict: .denied,
        because: obstacles
      )
      return false
    }
    let cause = [Condition(.wake, since: turn.now, subject: reason.rawValue)]
    apply(.woken(next: turn.counters.nextLaunch, reason: reason), in: &turn, because: cause)
    guard let token = call(callback, in: &turn) else { return false }
    let wake = Wake(reason: reason, token: token, startedAt: turn.now)
    wakes.append(wake)
    time.enterWake(end: wake.deadline + BackgroundTime.wakeExtension)
    turn.record(
      .wake(reason),
      of: identifier,
      launch: process.launch,
      because: [Condition(.budget, until: wake.deadline)]
    )
    return true
  }
}

/// What the device adds to the question whether an app may be woken.
package struct WakeConditions: Hashable, Sendable {
  package let wasUnlockedSinceBoot: Bool
  package let backgroundRefresh: BackgroundRefresh
  package let isLowPowerMode: Bool
  package let isOnWifi: Bool

  /// Whether refresh is allowed by the device's switch and an app's own.
  func allowsRefresh(_ appSwitch: BackgroundRefresh) -> Bool {
    [backgroundRefresh, appSwitch].allSatisfy { $0 == .on || ($0 == .wifi && isOnWifi) }
  }
}
