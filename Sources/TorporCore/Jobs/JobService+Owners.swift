import TorporModel

// Requests of owners about their jobs.

extension JobService {
  /// Accepts a job, if there is no reason to refuse it.
  mutating func submit(
    _ request: JobRequest,
    owner: UInt32,
    zone: ZoneRules?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    let former = request.name.flatMap { table.job(named: $0, ofUser: owner) }.flatMap { table[$0] }
    if let former, let answer = conflict(of: request, with: former) { return answer }
    let job = JobIdentifier(rawValue: device.counters.jobs + 1)
    let record = JobRecord(
      job,
      request,
      name: request.name ?? freeName(for: request.command, owner: owner),
      ownerUserID: owner,
      unmet: request.schedule.after.filter { table[$0]?.hasSucceeded != true }
        + request.schedule.afterAny.filter { table[$0]?.hasEnded != true },
      zone: zone,
      at: device.now,
      clock: device.clock
    )
    if let refusal = refusal(of: record, by: device.clock) { return .refused(refusal) }
    if let former, !former.isFinished {
      cancel(former.job, device, &out, because: [Condition(.replaced)])
    }
    out.job(.number(job))
    table.append(record)
    out.record(.submit(record.activity), of: record.app, because: [Condition(.userAction)])
    enterWait(job, device, &out)
    return .job(job, isNew: true)
  }

  /// Returns the reply to a request with a name that is taken; `nil`: it is accepted.
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

  private func refusal(of record: JobRecord, by clock: WallClock) -> Refusal? {
    let schedule = record.request.schedule
    for job in schedule.after + schedule.afterAny
    where table[job]?.ownerUserID != record.ownerUserID {
      return .unknownJob(name: job.description, similar: [])
    }
    if let mistake = record.impossibleWindow(by: clock) { return .impossibleWindow(mistake) }
    let countMax = JobTable.countMax(forUser: record.ownerUserID)
    guard table.count < countMax else { return .tooManyJobs(limit: countMax) }
    let ofUser = table.count(ofUser: record.ownerUserID)
    return ofUser < JobTable.countOfUserMax ? nil : .tooManyJobs(limit: JobTable.countOfUserMax)
  }

  /// A name from the command's program, with a number where it is taken.
  private func freeName(for command: String, owner: UInt32) -> String {
    let program = command.split(separator: " ").first.map(String.init) ?? "job"
    let base = JobName.make(fromProgram: program)
    func name(_ number: Int) -> String { number == 1 ? base : "\(base)-\(number)" }
    func isFree(_ number: Int) -> Bool { table.job(named: name(number), ofUser: owner) == nil }
    guard !isFree(1) else { return base }
    // Finds a free number after a taken one without trying all: there may be thousands.
    var (taken, free) = (1, 2)
    while !isFree(free) { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if isFree(middle) { free = middle } else { taken = middle }
    }
    return name(free)
  }

  /// Cancels a job for its owner.
  mutating func cancel(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[job] else { return unknown(job) }
    guard !record.isFinished else { return .refused(.jobIsFinished(job)) }
    cancel(job, device, &out, because: [Condition(.userAction)])
    return .done
  }

  /// Cancels an unfinished job; its process, if any, ends first.
  private mutating func cancel(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox,
    because conditions: [Condition]
  ) {
    guard let record = table[job] else { return }
    out.record(.cancel(record.activity), of: record.app, because: conditions)
    table.change(job) { $0.isWantedNow = false }
    guard record.run != nil else { return finish(job, as: .cancelled, device, &out) }
    stop(job, as: .cancelled, &out, because: conditions)
  }

  /// Runs a job regardless of conditions, as soon as its process, if any, has ended.
  mutating func runNow(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[job] else { return unknown(job) }
    switch record.state {
    case .waiting, .done, .failed, .cancelled:
      table.leaveWait(job, at: device.now, by: device.clock)
      table.change(job) {
        $0.isWantedNow = true
        $0.state = .waiting
      }
    case .running where record.runsFailureCommand:
      table.change(job) { $0.isWantedNow = true }
    case .running, .paused:
      table.change(job) { $0.run?.isForced = true }
    case .ending:
      table.change(job) { $0.isWantedNow = true }
    }
    look(at: device.now)
    return .done
  }

  /// Removes a finished job.
  mutating func remove(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[job] else { return unknown(job) }
    guard record.isFinished else { return .refused(.jobIsNotFinished(job)) }
    if let other = table.records.first(where: { !$0.isFinished && $0.unmet.contains(job) }) {
      return .refused(.jobIsAwaited(job, by: other.name))
    }
    forget(record, &out)
    return .done
  }

  private func unknown(_ job: JobIdentifier) -> Reply {
    .refused(.unknownJob(name: job.description, similar: []))
  }
}
