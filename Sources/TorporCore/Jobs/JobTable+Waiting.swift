import TorporModel

// Waiting jobs: entering and leaving the stores, and their conditions.

extension JobTable {
  /// Makes the job wait, or continue to wait for something else.
  ///
  /// A job with unmet prerequisites is not in a store: only they can free it.
  mutating func enterWait(_ job: JobIdentifier, on device: ConditionContext, by clock: WallClock) {
    guard let record = self[job], record.unmet.isEmpty else { return noteWait(of: job, device.now) }
    let jobClass = record.jobClass(at: device.now, by: clock)
    let work = PendingWork(
      key: job.rawValue,
      requirement: jobClass,
      notBefore: record.begin(by: clock),
      latest: jobClass.takesSlot ? record.deadline(by: clock) : nil
    )
    free.remove(key: job.rawValue)
    conditional.remove(key: job.rawValue)
    alarms.remove(job, needs: record.request.needs)
    addAlarm(of: record, by: clock)
    let load = load(ofUser: record.ownerUserID)
    let holds = load.admits(jobClass) && jobClass.isMet(on: device)
    if jobClass.needs.isEmpty {
      free.setHolds(free.insert(work), holds)
    } else {
      conditional.setHolds(conditional.insert(work), holds)
    }
    if logs[jobClass] == nil { noteBlockers(of: jobClass, isCrowded: false, on: device) }
    noteWait(of: job, device.now)
  }

  private mutating func noteWait(of job: JobIdentifier, _ now: Instant) {
    guard let record = self[job], record.wait == nil else { return }
    let totals = logs[record.requestedClass]?.totals(at: now) ?? []
    change(job) {
      $0.state = .waiting
      $0.wait = JobRecord.Wait(since: now, classTotals: totals)
    }
  }

  /// Ends the wait of the job.
  mutating func leaveWait(_ job: JobIdentifier, at now: Instant, by clock: WallClock) {
    free.remove(key: job.rawValue)
    conditional.remove(key: job.rawValue)
    if let record = self[job] { alarms.remove(job, needs: record.request.needs) }
    guard let record = self[job], record.wait != nil else { return }
    let totals = logs[record.requestedClass]?.totals(at: now) ?? []
    change(job) { $0.closeWait(at: now, classTotals: totals, by: clock) }
  }

  /// Advances the stores to the present time.
  mutating func look(on device: ConditionContext, by clock: WallClock) {
    free.advance(to: device.now)
    conditional.advance(to: device.now)
    for work in conditional.overdue() {
      // After the deadline, its remaining needs may be another class, or none.
      enterWait(JobIdentifier(rawValue: work.key), on: device, by: clock)
    }
  }

  /// Admits exactly the classes with conditions that hold and owners with room.
  mutating func admit(on device: ConditionContext) {
    let loads = self.loads
    for (entered, jobClass) in free.requirements {
      free.setHolds(entered, (loads[jobClass.ownerUserID] ?? JobLoad()).admits(jobClass))
    }
    for (entered, jobClass) in conditional.requirements {
      let load = loads[jobClass.ownerUserID] ?? JobLoad()
      conditional.setHolds(entered, load.admits(jobClass) && jobClass.isMet(on: device))
    }
  }

  /// Closes the classes for which a job that has begun took its owner's last slot.
  mutating func closeFull(ofUser userID: UInt32) {
    let load = load(ofUser: userID)
    guard !load.hasRoom || !load.hasSlot else { return }
    func isFull(_ jobClass: JobClass) -> Bool {
      jobClass.ownerUserID == userID && !load.admits(jobClass)
    }
    for (entered, jobClass) in conditional.requirements where isFull(jobClass) {
      conditional.setHolds(entered, false)
    }
    guard !load.hasRoom else { return }
    for (entered, jobClass) in free.requirements where isFull(jobClass) {
      free.setHolds(entered, false)
    }
  }

  /// The next job that may begin; `nil`: none may.
  var nextStartable: JobIdentifier? {
    (free.firstRunnable ?? conditional.firstRunnable).map { JobIdentifier(rawValue: $0.key) }
  }

  /// Updates the logs of the classes, and removes those of classes that no longer exist.
  mutating func noteBlockers(on device: ConditionContext) {
    // If a job may begin but has not, the device has no room.
    let isFull = nextStartable != nil
    let loads = self.loads
    let before = logs
    logs.removeAll(keepingCapacity: true)
    for (_, jobClass) in free.requirements + conditional.requirements {
      logs[jobClass] = before[jobClass] ?? WaitingLog()
      let load = loads[jobClass.ownerUserID] ?? JobLoad()
      noteBlockers(of: jobClass, isCrowded: isFull || !load.admits(jobClass), on: device)
    }
  }

  private mutating func noteBlockers(
    of jobClass: JobClass,
    isCrowded: Bool,
    on device: ConditionContext
  ) {
    var reasons = jobClass.conditions(on: device).filter { !$0.holds }.map(\.reason)
    if reasons.isEmpty, isCrowded { reasons = [.slotTaken] }
    _ = logs[jobClass, default: WaitingLog()].update(reasons, at: device.now)
  }

  /// Whether any job waits or runs.
  var hasActive: Bool { waitingCount > 0 || !running.isEmpty }

  /// Returns whether a waiting or running job has needs of the kind; evaluated once for each class.
  func anyNeeds(_ matches: (JobNeeds) -> Bool) -> Bool {
    conditional.requirements.contains { matches($0.requirement.needs) }
      || running.contains { job in self[job].map { matches($0.request.needs) } ?? false }
  }

  /// Returns when the passing of time next changes something for the jobs.
  func nextChange(on device: ConditionContext) -> Instant? {
    var moments = [free.nextDeadline, conditional.nextDeadline]
    for (entered, jobClass) in conditional.requirements where !conditional.holds(entered) {
      moments.append(jobClass.conditions(on: device).moment)
    }
    for job in running {
      guard let record = self[job] else { continue }
      moments.append(record.run?.timeoutAt)
      if record.state == .paused {
        moments.append(record.request.needs.conditions(on: device).moment)
      }
    }
    return moments.compactMap { $0 }.filter { $0 > device.now }.min()
  }
}

extension JobClass {
  /// Returns whether all its needs are met.
  fileprivate func isMet(on device: ConditionContext) -> Bool {
    conditions(on: device).allSatisfy(\.holds)
  }
}

extension [Condition] {
  /// When they all hold by the passing of time; `nil` if something else must change.
  fileprivate var moment: Instant? {
    let blockers = filter { !$0.holds }
    let moments = blockers.compactMap(\.until)
    return moments.count == blockers.count ? moments.max() : nil
  }
}
