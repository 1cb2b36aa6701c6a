import TorporModel

// How jobs enter their wait, and the consequences of the end of one.

extension JobService {
  /// Makes the job wait, or fails it because a prerequisite will not succeed.
  mutating func enterWait(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.enterWait(job, on: device.conditionContext, by: device.clock)
    if failIfLost(job, device, &out) { return }
    look(at: device.now)
  }

  /// Finishes the job; jobs that wait for it are updated.
  mutating func finish(
    _ job: JobIdentifier,
    as state: JobState,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.leaveWait(job, at: device.now, by: device.clock)
    table.change(job) {
      $0.state = state
      $0.retryAt = nil
      $0.failure?.owesCommand = false
    }
    look(at: device.now)
    guard let owner = table[job]?.ownerUserID else { return }
    if state != .done { tellFollowers(of: job, device, &out) }
    forgetOldest(ofUser: owner, butFor: job, &out)
  }

  /// Removes the oldest finished job of an owner with too many.
  mutating func forgetOldest(
    ofUser owner: UInt32,
    butFor job: JobIdentifier,
    _ out: inout Outbox
  ) {
    let finished = table.records.filter { $0.isFinished && $0.ownerUserID == owner }
    guard finished.count > JobTable.finishedOfUserMax else { return }
    // A job that another one waits for is kept.
    let oldest = finished.first { candidate in
      candidate.job != job
        && !table.records.contains { !$0.isFinished && $0.unmet.contains(candidate.job) }
    }
    if let oldest { forget(oldest, &out) }
  }

  /// Removes everything about the job.
  mutating func forget(_ record: JobRecord, _ out: inout Outbox) {
    table.remove(record.job)
    withdrawFailure(of: record, &out)
    out.record(.remove, of: record.app, because: [Condition(.userAction)])
    out.order(.remove(record.app))
  }

  // MARK: Jobs after others

  /// Lets jobs begin that waited for one that has succeeded; also those that had failed without it.
  mutating func meetDependents(
    of job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for record in table.records where record.unmet.contains(job) {
      meet(job, for: record.job, device, &out)
    }
  }

  /// Removes one of a job's unmet prerequisites.
  mutating func meet(
    _ job: JobIdentifier,
    for dependent: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.change(dependent) { record in
      if let wait = record.wait {
        record.noteDependencyTime(until: device.now, since: wait.since, met: job)
      }
      record.unmet.removeAll { $0 == job }
    }
    guard let record = table[dependent] else { return }
    let hasFailedWithout = record.state == .failed && record.failure?.prerequisite == job
    if record.state == .waiting && !record.isWanted || hasFailedWithout {
      if hasFailedWithout {
        withdrawFailure(of: record, &out)
        table.change(dependent) {
          $0.failure = nil
          $0.state = .waiting
        }
      }
      enterWait(dependent, device, &out)
    }
  }

  /// Handles a change of the wall clock or the time zone, which moves begin times and deadlines.
  mutating func clockChanged(_ device: DeviceState) {
    for record in table.records where record.followsWallClock && !record.isFinished {
      table.change(record.job) { $0.clockChanged(to: device.clock, at: device.now) }
      if record.state == .waiting, !record.isWanted {
        table.enterWait(record.job, on: device.conditionContext, by: device.clock)
      }
    }
    look(at: device.now)
  }
}
