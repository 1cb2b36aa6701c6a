import TorporModel

// Ends and exemptions of a process, by the user and by the rules.

extension AppRecord {
  /// Ends the process at once; an adopted one is released instead, here and below.
  mutating func kill(
    _ reason: ExitReason,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    if isAdopted { return release(because: conditions, in: &turn) }
    facts.savingTime?.stop(at: turn.now)
    apply(.killOrdered(reason), in: &turn, because: conditions)
  }

  /// Ends the process after a notification, if it runs.
  mutating func end(
    _ reason: ExitReason,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    if isAdopted { return release(because: conditions, in: &turn) }
    apply(
      .endOrdered(reason, deadline: turn.now + Callback.terminateLimit),
      in: &turn,
      because: conditions
    )
  }

  /// Ends the process after a notification, in any state.
  mutating func bidGoodbye(_ reason: ExitReason, in turn: inout Turn, because cause: Reason) {
    if isAdopted { return release(because: [Condition(cause)], in: &turn) }
    apply(
      .goodbyeOrdered(reason, deadline: turn.now + Callback.terminateLimit),
      in: &turn,
      because: [Condition(cause)]
    )
  }

  /// Handles that the user removes the app from the switcher (T8, RL2).
  mutating func forceQuit(in turn: inout Turn) {
    persistentState.isForceQuit = true
    work.needsReview = true
    if RelaunchRule.row(.continuedProcessing, in: turn.profile).endsWith(.forceQuit) {
      work.dropContinuedRequests(of: workOwner, in: &turn, because: .forceQuit)
    }
    end(.forceQuit, in: &turn, because: [Condition(.userAction)])
  }

  /// Moves the app off screen (T4, T12).
  mutating func leaveScreen(
    in turn: inout Turn,
    because condition: Condition = Condition(.userAction)
  ) {
    guard process.isOnScreen else { return }
    if let missing = turn.missing(of: .multitasking), facts.speaks,
      persistentState.exemption == nil
    {
      end(.exitsOnSuspend, in: &turn, because: [missing.condition])
    } else if manifest.exitsOnSuspend, turn.profile.honorsExitsOnSuspend, facts.speaks,
      persistentState.exemption == nil
    {
      end(.exitsOnSuspend, in: &turn, because: [Condition(.exitsOnSuspend)])
    } else {
      apply(.left, in: &turn, because: [condition])
    }
  }

  /// Exempts the app from being frozen and ended; a length that is not positive ends an exemption.
  mutating func exempt(lasting length: Duration?, in turn: inout Turn) {
    if let length, length <= .zero { return endExemption(in: &turn) }
    persistentState.exemption = Exemption(since: turn.now, until: length.map { turn.now + $0 })
    turn.record(
      .exempt,
      of: identifier,
      launch: process.launch,
      because: [Condition(.userAction, until: persistentState.exemption?.until)]
    )
  }

  /// Ends the exemption; the app is then treated like one that just left the screen.
  mutating func endExemption(in turn: inout Turn) {
    guard let exemption = persistentState.exemption else { return }
    persistentState.exemption = nil
    callbacks.postpone(until: turn.now + Callback.transitionLimit)
    if process.launch != nil, !process.isOnScreen, !process.isEnding {
      time.enterBackground(budget: turn.backgroundTaskBudget, at: turn.now)
      wakes.removeAll()
      work.exemptionEnded(at: turn.now)
      startWakes(in: turn)
      suspension = Suspension()
      processor.stop()
      if turn.profile.watchesProcessorTime { processor.start(at: turn.now) }
    }
    turn.record(
      .endExemption,
      of: identifier,
      launch: process.launch,
      because: [Condition(.exemption, holds: false, since: exemption.since)]
    )
  }

  /// Handles the processor use of the app's process in a whole window.
  mutating func usedProcessor(_ total: Duration, in turn: inout Turn) {
    let isTooMuch = processor.take(total: total, at: turn.now)
    // A program that is not Torpor-aware runs in the background for its grace period, or because
    // freezing it would do harm: its user, not the rule for apps, decides how much it may work.
    guard isTooMuch, job == nil, facts.speaks, process.runsInBackground,
      persistentState.exemption == nil
    else {
      return
    }
    kill(
      .code(.excessiveResources),
      in: &turn,
      because: [Condition(.processorTime, holds: false, since: turn.now - ProcessorMonitor.window)]
    )
  }

  /// Only the app on screen may use the graphics processor (§1.4); an app that is notified that it
  /// leaves is still on screen.
  mutating func submittedGPUWork(in turn: inout Turn) {
    guard process.runsInBackground, !actsOnScreen, persistentState.exemption == nil else {
      return
    }
    kill(
      .code(.excessiveResources),
      in: &turn,
      because: [Condition(.gpu, holds: false, since: usage.since)]
    )
  }

  /// Sends a memory warning, which the user does not see; an app that is still handling the last one,
  /// or was warned recently, does not get another.
  mutating func warnOfMemory(_ judgment: MemoryJudgment, in turn: inout Turn) {
    let level = judgment.level
    guard facts.speaks, process.isOnScreen || process.runsInBackground else { return }
    guard !process.isFrozenOrFreezing,
      !callbacks.contains(where: { $0 == .didReceiveMemoryWarning })
    else { return }
    if let last = facts.memoryWarning,
      turn.now < last.at + MemoryWarning.restingPeriod,
      last.level == .critical || level != .critical
    {
      return
    }
    facts.memoryWarning = MemoryWarning(at: turn.now, level: level)
    call(.didReceiveMemoryWarning, in: &turn)
    turn.record(
      .warnOfMemory,
      of: identifier,
      launch: process.launch,
      because: [Condition(.memoryPressure, memory: judgment.memory)]
    )
  }
}
