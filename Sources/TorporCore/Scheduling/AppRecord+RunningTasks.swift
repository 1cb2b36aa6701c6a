import TorporModel

// Tasks while they run: handed over, told to end, completed.

extension AppRecord {
  /// Hands a task to the app's process, which is started or woken for it.
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
    showProgress(in: &turn)
    noteRun(of: request.kind.type, at: turn.now)
    if !process.isOnScreen { startWakes(in: turn) }
    if work.running.turnsProcessorMonitorOff { processor.stop() }
    recordWork(
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

  private mutating func noteRun(of type: TaskType, at now: Instant) {
    switch type {
    case .appRefresh: work.lastRefreshAt = now
    case .processing, .healthResearch: work.lastProcessingAt = now
    case .continued: break
    }
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
    recordWork(.finish(task.activity, result), in: &turn, because: conditions)
    closeNotice(of: task, isLost: !result.isGood, in: &turn)
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

  /// Tells a running task to end; one without an expiration handler is over without a word (BX5).
  mutating func expire(_ task: RunningTask, in turn: inout Turn, because conditions: [Condition]) {
    guard task.expiredAt == nil else { return }
    guard task.hasExpirationHandler else {
      guard work.running.remove(task.token) != nil else { return }
      return over(task, .failure, in: &turn, because: conditions)
    }
    _ = work.running.change(task.token) { $0.expiredAt = turn.now }
    recordWork(.expire(task.activity), in: &turn, because: conditions)
    call(.taskExpiration(task: task.token, identifier: task.identifier), in: &turn)
  }

  /// Takes a task back that the process cannot run.
  mutating func drop(_ task: RunningTask, in turn: inout Turn, because conditions: [Condition]) {
    guard work.running.remove(task.token) != nil else { return }
    over(task, .failure, in: &turn, because: conditions)
  }

  /// Nobody saw whether the launch came about that was ordered for these tasks: they wait again.
  mutating func requeueTasksOfLaunch(in turn: inout Turn, because reason: Reason) {
    guard case .launching = process.state else { return }
    for task in work.running.tasks where task.type != .continued {
      guard work.running.remove(task.token) != nil else { continue }
      let number = turn.counters.makeActivity()
      _ = work.requests.add(PendingRequest(number: number, again: task, at: turn.now))
      recordWork(.run(task.activity), in: &turn, verdict: .waiting, because: [Condition(reason)])
    }
  }

  /// Does what is due of the running tasks; says whether the process was ended for it.
  mutating func enforceTasks(in turn: inout Turn) -> Bool {
    showProgress(in: &turn)
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

  /// Ends running work whose conditions were lost: the user picks the device up, the charger goes.
  mutating func expireWhatLostItsConditions(on device: ConditionContext, in turn: inout Turn) {
    for task in work.running.tasks where !task.isSimulated {
      guard let policy = WorkPolicy.policy(for: task.request.kind) else { continue }
      let lost = conditionsToKeepRunning(of: policy, on: device).filter { !$0.holds }
      if !lost.isEmpty { expire(task, in: &turn, because: lost) }
    }
  }

  mutating func reportProgress(
    _ token: CallbackToken,
    permille: Int,
    title: String?,
    subtitle: String?,
    in turn: inout Turn
  ) -> Reply {
    for text in [title, subtitle].compactMap({ $0 })
    where text.utf8.count > Self.taskTextBytesMax {
      return .refused(.textTooLong(bytes: text.utf8.count, bytesMax: Self.taskTextBytesMax))
    }
    let now = turn.now
    let isKnown = work.running.change(token) { task in
      guard var progress = task.progress else { return }
      // The same number again is no progress (CP7).
      if permille > progress.permille { progress.movedAt = now }
      progress.permille = min(max(progress.permille, permille), 1000)
      progress.title = title ?? progress.title
      progress.subtitle = subtitle ?? progress.subtitle
      task.progress = progress
    }
    showProgress(in: &turn)
    return isKnown ? .done : .refused(.unknownCallback(token))
  }
}

extension CompletionResult {
  /// Whether the work came to a good end.
  fileprivate var isGood: Bool { self == .success || self == .newData || self == .noData }
}
