import TorporModel

// Jobs while they run: started when their conditions hold, stopped or frozen when one is lost.

extension Device {
  /// Looks at all jobs: what may begin, and what may go on.
  mutating func reviewJobs(in turn: inout Turn) {
    setDeadline(nil, for: .jobs)
    guard !jobs.isEmpty, conditions.isStopping != true else { return }
    let device = surroundings(at: turn.now)
    jobs.look(on: device, by: clock)
    for job in jobs.running { reviewRun(of: job, on: device, in: &turn) }
    for job in jobs.wanted {
      guard let owner = jobs[job]?.ownerUserID, jobs.load(ofUser: owner).hasRoom else { continue }
      start(job, isForced: true, on: device, in: &turn)
    }
    jobs.admit(on: device)
    while let job = jobs.nextStartable {
      guard apps.count < AppTable.countMax else { break }
      start(job, isForced: false, on: device, in: &turn)
    }
    jobs.noteBlockers(on: device)
    tellWhatBlocks(on: device, in: &turn)
    jobs.nextLook = jobs.nextChange(on: device)
    setDeadline(jobs.nextLook, for: .jobs)
  }

  private mutating func start(
    _ job: JobIdentifier,
    isForced: Bool,
    on device: Surroundings,
    in turn: inout Turn
  ) {
    jobs.leaveWait(job, at: turn.now, by: clock)
    guard let record = jobs[job] else { return }
    let met =
      record.owedCommand != nil
      ? [Condition(.failureCommand)]
      : isForced
        ? [Condition(.userAction)]
        : [Condition(.notBefore)] + record.needs(at: turn.now, by: clock).conditions(on: device)
    turn.record(.run(record.activity), of: record.app, because: met)
    var app = AppRecord(
      manifest: AppManifest(
        identifier: record.app,
        name: record.name,
        isCooperative: false,
        isTransient: true
      ),
      settings: AppSettings(),
      at: turn.now
    )
    let failure = record.owedCommand
    app.job = JobHold(job: job, run: record.runCount + 1, since: turn.now, failure: failure)
    let slot = apps.insert(app)
    let launch = turn.counters.nextLaunch
    let (now, clock) = (turn.now, clock)
    jobs.change(job) {
      if failure == nil {
        $0.begin(launch, isForced: isForced, at: now, by: clock)
      } else {
        $0.beginFailureCommand(launch, at: now)
      }
    }
    if failure == nil, record.failure != nil { withdrawFailure(of: record, in: &turn) }
    jobs.noteProcess(of: job)
    jobs.closeFull(ofUser: record.ownerUserID)
    update(slot: slot, in: &turn) { record, turn in
      record.apply(
        .woken(next: launch, reason: .job),
        in: &turn,
        because: [Condition(.job, since: turn.now)]
      )
    }
  }

  // MARK: Going on

  private mutating func reviewRun(
    of job: JobIdentifier,
    on device: Surroundings,
    in turn: inout Turn
  ) {
    guard let record = jobs[job], let run = record.run, run.stop == nil else { return }
    if let timeoutAt = run.timeoutAt, timeoutAt <= turn.now {
      let timeUp = Condition(.timeUp, holds: false, since: run.beganAt, until: timeoutAt)
      return stop(job, as: .timedOut, in: &turn, because: [timeUp])
    }
    let isPaused = record.state == .paused
    let needs = record.needs(at: turn.now, by: clock)
    let lost =
      run.isForced
      ? [] : needs.conditions(on: device, isRunning: !isPaused).filter { !$0.holds }
    switch (lost.first, isPaused) {
    case (nil, false): break
    case (nil, true):
      // One that its owner wants, or whose deadline has come, takes nobody's place.
      if run.isForced || !record.jobClass(at: turn.now, by: clock).takesSlot
        || jobs.load(ofUser: record.ownerUserID).hasSlot
      {
        resume(job, in: &turn)
      }
    case (.some, true): break
    case (.some(let first), false):
      switch record.request.whenLost {
      case .expire: stop(job, as: .conditionLost(first.reason), in: &turn, because: lost)
      case .pause: pause(job, in: &turn, because: lost)
      }
    }
  }

  private mutating func pause(
    _ job: JobIdentifier,
    in turn: inout Turn,
    because lost: [Condition]
  ) {
    guard let app = jobs[job]?.app else { return }
    let now = turn.now
    jobs.change(job) { $0.pause(at: now) }
    turn.record(
      .run(.job(job)),
      of: app,
      launch: jobs[job]?.run?.launch,
      verdict: .waiting,
      because: lost
    )
    update(app, in: &turn) { record, _ in record.job?.isPaused = true }
  }

  private mutating func resume(_ job: JobIdentifier, in turn: inout Turn) {
    guard let app = jobs[job]?.app else { return }
    let (now, clock) = (turn.now, clock)
    jobs.change(job) { $0.resume(at: now, by: clock) }
    update(app, in: &turn) { record, _ in record.job?.isPaused = false }
  }

  /// Tells the process to end, and why; killed after the time that every process has for it.
  mutating func stop(
    _ job: JobIdentifier,
    as end: JobRunEnd,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    guard let record = jobs[job], let run = record.run else { return }
    jobs.change(job) {
      $0.state = .ending
      // Whoever takes the job back has the last word.
      if run.stop == nil || end == .cancelled { $0.run?.stop = end }
      $0.run?.timeoutAt = nil
    }
    guard run.stop == nil else { return }
    if end != .cancelled {
      turn.record(
        .expire(record.activity),
        of: record.app,
        launch: run.launch,
        because: conditions
      )
    }
    update(record.app, in: &turn) { record, turn in
      // A frozen process would not hear that it is to end.
      record.job?.isPaused = false
      record.settle(in: &turn)
      record.end(.jobEnded, in: &turn, because: conditions)
    }
  }

  // MARK: The end

  /// The process of a job has ended.
  mutating func jobEnded(_ job: JobIdentifier, _ reason: ExitReason, in turn: inout Turn) {
    jobs.noteEnd(of: job)
    guard let record = jobs[job], let run = record.run else { return }
    let end = run.stop ?? JobRunEnd(reason)
    if record.runsFailureCommand { return failureCommandEnded(of: record, end, in: &turn) }
    var outcome = JobRecord.Outcome.again
    let (clock, now) = (clock, turn.now)
    jobs.change(job) { outcome = $0.end(end, at: now, by: clock) }
    if outcome != .cancelled {
      turn.record(
        .finish(record.activity, outcome == .success ? .success : .failure),
        of: record.app,
        launch: run.launch,
        because: [end.condition(since: run.beganAt)]
      )
    }
    settle(job, after: outcome, in: &turn)
  }

  /// Brings a job whose run is over to where it goes on: waiting, or finished.
  private mutating func settle(
    _ job: JobIdentifier,
    after outcome: JobRecord.Outcome,
    in turn: inout Turn
  ) {
    guard let record = jobs[job] else { return }
    let isRepeated = record.request.schedule.every != nil
    switch outcome {
    case .success:
      meetDependents(of: job, in: &turn)
      if isRepeated, !record.isElapsed(by: clock) {
        enterWait(job, in: &turn)
      } else {
        finish(job, as: .done, in: &turn)
      }
    case .failure where !record.isOutOfTries: enterWait(job, in: &turn)
    case .failure: fail(job, in: &turn)
    case .again: enterWait(job, in: &turn)
    case .cancelled: finish(job, as: .cancelled, in: &turn)
    }
    if record.isWantedNow { _ = runJobNow(job, in: &turn) }
    lookAtJobs(in: turn)
  }

  // MARK: What the ledger is told

  /// The most waiting jobs whose obstacles are told one by one as they change.
  ///
  /// 64: our choice. Beyond it the ledger would hold little else whenever a charger is pulled.
  private static let jobsToldMax = 64

  /// Tells of each waiting job what stands in its way, once for each change of that.
  private mutating func tellWhatBlocks(on device: Surroundings, in turn: inout Turn) {
    guard jobs.waitingCount <= Self.jobsToldMax else { return }
    for record in jobs.records {
      guard let wait = record.wait else { continue }
      let blockers = conditions(of: record, on: device).filter { !$0.holds }
      let reasons = blockers.map(\.reason)
      guard reasons != wait.told else { continue }
      jobs.change(record.job) { $0.wait?.told = reasons }
      guard !blockers.isEmpty else { continue }
      turn.record(.run(record.activity), of: record.app, verdict: .waiting, because: blockers)
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
