package import TorporModel

// Wakes: running an app off screen for one event.

extension AppRecord {
  /// Returns the unmet conditions of a wake for this reason now; empty: none.
  package func unmetConditions(to reason: WakeReason, on device: ConditionContext) -> [Condition] {
    if let missing = device.missing(for: reason) { return [missing.condition] }
    var unmet: [Condition] = []
    forEachRelaunchCondition(byTableFor: reason, on: device) { if !$0.holds { unmet.append($0) } }
    return unmet
  }

  /// Returns the conditions that the row of the relaunch table requires, each with its state.
  func relaunchConditions(for reason: WakeReason, on device: ConditionContext) -> [Condition] {
    device.missing(for: reason).map { [$0.condition] }
      ?? relaunchConditions(byTableFor: reason, on: device)
  }

  /// Returns the same conditions regardless of the profile's capabilities.
  func relaunchConditions(
    byTableFor reason: WakeReason,
    on device: ConditionContext
  ) -> [Condition] {
    var asked: [Condition] = []
    asked.reserveCapacity(Self.relaunchConditionsMax)
    forEachRelaunchCondition(byTableFor: reason, on: device) { asked.append($0) }
    return asked
  }

  /// Calls the closure with each of these conditions; most queries for unmet conditions need no list.
  private func forEachRelaunchCondition(
    byTableFor reason: WakeReason,
    on device: ConditionContext,
    _ take: (Condition) -> Void
  ) {
    let rule = device.relaunchRule(for: reason)
    if let mode = rule.modes.first {
      let isDeclared = rule.modes.contains(where: manifest.backgroundModes.contains)
      take(Condition(.notPermitted, holds: isDeclared, subject: mode.rawValue))
    }
    for cause in RelaunchRule.passing where rule[cause].stops(on: device) {
      take(condition(cause, on: device))
    }
    if let since = persistentState.offloadedSince {
      take(Condition(.offloaded, holds: false, since: since))
    }
    if device.conditions.isStopping == true {
      take(Condition(.machineStops, holds: false))
    }
    let starts: Bool
    if process.launch != nil {
      starts = facts.speaks
    } else {
      let cause = causeOfAbsence(on: device.conditions)
      // For a force-quit, the condition above already covers it.
      let stays = cause != .forceQuit && rule[cause].stops(on: device)
      starts = manifest.isCooperative && !stays
    }
    take(Condition(.notLaunchedForThis, holds: starts, subject: reason.rawValue))
  }

  /// Returns whether the event is dropped instead of being kept until the app may run.
  func passesOver(_ reason: WakeReason, on device: ConditionContext) -> Bool {
    if device.missing(for: reason) != nil { return true }
    // It is not run for any event until its user opens it, and mere news will be outdated by then.
    if persistentState.offloadedSince != nil { return true }
    return switch outcome(of: device.relaunchRule(for: reason), on: device) {
    case .passes, .ends: true
    case .shows, .runs, .runsCoarser, .showsWithoutContent, .waitsIfDiscretionary, .waitsForPower,
      .waits:
      false
    }
  }

  /// The maximum number of conditions of a row of the table, followed by those of a silent push.
  private static let relaunchConditionsMax = 14

  /// Runs the app for an event, in any state; an event for a process that is ending waits for the next process.
  ///
  /// `source`: additional conditions for the ledger, about the source of the event.
  mutating func wake(
    for event: PendingEvent,
    from source: [Condition] = [],
    on device: ConditionContext,
    in turn: inout Turn
  ) {
    let reason = event.reason
    let isStopping = device.conditions.isStopping == true
    if process.isEnding, !isStopping, !persistentState.isUninstalled,
      persistentState.offloadedSince == nil,
      persistentState.pendingEvents.count < Wake.countMax
    {
      return persistentState.pendingEvents.append(event)
    }
    let unmetConditions =
      process.isOnScreen && !isStopping
      ? queueLimit : unmetConditions(to: reason, on: device) + queueLimit
    guard unmetConditions.isEmpty else {
      turn.record(
        .wake(reason),
        of: identifier,
        launch: process.launch,
        verdict: .denied,
        because: unmetConditions + source
      )
      return
    }
    let isOnScreen = process.isOnScreen
    if !isOnScreen {
      let cause = [Condition(.wake, since: turn.now, subject: reason.rawValue)]
      // A thaw is not only for the event; the wake that follows records its source.
      wake(for: reason, in: &turn, because: process.launch == nil ? cause + source : cause)
    }
    guard let token = call(event.callback, in: &turn) else { return }
    wakes.append(Wake(reason: reason, token: token, startedAt: turn.now))
    guard !isOnScreen else { return }
    startWakes(in: turn)
    turn.record(
      .wake(reason),
      of: identifier,
      launch: process.launch,
      because: [Condition(.budget, until: wakes.last?.deadline)] + source
    )
  }

  /// Runs the app's process off screen: a new one, or the suspended one.
  mutating func wake(for reason: WakeReason, in turn: inout Turn, because cause: [Condition]) {
    usage.noteWake(reason)
    apply(
      .woken(
        next: turn.counters.nextLaunch,
        reason: reason,
        isAnnounced: turn.profile.announcesWakes
      ),
      in: &turn,
      because: cause
    )
  }

  /// The unmet condition if too many events are not completed, or wait for the app's next process.
  private var queueLimit: [Condition] {
    max(wakes.count, persistentState.pendingEvents.count) < Wake.countMax
      ? [] : [Condition(.rateLimit, holds: false)]
  }
}

/// An event for which an app will be run.
package struct PendingEvent: Hashable, Sendable, Saved {
  package let reason: WakeReason
  package let callback: Callback
}
