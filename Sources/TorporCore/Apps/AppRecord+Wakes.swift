package import TorporModel

// Running an app that the user does not look at, for one event.

extension AppRecord {
  /// What stands in the way of a wake for this reason now; empty: nothing.
  package func obstacles(to reason: WakeReason, on device: WakeConditions) -> [Condition] {
    let rule = RelaunchRule.row(reason)
    var obstacles: [Condition] = []
    if let mode = rule.modes.first, !rule.modes.contains(where: manifest.backgroundModes.contains) {
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
    let listens = process.launch == nil ? manifest.isCooperative : facts.speaks
    if !listens || (process.launch == nil && !rule.launchesDead) {
      obstacles.append(Condition(.notLaunchedForThis, holds: false, subject: reason.rawValue))
    }
    return obstacles
  }

  /// Runs the app for an event, wherever it is; an event for a dying process waits for the next one.
  mutating func wake(for event: PendingEvent, on device: WakeConditions, in turn: inout Turn) {
    let reason = event.reason
    if process.isEnding, !standing.isUninstalled {
      if standing.pendingEvents.count < Wake.countMax { standing.pendingEvents.append(event) }
      return
    }
    let obstacles = process.isOnScreen ? crowding : obstacles(to: reason, on: device) + crowding
    guard obstacles.isEmpty else {
      turn.record(
        .wake(reason),
        of: identifier,
        launch: process.launch,
        verdict: .denied,
        because: obstacles
      )
      return
    }
    let isOnScreen = process.isOnScreen
    if !isOnScreen {
      let cause = [Condition(.wake, since: turn.now, subject: reason.rawValue)]
      apply(.woken(next: turn.counters.nextLaunch, reason: reason), in: &turn, because: cause)
    }
    guard let token = call(event.callback, in: &turn) else { return }
    wakes.append(Wake(reason: reason, token: token, startedAt: turn.now))
    guard !isOnScreen else { return }
    startWakes(in: turn)
    turn.record(
      .wake(reason),
      of: identifier,
      launch: process.launch,
      because: [Condition(.budget, until: wakes.last?.deadline)]
    )
  }

  /// Too many events that the app has not completed.
  private var crowding: [Condition] {
    wakes.count < Wake.countMax ? [] : [Condition(.rateLimit, holds: false)]
  }
}

/// An event that an app is to be run for.
package struct PendingEvent: Hashable, Sendable, Codable {
  package let reason: WakeReason
  package let callback: Callback
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
