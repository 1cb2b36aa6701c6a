import TorporModel

// Jobs that wait: into the stores, out of them, and what holds there.

extension JobTable {
  /// The job waits from now on, or goes on waiting for something else.
  ///
  /// One whose jobs before it have not finished well is in no store: nothing but they can free it.
  mutating func enterWait(_ job: JobIdentifier, on device: Surroundings, by clock: WallClock) {
    guard let record = self[job], record.unmet.isEmpty else { return noteWait(of: job, device.now) }
    let needs = record.needs(at: device.now, by: clock)
    let isPastDeadline = needs != record.request.needs
    let work = PendingWork(
      key: job.rawValue,
      requirement: needs,
      notBefore: record.begin(by: clock),
      latest: isPastDeadline || needs.isEmpty ? nil : record.deadline(by: clock)
    )
    free.remove(key: job.rawValue)
    conditional.remove(key: job.rawValue)
    if needs.isEmpty {
      let entered = free.insert(work)
      free.setHolds(entered, true)
    } else {
      let entered = conditional.insert(work)
      conditional.setHolds(
        entered,
        needs.conditions(on: device).allSatisfy(\.holds)
      )
      if logs[needs] == nil { noteBlockers(of: needs, isCrowded: false, on: device) }
    }
    noteWait(of: job, device.now)
  }

  private mutating func noteWait(of job: JobIdentifier, _ now: Instant) {
    guard let record = self[job], record.wait == nil else { return }
    let totals = logs[record.request.needs]?.totals(at: now) ?? []
    change(job) {
      $0.state = .waiting
      $0.wait = JobRecord.Wait(since: now, classTotals: totals)
    }
  }

  /// The job waits no more.
  mutating func leaveWait(_ job: JobIdentifier, at now: Instant, by clock: WallClock) {
    free.remove(key: job.rawValue)
    conditional.remove(key: job.rawValue)
    guard let record = self[job], record.wait != nil else { return }
    let totals = logs[record.request.needs]?.totals(at: now) ?? []
    change(job) { $0.closeWait(at: now, classTotals: totals, by: clock) }
  }

  /// Time has come to the moment of the surroundings, and conditions are as they say.
  mutating func look(on device: Surroundings, by clock: WallClock) {
    free.advance(to: device.now)
    conditional.advance(to: device.now)
    for work in conditional.overdue() {
      // The deadline has come: what it still needs may be another class, or none.
      enterWait(JobIdentifier(rawValue: work.key), on: device, by: clock)
    }
    for (entered, needs) in conditional.requirements {
      conditional.setHolds(entered, needs.conditions(on: device).allSatisfy(\.holds))
    }
  }

  /// The next job that may begin; `nil`: none may.
  var nextStartable: JobIdentifier? {
    if let work = free.firstRunnable { return JobIdentifier(rawValue: work.key) }
    guard freeSlots > 0, let work = conditional.firstRunnable else { return nil }
    return JobIdentifier(rawValue: work.key)
  }

  /// Brings the logs of the classes up to date, and forgets those of classes that are gone.
  mutating func noteBlockers(on device: Surroundings) {
    let isCrowded = conditional.firstRunnable != nil
    let before = logs
    logs.removeAll(keepingCapacity: true)
    for (_, needs) in conditional.requirements {
      logs[needs] = before[needs] ?? WaitingLog()
      noteBlockers(of: needs, isCrowded: isCrowded, on: device)
    }
  }

  private mutating func noteBlockers(
    of needs: JobNeeds,
    isCrowded: Bool,
    on device: Surroundings
  ) {
    var reasons = needs.conditions(on: device).filter { !$0.holds }.map(\.reason)
    if reasons.isEmpty, isCrowded { reasons = [.slotTaken] }
    _ = logs[needs, default: WaitingLog()].update(reasons, at: device.now)
  }

  /// Whether any job waits or runs.
  var hasActive: Bool { waitingCount > 0 || !running.isEmpty }

  /// Whether a job that waits or runs has needs of the kind; asked once for each class of them.
  func anyNeeds(_ matches: (JobNeeds) -> Bool) -> Bool {
    conditional.requirements.contains { matches($0.requirement) }
      || running.contains { job in self[job].map { matches($0.request.needs) } ?? false }
  }

  /// When time alone next changes something for the jobs.
  func nextChange(on device: Surroundings) -> Instant? {
    var moments = [free.nextDeadline, conditional.nextDeadline]
    for (entered, needs) in conditional.requirements where !conditional.holds(entered) {
      moments.append(needs.conditions(on: device).moment)
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

extension [Condition] {
  /// When they all hold by time alone; `nil` where something else must change.
  fileprivate var moment: Instant? {
    let blockers = filter { !$0.holds }
    let moments = blockers.compactMap(\.until)
    return moments.count == blockers.count ? moments.max() : nil
  }
}
