package import TorporModel

// The reasons that keep an app running, and the suspension when there are none.

extension AppRecord {
  /// Returns every reason for which the app's code may run now; none for a process that does not exist.
  package func heldBy(at now: Instant) -> [Condition] {
    var found = HeldConditions()
    collectHolds(at: now, into: &found)
    return found.conditions
  }

  /// Returns the reasons of `heldBy`, without the details for users.
  func reasonsHeldBy(at now: Instant) -> [Reason] {
    var found = HeldReasons()
    collectHolds(at: now, into: &found)
    return found.reasons
  }

  private func collectHolds(at now: Instant, into held: inout some HoldCollector) {
    guard process.launch != nil, !process.isEnding else { return }
    if process.isOnScreen { return held.add(.onScreen, since: usage.since) }
    if case .launching = process.state { return held.add(.launching, since: usage.since) }
    if let exemption = persistentState.exemption {
      held.add(.exemption, since: exemption.since, until: exemption.until)
    }
    if isUnseen { held.add(.windowShown, subject: "unknown") }
    if let job, !job.isPaused { held.add(.job, since: job.since, subject: job.job.description) }
    for wake in wakes where wake.deadline != nil {
      held.add(.wake, since: wake.startedAt, until: wake.deadline, subject: wake.reason.rawValue)
    }
    for task in work.running.tasks {
      held.add(
        .runningTask,
        since: task.startedAt,
        until: task.killAt ?? task.end,
        subject: task.identifier
      )
    }
    for index in time.tasks.indices {
      held.add(
        time.tasks[index].kind.reason,
        since: time.tasks[index].begunAt,
        until: time.end(of: time.tasks[index]),
        subject: time.tasks[index].name
      )
    }
    if !assertions.isEmpty { held.add(assertions.conditions) }
    callbacks.forEachHolding { callback, until in
      // The task limits its launch handler, and the callbacks that wait behind it.
      held.add(
        .runningCallback,
        until: until ?? work.running.tasks.compactMap { $0.killAt ?? $0.end }.max(),
        subject: callback.name
      )
    }
    held.add(facts.hazards.heldBy(hazardsOf, at: now))
    held.add(suspension.heldBy(at: now))
  }

  /// Brings the process into the state, and to the priority, that its reasons require; the last step of every input.
  mutating func settle(in turn: inout Turn) {
    settleState(in: &turn)
    followPriority(in: &turn)
  }

  private mutating func settleState(in turn: inout Turn) {
    switch process.state {
    case .background:
      guard !isHeld(at: turn.now) else { return }
      apply(.nothingHolds, in: &turn, because: [])
    case .inspecting, .freezing, .suspended:
      guard isHeld(at: turn.now) else { return }
      apply(.somethingHolds, in: &turn, because: heldBy(at: turn.now))
    case .notRunning, .launching, .active, .inactive, .terminating, .killed: break
    }
  }

  private var hazardsOf: ReportedHazards.App { facts.speaks ? .speaks : .knowsNothing }

  /// Handles a hazard reported by the desktop, or its end.
  mutating func told(of hazard: Hazard, isPresent: Bool, in turn: inout Turn) {
    let before = facts.hazards.heldBy(hazardsOf, at: turn.now).map(\.reason)
    facts.hazards.update(hazard, isPresent: isPresent, at: turn.now)
    if case .pushMessage = hazard, isPresent, process.isFrozenOrFreezing, !before.contains(.wake) {
      noteMessage(in: &turn)
    }
    // It may stay for as long as the program runs, which would be visible only in its energy use.
    guard hazard == .hasStatusItem, !before.contains(.statusItem) else { return }
    let now = facts.hazards.heldBy(hazardsOf, at: turn.now).filter { $0.reason == .statusItem }
    if !now.isEmpty { recordDenial(now, in: &turn) }
  }

  /// Handles a push for a program that receives it over the bus; the run is counted like that for any other push.
  private mutating func noteMessage(in turn: inout Turn) {
    guard process.launch != nil, !process.isEnding else { return }
    usage.noteWake(.visiblePush)
    turn.record(
      .wake(.visiblePush),
      of: identifier,
      launch: process.launch,
      because: [Condition(.budget, until: turn.now + WakeReason.visiblePush.budget)]
    )
  }

  /// Returns whether a known hazard prevents freezing the process.
  func isHeldByHazard(at now: Instant) -> Bool { facts.hazards.holds(hazardsOf, at: now) }

  /// Returns whether `heldBy` has a reason, without making the list; this runs after every input.
  ///
  /// Does not change the record, so that it is lent rather than copied.
  private mutating func isHeld(at now: Instant) -> Bool {
    if persistentState.exemption != nil || !wakes.isEmpty || !time.tasks.isEmpty
      || callbacks.holdsApp
    {
      return true
    }
    if !work.running.isEmpty || isUnseen { return true }
    if let job, !job.isPaused { return true }
    if !assertions.isEmpty { return true }
    if isHeldByHazard(at: now) { return true }
    if let graceEnd = suspension.graceEnd, graceEnd > now { return true }
    return suspension.hold?.recheckAt != nil
  }

  /// Handles the result of the host's check for hazards.
  mutating func inspected(_ inspection: Inspection, in turn: inout Turn) {
    if let bytes = inspection.footprintBytes { facts.footprintBytes = bytes }
    let locks = inspection.hazards.filter(\.isFileLock)
    let sockets = turn.profile.thawsForWaitingPeers && !facts.speaks
    let hazards = sockets ? inspection.hazards : inspection.hazards.filter { !$0.isServedSocket }
    let forbidding = hazards.filter(\.forbidsFreezing)
    switch process.state {
    case .inspecting where facts.speaks && turn.profile.endsHoldersOfFileLocks && !locks.isEmpty:
      kill(.code(.fileLock), in: &turn, because: locks.map(\.condition))
    case .inspecting, .freezing, .suspended:
      if forbidding.isEmpty {
        suspension.hold = nil
        watchLocks(!locks.isEmpty, at: turn.now)
        watchSockets(hazards.contains(where: \.isServedSocket), in: &turn)
        apply(.foundClear, in: &turn, because: [])
      } else {
        hold(for: forbidding, in: &turn)
      }
    // It is needed again: the findings no longer matter.
    case .notRunning, .launching, .active, .inactive, .background, .terminating, .killed: break
    }
  }

  /// Handles the kernel's report that the group is frozen.
  mutating func frozen(in turn: inout Turn) {
    // It is unknown whether a job has work left; it was ordered to pause.
    let pause = job.flatMap { job in
      job.isPaused ? Condition(.job, holds: false, subject: job.job.description) : nil
    }
    apply(.frozen, in: &turn, because: [pause ?? Condition(.nothingLeftToDo)])
  }

  /// Handles that the kernel could not freeze the group; the freeze is tried again later.
  mutating func freezeFailed(errno: Int32, in turn: inout Turn) {
    guard process.isFrozenOrFreezing else { return }
    let recheckAt = turn.now + Suspension.freezeRetry
    let reason = Condition(.freezerUnavailable, holds: false, subject: "errno \(errno)")
    let isNew = suspension.hold?.conditions != [reason]
    suspension.lockWatch = nil
    suspension.hold = Suspension.Hold(conditions: [reason], recheckAt: recheckAt)
    apply(.freezeFailed, in: &turn, because: [])
    if isNew { recordDenial([reason], in: &turn) }
  }

  /// Handles a thaw by another process: by a user through the file, or by a program that also freezes and thaws.
  ///
  /// Freezing it again at once would work against them, so it is left for as long as after a failed
  /// freeze. An adopted app that is thawed repeatedly is managed by another program: it is released.
  mutating func thawedFromOutside(in turn: inout Turn) {
    guard case .suspended = process.state else { return }
    let reason = Condition(.thawedFromOutside, holds: false)
    if suspension.freezeWasUndone(at: turn.now), isAdopted {
      return release(because: [reason], in: &turn)
    }
    suspension.hold = Suspension.Hold(
      conditions: [reason],
      recheckAt: turn.now + Suspension.freezeRetry
    )
    apply(.freezeUndone, in: &turn, because: [])
    turn.record(.thaw, of: identifier, launch: process.launch, because: [reason])
  }

  private mutating func watchLocks(_ holdsLocks: Bool, at now: Instant) {
    if !holdsLocks {
      suspension.lockWatch = nil
    } else if suspension.lockWatch == nil {
      suspension.lockWatch = Suspension.LockWatch(at: now)
    }
  }

  /// Watches the sockets of the group; a thaw ends the watch, so it is ordered again before each freeze.
  private mutating func watchSockets(_ servesSockets: Bool, in turn: inout Turn) {
    suspension.watchesSockets = servesSockets ? true : nil
    guard servesSockets, let launch = process.launch else { return }
    turn.order(.watchSockets(launch))
  }

  private mutating func hold(for hazards: [Hazard], in turn: inout Turn) {
    let changesSoon = hazards.contains { $0.isFileLock || $0.isServedSocket }
    let recheckAt = turn.now + (changesSoon ? Suspension.lockRecheck : Suspension.hazardRecheck)
    let conditions = hazards.map(\.condition)
    let isNew = suspension.hold?.conditions != conditions
    suspension.lockWatch = nil
    suspension.hold = Suspension.Hold(conditions: conditions, recheckAt: recheckAt)
    apply(.foundHazard, in: &turn, because: conditions)
    if isNew { recordDenial(conditions, in: &turn) }
  }

  /// Records a refusal to freeze once, not at every check.
  private func recordDenial(_ conditions: [Condition], in turn: inout Turn) {
    turn.record(
      .freeze,
      of: identifier,
      launch: process.launch,
      verdict: .denied,
      because: conditions
    )
  }
}

extension BackgroundTime.Task.Kind {
  var reason: Reason {
    switch self {
    case .task: .backgroundTask
    case .activity: .expiringActivity
    }
  }
}

/// A collector of the reasons for which an app's code may run; the parts that it does not keep are not computed.
private protocol HoldCollector {
  mutating func take(
    _ reason: Reason,
    since: () -> Instant?,
    until: () -> Instant?,
    subject: () -> String?
  )
  mutating func add(_ conditions: [Condition])
}

extension HoldCollector {
  @inline(__always)
  mutating func add(
    _ reason: Reason,
    since: @autoclosure () -> Instant? = nil,
    until: @autoclosure () -> Instant? = nil,
    subject: @autoclosure () -> String? = nil
  ) {
    take(reason, since: since, until: until, subject: subject)
  }
}

private struct HeldConditions: HoldCollector {
  var conditions: [Condition] = []

  mutating func take(
    _ reason: Reason,
    since: () -> Instant?,
    until: () -> Instant?,
    subject: () -> String?
  ) {
    conditions.append(Condition(reason, since: since(), until: until(), subject: subject()))
  }

  mutating func add(_ conditions: [Condition]) { self.conditions += conditions }
}

private struct HeldReasons: HoldCollector {
  var reasons: [Reason] = []

  mutating func take(
    _ reason: Reason,
    since: () -> Instant?,
    until: () -> Instant?,
    subject: () -> String?
  ) {
    reasons.append(reason)
  }

  mutating func add(_ conditions: [Condition]) { reasons += conditions.lazy.map(\.reason) }
}
