package import TorporModel

// Running an app that the user does not look at, for one event.

extension AppRecord {
  /// What stands in the way of a wake for this reason now; empty: nothing.
  package func unmetConditions(to reason: WakeReason, on device: ConditionContext) -> [Condition] {
    if let missing = device.missing(for: reason) { return [missing.condition] }
    var unmet: [Condition] = []
    forEachRelaunchCondition(byTableFor: reason, on: device) { if !$0.holds { unmet.append($0) } }
    return unmet
  }

  /// What the row of the relaunch table asks for, and whether it is so.
  func relaunchConditions(for reason: WakeReason, on device: ConditionContext) -> [Condition] {
    device.missing(for: reason).map { [$0.condition] }
      ?? relaunchConditions(byTableFor: reason, on: device)
  }

  /// The same, whatever the profile has.
  func relaunchConditions(
    byTableFor reason: WakeReason,
    on device: ConditionContext
  ) -> [Condition] {
    var asked: [Condition] = []
    asked.reserveCapacity(Self.relaunchConditionsMax)
    forEachRelaunchCondition(byTableFor: reason, on: device) { asked.append($0) }
    return asked
  }

  /// Calls with each of them: most of those that are only asked for what is unmet make no list.
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
      // Of a force-quit the condition above says it.
      let stays = cause != .forceQuit && rule[cause].stops(on: device)
      starts = manifest.isCooperative && !stays
    }
    take(Condition(.notLaunchedForThis, holds: starts, subject: reason.rawValue))
  }

  /// Whether what should have run the app is not kept until it may.
  func passesOver(_ reason: WakeReason, on device: ConditionContext) -> Bool {
    if device.missing(for: reason) != nil { return true }
    // It is run for nothing until its user opens it, and what is only news is old by then.
    if persistentState.offloadedSince != nil { return true }
    return switch outcome(of: device.relaunchRule(for: reason), on: device) {
    case .passes, .ends: true
    case .shows, .runs, .runsCoarser, .showsWithoutContent, .waitsIfDiscretionary, .waitsForPower,
      .waits:
      false
    }
  }

  /// How many conditions a row of the table can ask for, with those of a silent push behind them.
  private static let relaunchConditionsMax = 14

  /// Runs the app for an event, wherever it is; an event for a dying process waits for the next one.
  ///
  /// `source`: what the ledger says besides, of where the event has come from.
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
      // A thaw is not for the event alone; the wake that follows names its source.
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

  /// Brings the app's process off screen, a new one or the one that is suspended.
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

  /// Too many events that the app has not completed, or that wait for its next process.
  private var queueLimit: [Condition] {
    max(wakes.count, persistentState.pendingEvents.count) < Wake.countMax
      ? [] : [Condition(.rateLimit, holds: false)]
  }
}

/// An event that an app is to be run for.
package struct PendingEvent: Hashable, Sendable, Saved {
  package let reason: WakeReason
  package let callback: Callback
}
