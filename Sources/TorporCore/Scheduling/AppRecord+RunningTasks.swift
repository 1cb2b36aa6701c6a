import TorporModel

// Tasks while they run: launched, expired, cancelled, completed. Each of these moves other machines of the process,
// too; what concerns only the work is in `AppWork` and `RunningTasks`.

extension AppRecord {
  /// Delivers a task to the app's process, which is started or woken for it.
  mutating func run(_ request: TaskRequest, isSimulated: Bool, in turn: inout Turn) {
    let reason = request.kind.type.wakeReason
    if !process.isOnScreen {
      let cause = [Condition(.wake, since: turn.now, subject: reason.rawValue)]
      wake(for: reason, in: &turn, because: cause)
    }
    let callback = Callback.launchTask(
      identifier: request.identifier,
      type: request.kind.type
    )
    guard let token = call(callback, in: &turn) else { return }
    let task = RunningTask(request, token: token, isSimulated: isSimulated, at: turn.now)
    work.running.add(task)
    if process.isOnScreen { work.running.pause() }
    work.running.showProgress(of: workOwner, in: &turn)
    work.noteRun(of: request.kind.type, at: turn.now)
    if !process.isOnScreen { startWakes(in: turn) }
    if work.running.turnsProcessorMonitorOff { processor.stop() }
    workOwner.record(
      .run(task.activity),
      in: &turn,
      because: [
        Condition(
          isSimulated ? .simulated : .plannedMoment,
          until: work.running.task(token)?.end
        )
      ]
    )
  }

  /// `setTaskCompleted`; says whether the callback had started a task that was running.
  mutating func completeTask(
    _ token: CallbackToken,
    _ result: CompletionResult,
    in turn: inout Turn
  ) -> Bool {
    guard let task = work.running.remove(token) else { return false }
    if task.type != .continued, !task.isSimulated {
      work.cooperation.note(result.isGood ? .useful : .failed)
    }
    over(task, result, in: &turn, because: [Condition(.runningTask, since: task.startedAt)])
    return true
  }

  private mutating func over(
    _ task: RunningTask,
    _ result: CompletionResult,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    workOwner.record(.finish(task.activity, result), in: &turn, because: conditions)
    task.closeNotice(isLost: !result.isGood, of: workOwner, in: &turn)
    callbacks.taskIsOver(task.token, at: turn.now)
    if wakes.isEmpty, work.running.isEmpty { time.leaveWake() }
    if process.runsInBackground, turn.profile.watchesProcessorTime,
      !work.running.turnsProcessorMonitorOff
    {
      processor.start(at: turn.now)
    }
    if task.type != .appRefresh { turn.freesSlot = true }
    if task.type.isHeavy {
      work.lengths.learn(
        task.runningTime(at: turn.now),
        of: task.identifier,
        wasStopped: task.expiredAt != nil || result == .failure
      )
    }
    work.needsReview = true
  }

  /// Calls the expiration handler of a running task; one without a handler ends at once (BX5).
  mutating func expire(_ task: RunningTask, in turn: inout Turn, because conditions: [Condition]) {
    guard task.expiredAt == nil else { return }
    guard task.hasExpirationHandler else {
      guard work.running.remove(task.token) != nil else { return }
      return over(task, .failure, in: &turn, because: conditions)
    }
    _ = work.running.change(task.token) { $0.expiredAt = turn.now }
    workOwner.record(.expire(task.activity), in: &turn, because: conditions)
    call(.taskExpiration(task: task.token, identifier: task.identifier), in: &turn)
  }

  /// Ends a task that the process cannot run.
  mutating func drop(_ task: RunningTask, in turn: inout Turn, because conditions: [Condition]) {
    guard work.running.remove(task.token) != nil else { return }
    over(task, .failure, in: &turn, because: conditions)
  }

  /// Tasks that a launch was for, and that the launched process has no handler for.
  mutating func dropTasksWithoutHandler(in turn: inout Turn) {
    for task in work.running.tasks
    where !work.requests.hasHandler(for: task.identifier, type: task.type) {
      let lacks = Condition(.notRegistered, holds: false, subject: task.identifier)
      drop(task, in: &turn, because: [lacks])
    }
  }

  /// The user cancels a task: its expiration handler is called (CP8), and a queued request is removed.
  mutating func cancelTask(_ identifier: String, in turn: inout Turn) {
    if let task = work.running.task(named: identifier) {
      task.closeNotice(isLost: false, of: workOwner, in: &turn)
      work.running.dismissNotice(of: identifier)
      guard let task = work.running.task(named: identifier) else { return }
      return expire(task, in: &turn, because: [Condition(.userAction)])
    }
    guard let request = work.requests.remove(identifier: identifier) else { return }
    workOwner.record(.cancel(request.activity), in: &turn, because: [Condition(.userAction)])
  }

  /// Whether the launch that was ordered for its tasks came about is unknown: they wait again.
  mutating func requeueTasksOfLaunch(in turn: inout Turn, because reason: Reason) {
    guard case .launching = process.state else { return }
    work.requeueTasks(of: workOwner, in: &turn, because: reason)
  }

  /// Does what is due of the running tasks; says whether the process was ended for it.
  mutating func enforceTasks(in turn: inout Turn) -> Bool {
    work.running.showProgress(of: workOwner, in: &turn)
    for task in work.running.tasks {
      guard let due = task.due, due <= turn.now else { continue }
      if task.killAt != nil {
        let overrun = Condition(
          .runningTask,
          holds: false,
          since: task.startedAt,
          until: task.end,
          subject: task.identifier
        )
        work.cooperation.note(.overrun)
        kill(.code(task.type.wakeReason.overrunCode), in: &turn, because: [overrun])
        return true
      }
      let why =
        task.progress == nil
        ? Condition(.timeUp, holds: false, until: task.end)
        : Condition(.noProgress, holds: false, since: task.progress?.movedAt)
      expire(task, in: &turn, because: [why])
    }
    return false
  }

  /// Ends running work that lost its conditions: the user picks up the device, the charger is unplugged.
  mutating func expireWhatLostItsConditions(on device: ConditionContext, in turn: inout Turn) {
    for task in work.running.tasks where !task.isSimulated {
      guard let policy = WorkPolicy.policy(for: task.request.kind) else { continue }
      let lost = policy.conditionsToKeepRunning(on: device).filter { !$0.holds }
      if !lost.isEmpty { expire(task, in: &turn, because: lost) }
    }
  }
}

extension CompletionResult {
  /// Whether the work succeeded.
  fileprivate var isGood: Bool { self == .success || self == .newData || self == .noData }
}
