import TorporModel

// Jobs that have failed for good: their users hear of it, their commands for that case run, and the
// jobs after them learn that they will not succeed.

extension JobService {
  /// The job's command has failed, and is not tried again.
  mutating func fail(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = table[job] else { return }
    tellFailure(of: record, device, &out)
    let owes = record.request.onFailure != nil
    table.change(job) {
      $0.failure = JobRecord.Failure(prerequisite: nil, owesCommand: owes)
      $0.retryAt = nil
      if owes { $0.state = .waiting }
    }
    look(at: device.now)
    if !owes { leaveFailure(job, device, &out) }
  }

  /// The command for a failure has ended; how changes nothing about the job.
  mutating func failureCommandEnded(
    of record: JobRecord,
    _ end: JobRunEnd,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.change(record.job) { $0.endFailureCommand(end, at: device.now) }
    // Who ends the command of a job that repeats takes the job back.
    if end == .cancelled, record.request.schedule.every != nil {
      finish(record.job, as: .cancelled, device, &out)
    } else {
      leaveFailure(record.job, device, &out)
    }
    if record.isWantedNow { _ = runNow(record.job, device, &out) }
    look(at: device.now)
  }

  /// One that repeats waits for its next moment; every other is finished.
  private mutating func leaveFailure(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = table[job] else { return }
    let repeats =
      record.request.schedule.every != nil && !record.isElapsed(by: device.clock)
      && record.failure?.prerequisite == nil
    guard repeats else { return finish(job, as: .failed, device, &out) }
    table.change(job) { $0.failureCount = 0 }
    enterWait(job, device, &out)
    meetFollowers(of: [job], device, &out)
  }

  // MARK: Jobs after others

  /// A job is finished otherwise than by success: those that follow it in any case may begin, and those
  /// that need its success have failed, with all that need theirs.
  ///
  /// One pass is enough, because a job can wait only for jobs that were there before it.
  mutating func tellFollowers(
    of first: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    var ended = [first]
    for record in table.records where record.job > first && record.waitsForOthers {
      let met = record.unmet.filter { ended.contains($0) }
      guard !met.isEmpty else { continue }
      if let lost = met.first(where: { record.request.schedule.after.contains($0) }) {
        enterFailure(ofFollower: record, because: lost, device, &out)
        if table[record.job]?.isFinished == true { ended.append(record.job) }
      } else {
        for job in met { meet(job, for: record.job, device, &out) }
      }
    }
  }

  /// The run of a job has ended for good: those that follow it in any case may begin.
  private mutating func meetFollowers(
    of ended: [JobIdentifier],
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for record in table.records where record.waitsForOthers {
      for job in ended
      where record.unmet.contains(job) && !record.request.schedule.after.contains(job) {
        meet(job, for: record.job, device, &out)
      }
    }
  }

  private mutating func enterFailure(
    ofFollower record: JobRecord,
    because lost: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    out.record(
      .finish(record.activity, .failure),
      of: record.app,
      because: [Condition(.dependency, holds: false, subject: subject(ofDependency: lost))]
    )
    table.leaveWait(record.job, at: device.now, by: device.clock)
    let owes = record.request.onFailure != nil
    table.change(record.job) {
      $0.failure = JobRecord.Failure(prerequisite: lost, owesCommand: owes)
      $0.retryAt = nil
      $0.state = owes ? .waiting : .failed
    }
    look(at: device.now)
    if !owes { forgetOldest(ofUser: record.ownerUserID, butFor: record.job, &out) }
  }

  /// Fails a job that begins to wait for one that will not succeed; true when it has.
  mutating func failIfLost(
    _ job: JobIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Bool {
    guard let record = table[job], record.waitsForOthers else { return false }
    let lost = record.unmet.first { other in
      guard record.request.schedule.after.contains(other), let before = table[other] else {
        return false
      }
      return before.state == .failed || before.state == .cancelled
    }
    guard let lost else { return false }
    enterFailure(ofFollower: record, because: lost, device, &out)
    if table[job]?.isFinished == true { tellFollowers(of: job, device, &out) }
    return true
  }

  /// Fails the jobs that wait for one that will not succeed, as earlier versions have left them.
  mutating func failLostJobs(
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for record in table.records { _ = failIfLost(record.job, device, &out) }
  }

  // MARK: What the user hears

  /// The name of the notification; a later failure of the job takes the place of an earlier one.
  static let noticeName = "failed"

  /// Shows the job's owner that it has failed, where there is a desktop.
  private func tellFailure(
    of record: JobRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard device.conditions.settings.jobNotifications, let end = record.runs.last?.end else {
      return
    }
    let shown = ShownNotification(
      key: NotificationKey(app: record.app, identifier: Self.noticeName),
      appName: "Torpor",
      content: NotificationContent(
        title: "Job \(record.name) failed",
        body: "\(end.notice) Details: torpor jobs show \(record.name)"
      ),
      actions: []
    )
    out.order(.service(.show(shown)))
  }

  /// The job runs again, or is removed: what was said of its failure leaves the screen.
  func withdrawFailure(of record: JobRecord, _ out: inout Outbox) {
    guard record.failure != nil else { return }
    let key = NotificationKey(app: record.app, identifier: Self.noticeName)
    out.order(.service(.withdraw(key)))
  }
}

extension JobRecord {
  /// Whether it waits for jobs that are not finished, and was not asked to run in spite of that.
  fileprivate var waitsForOthers: Bool {
    state == .waiting && !unmet.isEmpty && !isWanted
  }
}

extension JobRunEnd {
  /// The end as a sentence for a notification.
  fileprivate var notice: String {
    switch self {
    case .exited(let status): "The command exited with status \(status)."
    case .signalled(let signal): "The command was ended by \(LinuxNames.signal(signal))."
    case .timedOut: "The command took longer than its time-out."
    case .notStarted(let errno): "The command could not be started: \(LinuxNames.error(errno))."
    case .notInFolder(let path, _): "Its working directory \(path) cannot be entered."
    case .conditionLost, .cancelled, .interrupted, .unseen: "The command did not finish."
    }
  }
}
