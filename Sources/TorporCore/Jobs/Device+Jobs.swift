import TorporModel

// What owners ask for their jobs.

extension Device {
  mutating func submitJob(
    _ request: JobRequest,
    owner: UInt32,
    zone: ZoneRules?,
    in turn: inout Turn
  ) -> Reply {
    let former = request.name.flatMap { jobs.job(named: $0, ofUser: owner) }.flatMap { jobs[$0] }
    if let former, let answer = conflict(of: request, with: former) { return answer }
    let job = JobIdentifier(rawValue: turn.counters.jobs + 1)
    let record = JobRecord(
      job,
      request,
      name: request.name ?? freeJobName(for: request.command, owner: owner),
      ownerUserID: owner,
      unmet: request.schedule.after.filter { jobs[$0]?.hasSucceeded != true }
        + request.schedule.afterAny.filter { jobs[$0]?.hasEnded != true },
      zone: zone,
      at: turn.now,
      clock: clock
    )
    if let refusal = refusal(of: record) { return .refused(refusal) }
    if let former, !former.isFinished {
      cancel(former.job, in: &turn, because: [Condition(.replaced)])
    }
    turn.counters.useJob(job)
    jobs.append(record)
    turn.record(.submit(record.activity), of: record.app, because: [Condition(.userAction)])
    enterWait(job, in: &turn)
    return .job(job, isNew: true)
  }

  /// What becomes of a request whose name is taken; `nil`: it is accepted.
  private func conflict(of request: JobRequest, with former: JobRecord) -> Reply? {
    switch request.conflict {
    case .refuse:
      former.isFinished
        ? nil : .refused(.jobNameTaken(name: former.name, job: former.job))
    case .replace: nil
    case .keep: former.isFinished ? nil : .job(former.job, isNew: false)
    case .once:
      former.isFinished && former.state != .done ? nil : .job(former.job, isNew: false)
    }
  }

  private func refusal(of record: JobRecord) -> Refusal? {
    let schedule = record.request.schedule
    for job in schedule.after + schedule.afterAny
    where jobs[job]?.ownerUserID != record.ownerUserID {
      return .unknownJob(name: job.description, similar: [])
    }
    if let mistake = record.impossibleWindow(by: clock) { return .impossibleWindow(mistake) }
    let countMax = JobTable.countMax(forUser: record.ownerUserID)
    guard jobs.count < countMax else { return .tooManyJobs(limit: countMax) }
    let ofUser = jobs.count(ofUser: record.ownerUserID)
    return ofUser < JobTable.countOfUserMax ? nil : .tooManyJobs(limit: JobTable.countOfUserMax)
  }

  /// A name from the command's program, with a number where it is taken.
  private func freeJobName(for command: String, owner: UInt32) -> String {
    let program = command.split(separator: " ").first.map(String.init) ?? "job"
    let base = JobName.make(fromProgram: program)
    func name(_ number: Int) -> String { number == 1 ? base : "\(base)-\(number)" }
    func isFree(_ number: Int) -> Bool { jobs.job(named: name(number), ofUser: owner) == nil }
    guard !isFree(1) else { return base }
    // A free one after one that is taken, without asking for all: thousands may be.
    var (taken, free) = (1, 2)
    while !isFree(free) { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if isFree(middle) { free = middle } else { taken = middle }
    }
    return name(free)
  }

  mutating func cancelJob(_ job: JobIdentifier, in turn: inout Turn) -> Reply {
    guard let record = jobs[job] else { return unknown(job) }
    guard !record.isFinished else { return .refused(.jobIsFinished(job)) }
    cancel(job, in: &turn, because: [Condition(.userAction)])
    return .done
  }

  /// Takes a job back that is not finished; its process, if any, ends first.
  private mutating func cancel(
    _ job: JobIdentifier,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    guard let record = jobs[job] else { return }
    turn.record(.cancel(record.activity), of: record.app, because: conditions)
    jobs.change(job) { $0.isWantedNow = false }
    guard record.run != nil else { return finish(job, as: .cancelled, in: &turn) }
    stop(job, as: .cancelled, in: &turn, because: conditions)
  }

  mutating func runJobNow(_ job: JobIdentifier, in turn: inout Turn) -> Reply {
    guard let record = jobs[job] else { return unknown(job) }
    switch record.state {
    case .waiting, .done, .failed, .cancelled:
      jobs.leaveWait(job, at: turn.now, by: clock)
      jobs.change(job) {
        $0.isWantedNow = true
        $0.state = .waiting
      }
    case .running where record.runsFailureCommand:
      jobs.change(job) { $0.isWantedNow = true }
    case .running, .paused:
      jobs.change(job) { $0.run?.isForced = true }
    case .ending:
      jobs.change(job) { $0.isWantedNow = true }
    }
    lookAtJobs(in: turn)
    return .done
  }

  mutating func removeJob(_ job: JobIdentifier, in turn: inout Turn) -> Reply {
    guard let record = jobs[job] else { return unknown(job) }
    guard record.isFinished else { return .refused(.jobIsNotFinished(job)) }
    if let other = jobs.records.first(where: { !$0.isFinished && $0.unmet.contains(job) }) {
      return .refused(.jobIsAwaited(job, by: other.name))
    }
    forget(record, in: &turn)
    return .done
  }

  private func unknown(_ job: JobIdentifier) -> Reply {
    .refused(.unknownJob(name: job.description, similar: []))
  }

  private mutating func forget(_ record: JobRecord, in turn: inout Turn) {
    jobs.remove(record.job)
    withdrawFailure(of: record, in: &turn)
    turn.record(.remove, of: record.app, because: [Condition(.userAction)])
    turn.order(.remove(record.app))
  }

  // MARK: Waiting and finished

  /// Has the jobs looked at in this turn.
  mutating func lookAtJobs(in turn: Turn) {
    guard !jobs.isEmpty else { return }
    jobs.nextLook = turn.now
    setDeadline(turn.now, for: .jobs)
  }

  mutating func enterWait(_ job: JobIdentifier, in turn: inout Turn) {
    jobs.enterWait(job, on: surroundings(at: turn.now), by: clock)
    if failIfLost(job, in: &turn) { return }
    lookAtJobs(in: turn)
  }

  /// The job is over, for good; those that wait for it learn so.
  mutating func finish(_ job: JobIdentifier, as state: JobState, in turn: inout Turn) {
    jobs.leaveWait(job, at: turn.now, by: clock)
    jobs.change(job) {
      $0.state = state
      $0.retryAt = nil
      $0.failure?.owesCommand = false
    }
    lookAtJobs(in: turn)
    guard let owner = jobs[job]?.ownerUserID else { return }
    if state != .done { tellFollowers(of: job, in: &turn) }
    forgetOldest(ofUser: owner, butFor: job, in: &turn)
  }

  /// The oldest of too many finished jobs of an owner is forgotten.
  mutating func forgetOldest(
    ofUser owner: UInt32,
    butFor job: JobIdentifier,
    in turn: inout Turn
  ) {
    let finished = jobs.records.filter { $0.isFinished && $0.ownerUserID == owner }
    guard finished.count > JobTable.finishedOfUserMax else { return }
    // What another waits for is kept for as long as it is waited for.
    let oldest = finished.first { candidate in
      candidate.job != job
        && !jobs.records.contains { !$0.isFinished && $0.unmet.contains(candidate.job) }
    }
    if let oldest { forget(oldest, in: &turn) }
  }

  /// Jobs after one that has succeeded may begin; so may those that had failed without it.
  mutating func meetDependents(of job: JobIdentifier, in turn: inout Turn) {
    for record in jobs.records where record.unmet.contains(job) {
      meet(job, for: record.job, in: &turn)
    }
  }

  /// One of the jobs that another waits for is no longer waited for.
  mutating func meet(
    _ job: JobIdentifier,
    for dependent: JobIdentifier,
    in turn: inout Turn
  ) {
    let now = turn.now
    jobs.change(dependent) { record in
      if let wait = record.wait {
        record.noteDependencyTime(until: now, since: wait.since, met: job)
      }
      record.unmet.removeAll { $0 == job }
    }
    guard let record = jobs[dependent] else { return }
    let hasFailedWithout = record.state == .failed && record.failure?.prerequisite == job
    if record.state == .waiting && !record.isWanted || hasFailedWithout {
      if hasFailedWithout {
        withdrawFailure(of: record, in: &turn)
        jobs.change(dependent) {
          $0.failure = nil
          $0.state = .waiting
        }
      }
      enterWait(dependent, in: &turn)
    }
  }

  /// The wall clock was set, or the zone is another: begins and deadlines lie elsewhere.
  mutating func jobClockChanged(in turn: inout Turn) {
    for record in jobs.records where record.followsWallClock && !record.isFinished {
      let (clock, now) = (clock, turn.now)
      jobs.change(record.job) { $0.clockChanged(to: clock, at: now) }
      if record.state == .waiting, !record.isWanted {
        jobs.enterWait(record.job, on: surroundings(at: now), by: clock)
      }
    }
    lookAtJobs(in: turn)
  }
}
