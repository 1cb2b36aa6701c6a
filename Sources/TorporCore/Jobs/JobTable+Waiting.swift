import TorporModel

// Jobs that wait: into the stores, out of them, and what holds there.

extension JobTable {
  /// The job waits from now on, or goes on waiting for something else.
  ///
  /// One whose jobs before it have not finished well is in no store: nothing but they can free it.
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

  /// The job waits no more.
  mutating func leaveWait(_ job: JobIdentifier, at now: Instant, by clock: WallClock) {
    free.remove(key: job.rawValue)
    conditional.remove(key: job.rawValue)
    if let record = self[job] { alarms.remove(job, needs: record.request.needs) }
    guard let record = self[job], record.wait != nil else { return }
    let totals = logs[record.requestedClass]?.totals(at: now) ?? []
    change(job) { $0.closeWait(at: now, classTotals: totals, by: clock) }
  }

  /// Time has come to the moment of the surroundings.
  mutating func look(on device: ConditionContext, by clock: WallClock) {
    free.advance(to: device.now)
    conditional.advance(to: device.now)
    for work in conditional.overdue() {
      // The deadline has come: what it still needs may be another class, or none.
      enterWait(JobIdentifier(rawValue: work.key), on: device, by: clock)
    }
  }

  /// Lets the classes begin whose conditions hold and whose owners have room, and no others.
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

  /// A job of an owner has begun: the classes for which that was the last place wait.
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

  /// Brings the logs of the classes up to date, and forgets those of classes that are gone.
  mutating func noteBlockers(on device: ConditionContext) {
    // Something may begin and has not: the device has no room.
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

  /// Whether a job that waits or runs has needs of the kind; asked once for each class of them.
  func anyNeeds(_ matches: (JobNeeds) -> Bool) -> Bool {
    conditional.requirements.contains { matches($0.requirement.needs) }
      || running.contains { job in self[job].map { matches($0.request.needs) } ?? false }
  }

  /// When time alone next changes something for the jobs.
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
  /// Whether everything that it needs of the device holds.
  fileprivate func isMet(on device: ConditionContext) -> Bool {
    conditions(on: device).allSatisfy(\.holds)
  }
}

extension [Condition] {
  /// When they all hold by time alone; `nil` where something else must change.
  fileprivate var moment: Instant? {
    let blockers = filter { !$0.holds }
    let moments = blockers.compactMap(\.until)
    return moments.count == blockers.count ? moments.max() : nil
  }
}
