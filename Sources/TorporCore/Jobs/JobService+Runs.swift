import TorporModel

// Jobs while they run: started when their conditions hold, stopped or frozen when one is lost.

extension JobService {
  /// Reviews all jobs: which may continue, and which may begin.
  mutating func review(_ device: DeviceState, _ out: inout Outbox) {
    table.nextReview = nil
    guard !table.isEmpty, device.conditions.isStopping != true else { return }
    table.look(on: device.conditionContext, by: device.clock)
    for job in table.running { reviewRun(of: job, device, &out) }
    // The requests so far are carried out first: starts are decided afterwards.
    if out.isEmpty { startWanted(device, &out) } else { out.post(.job(.step(.startWanted))) }
  }

  mutating func handle(_ step: JobStep, _ device: DeviceState, _ out: inout Outbox) {
    switch step {
    case .startWanted: startWanted(device, &out)
    case .startFree: startFree(device, &out)
    }
  }

  /// Starts the first job that its owner wants to run at once; the others follow, and then those with
  /// conditions that hold.
  private mutating func startWanted(_ device: DeviceState, _ out: inout Outbox) {
    let wanted = table.wanted.first { job in
      table[job].map { table.load(ofUser: $0.ownerUserID).hasRoom } ?? false
    }
    if let wanted {
      start(wanted, isForced: true, device, &out)
      return out.post(.job(.step(.startWanted)))
    }
    table.admit(on: device.conditionContext)
    startFree(device, &out)
  }

  /// Starts the first job with conditions that hold; the others follow, and the review ends with the last.
  private mutating func startFree(_ device: DeviceState, _ out: inout Outbox) {
    if device.apps.count < AppTable.countMax, let job = table.nextStartable {
      start(job, isForced: false, device, &out)
      return out.post(.job(.step(.startFree)))
    }
    let conditionContext = device.conditionContext
    table.noteBlockers(on: conditionContext)
    tellWhatBlocks(on: conditionContext, device, &out)
    table.nextReview = table.nextChange(on: conditionContext)
  }

  private mutating func start(
    _ job: JobIdentifier,
    isForced: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.leaveWait(job, at: device.now, by: device.clock)
    guard let record = table[job] else { return }
    let needs = record.needs(at: device.now, by: device.clock)
    let failure = record.owedCommand
    let met =
      failure != nil
      ? [Condition(.failureCommand)]
      : isForced
        ? [Condition(.userAction)]
        : [Condition(.notBefore)] + needs.conditions(on: device.conditionContext)
    out.record(.run(record.activity), of: record.app, because: met)
    let launch = device.counters.nextLaunch
    let hold = JobHold(job: job, run: record.runCount + 1, since: device.now, failure: failure)
    table.change(job) {
      if failure == nil {
        $0.begin(launch, isForced: isForced, at: device.now, by: device.clock)
      } else {
        $0.beginFailureCommand(launch, at: device.now)
      }
    }
    if failure == nil { withdrawFailure(of: record, &out) }
    table.noteProcess(of: job)
    table.closeFull(ofUser: record.ownerUserID)
    let start = JobStart(
      app: record.app,
      name: record.name,
      ownerUserID: record.ownerUserID,
      hold: hold,
      launch: launch
    )
    out.job(.start(start))
  }

  // MARK: Going on

  private mutating func reviewRun(
    of job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = table[job], let run = record.run, run.stop == nil else { return }
    if let timeoutAt = run.timeoutAt, timeoutAt <= device.now {
      let timeUp = Condition(.timeUp, holds: false, since: run.beganAt, until: timeoutAt)
      return stop(job, as: .timedOut, &out, because: [timeUp])
    }
    let isPaused = record.state == .paused
    let needs = record.needs(at: device.now, by: device.clock)
    let lost =
      run.isForced
      ? []
      : needs.conditions(on: device.conditionContext, isRunning: !isPaused).filter { !$0.holds }
    switch (lost.first, isPaused) {
    case (nil, false): break
    case (nil, true):
      // A job that its owner wants, or after its deadline, takes no slot from others.
      if run.isForced || !record.jobClass(at: device.now, by: device.clock).takesSlot
        || table.load(ofUser: record.ownerUserID).hasSlot
      {
        resume(job, device, &out)
      }
    case (.some, true): break
    case (.some(let first), false):
      switch record.request.whenLost {
      case .expire: stop(job, as: .conditionLost(first.reason), &out, because: lost)
      case .pause: pause(job, device, &out, because: lost)
      }
    }
  }

  private mutating func pause(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox,
    because lost: [Condition]
  ) {
    guard let app = table[job]?.app else { return }
    table.change(job) { $0.pause(at: device.now) }
    out.record(
      .run(.job(job)),
      of: app,
      launch: table[job]?.run?.launch,
      verdict: .waiting,
      because: lost
    )
    out.job(.pause(app))
  }

  private mutating func resume(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = table[job]?.app else { return }
    table.change(job) { $0.resume(at: device.now, by: device.clock) }
    out.job(.resume(app))
  }

  /// Asks the process to end, with the reason; it is killed after the usual time.
  mutating func stop(
    _ job: JobIdentifier,
    as end: JobRunEnd,
    _ out: inout Outbox,
    because conditions: [Condition]
  ) {
    guard let record = table[job], let run = record.run else { return }
    table.change(job) {
      $0.state = .ending
      // A cancellation of the job has the last word.
      if run.stop == nil || end == .cancelled { $0.run?.stop = end }
      $0.run?.timeoutAt = nil
    }
    guard run.stop == nil else { return }
    if end != .cancelled {
      out.record(
        .expire(record.activity),
        of: record.app,
        launch: run.launch,
        because: conditions
      )
    }
    out.job(.end(record.app, because: conditions))
  }

  // MARK: The end

  /// The process of a job has ended.
  mutating func processEnded(
    of job: JobIdentifier,
    _ reason: ExitReason,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.noteEnd(of: job)
    guard let record = table[job], let run = record.run else { return }
    let end = run.stop ?? JobRunEnd(reason)
    if record.runsFailureCommand { return failureCommandEnded(of: record, end, device, &out) }
    var outcome = JobRecord.Outcome.again
    table.change(job) { outcome = $0.end(end, at: device.now, by: device.clock) }
    if outcome != .cancelled {
      out.record(
        .finish(record.activity, outcome == .success ? .success : .failure),
        of: record.app,
        launch: run.launch,
        because: [end.condition(since: run.beganAt)]
      )
    }
    settle(job, after: outcome, device, &out)
  }

  /// Moves a job after its run into its next state: waiting, or finished.
  private mutating func settle(
    _ job: JobIdentifier,
    after outcome: JobRecord.Outcome,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = table[job] else { return }
    let isRepeated = record.request.schedule.every != nil
    switch outcome {
    case .success:
      meetDependents(of: job, device, &out)
      if isRepeated, !record.isElapsed(by: device.clock) {
        enterWait(job, device, &out)
      } else {
        finish(job, as: .done, device, &out)
      }
    case .failure where !record.isOutOfTries: enterWait(job, device, &out)
    case .failure: fail(job, device, &out)
    case .again: enterWait(job, device, &out)
    case .cancelled: finish(job, as: .cancelled, device, &out)
    }
    if record.isWantedNow { _ = runNow(job, device, &out) }
    look(at: device.now)
  }

  // MARK: What the ledger is told

  /// The maximum number of waiting jobs with individually recorded changes of their conditions.
  ///
  /// 64: our choice. Beyond it, the ledger would contain little else whenever a charger is unplugged.
  private static let jobsToldMax = 64

  /// Records the blocking conditions of each waiting job, once for each change.
  private mutating func tellWhatBlocks(
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard table.waitingCount <= Self.jobsToldMax else { return }
    for record in table.records {
      guard let wait = record.wait else { continue }
      let blockers = conditions(of: record, on: conditionContext, by: device.clock).filter {
        !$0.holds
      }
      let reasons = blockers.map(\.reason)
      guard reasons != wait.told else { continue }
      table.change(record.job) { $0.wait?.told = reasons }
      guard !blockers.isEmpty else { continue }
      out.record(.run(record.activity), of: record.app, verdict: .waiting, because: blockers)
    }
  }
}

extension JobRunEnd {
  /// The end as the reason of a decision.
  func condition(since beganAt: Instant) -> Condition {
    switch self {
    case .exited(let status): Condition(.endedByItself, since: beganAt, subject: "status \(status)")
    case .signalled(let signal):
      Condition(.endedByItself, since: beganAt, subject: LinuxNames.signal(signal))
    case .notStarted(let errno):
      Condition(.notStarted, holds: false, since: beganAt, subject: LinuxNames.error(errno))
    case .notInFolder(let path, let errno):
      Condition(
        .notStarted,
        holds: false,
        since: beganAt,
        subject: "its working directory \(path) cannot be entered: \(LinuxNames.error(errno))"
      )
    case .unseen: Condition(.daemonRestart, since: beganAt)
    case .timedOut: Condition(.timeUp, holds: false, since: beganAt)
    case .conditionLost(let reason):
      Condition(.conditionLost, holds: false, since: beganAt, subject: reason.rawValue)
    case .cancelled: Condition(.userAction, since: beganAt)
    case .interrupted: Condition(.reboot, since: beganAt)
    }
  }
}
