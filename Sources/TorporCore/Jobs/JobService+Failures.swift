import TorporModel

// Jobs that have failed permanently: their users are notified, their commands for a failure run, and
// dependent jobs fail.

extension JobService {
  /// Handles a failed command that is not retried.
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

  /// Handles the end of the command for a failure, which does not affect the job.
  mutating func failureCommandEnded(
    of record: JobRecord,
    _ end: JobRunEnd,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.change(record.job) { $0.endFailureCommand(end, at: device.now) }
    // Ending the command of a repeating job cancels the job.
    if end == .cancelled, record.request.schedule.every != nil {
      finish(record.job, as: .cancelled, device, &out)
    } else {
      leaveFailure(record.job, device, &out)
    }
    if record.isWantedNow { _ = runNow(record.job, device, &out) }
    look(at: device.now)
  }

  /// Continues after a failure: a repeating job waits for its next time; every other is finished.
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

  /// Handles a job that finished without success: jobs that follow it in any case may begin, and those
  /// that need its success fail, with all that depend on them.
  ///
  /// One pass is sufficient, because a job can wait only for jobs submitted before it.
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

  /// Lets jobs begin that follow it in any case, after its final run has ended.
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

  /// Fails the jobs that wait for one that will not succeed, as left by earlier versions.
  mutating func failLostJobs(
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for record in table.records { _ = failIfLost(record.job, device, &out) }
  }

  // MARK: What the user hears

  /// The name of the notification; a later failure of the job replaces an earlier one.
  static let noticeName = "failed"

  /// Notifies the job's owner that it has failed, if there is a desktop.
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

  /// Removes the notification of its failure, because the job runs again or is removed.
  func withdrawFailure(of record: JobRecord, _ out: inout Outbox) {
    guard record.failure != nil else { return }
    let key = NotificationKey(app: record.app, identifier: Self.noticeName)
    out.order(.service(.withdraw(key)))
  }
}

extension JobRecord {
  /// Whether it waits for unfinished jobs, and was not ordered to run nevertheless.
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
