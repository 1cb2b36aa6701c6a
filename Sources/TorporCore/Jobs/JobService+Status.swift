package import TorporModel

// The jobs as shown to clients; this code is read-only.

extension JobService {
  /// Returns the status of a job at that time.
  package func status(
    of job: JobIdentifier,
    on device: DeviceState,
    at moment: Instant
  ) -> JobStatus? {
    let conditionContext = device.conditionContext(at: max(device.now, moment))
    return table[job].map { status(of: $0, on: conditionContext, by: device.clock) }
  }

  private func status(
    of record: JobRecord,
    on device: ConditionContext,
    by clock: WallClock
  ) -> JobStatus {
    let asked = conditions(of: record, on: device, by: clock)
    let isUp = record.state == .waiting || record.state == .paused
    return JobStatus(
      job: record.job,
      name: record.name,
      ownerUserID: record.ownerUserID,
      request: record.request,
      submittedAt: record.submittedAt,
      state: record.state,
      launch: record.run?.launch,
      conditions: asked,
      blocked: record.blockedTimes(
        at: device.now,
        classTotals: table.logs[record.requestedClass]?.totals(at: device.now) ?? [],
        by: clock
      ),
      forecast: isUp
        ? Forecast(conditions: asked, plannedAt: nil, now: device.now)
        : Forecast(at: nil, needs: []),
      runs: record.runs,
      failedBefore: record.failure?.prerequisite.map(subject(ofDependency:)),
      failureRun: record.failure?.run
    )
  }

  /// Returns every condition of a waiting or paused job; none for a running or finished one.
  func conditions(
    of record: JobRecord,
    on device: ConditionContext,
    by clock: WallClock
  ) -> [Condition] {
    switch record.state {
    case .running, .ending, .done, .failed, .cancelled: return []
    case .paused:
      return conditions(of: record, needing: record.request.needs, on: device, by: clock)
    case .waiting where record.isWanted:
      // It is blocked only by too many other runs of its owner.
      return conditions(of: record, needing: JobNeeds(), on: device, by: clock)
    case .waiting: break
    }
    let schedule = record.request.schedule
    var asked = (schedule.after + schedule.afterAny).map { job in
      record.unmet.contains(job)
        ? Condition(.dependency, holds: false, subject: subject(ofDependency: job))
        : Condition(.dependency, subject: table[job]?.name ?? job.description)
    }
    if let begin = record.begin(by: clock) {
      asked.append(device.notBefore(begin, isRetry: begin == record.retryAt))
    }
    let needs = record.needs(at: device.now, by: clock)
    if needs == record.request.needs, let deadline = record.deadline(by: clock) {
      // Conditions block it until the deadline, except those that it cannot run without.
      let hard = needs.afterDeadline.conditions(on: device).filter { !$0.holds }.map(\.reason)
      asked += conditions(of: record, needing: needs, on: device, by: clock).map { condition in
        condition.holds || hard.contains(condition.reason)
          ? condition : condition.ending(by: deadline)
      }
    } else {
      asked += conditions(of: record, needing: needs, on: device, by: clock)
    }
    return asked
  }

  /// Returns the name of a prerequisite, and its outcome if it will not succeed by itself.
  func subject(ofDependency job: JobIdentifier) -> String {
    guard let record = table[job] else { return "\(job) was removed" }
    return switch record.state {
    case .failed: "\(record.name) failed"
    case .cancelled: "\(record.name) was cancelled"
    case .waiting, .running, .paused, .ending, .done: record.name
    }
  }

  /// Returns the conditions of the needs, and a slot if they hold and its owner has none left.
  private func conditions(
    of record: JobRecord,
    needing needs: JobNeeds,
    on device: ConditionContext,
    by clock: WallClock
  ) -> [Condition] {
    let isNew = record.state == .waiting && !record.isWanted
    let jobClass = record.jobClass(at: device.now, by: clock)
    let asked =
      needs.conditions(on: device)
      + (isNew && jobClass.takesSlot ? jobClass.allowances(on: device) : [])
    guard asked.allSatisfy(\.holds) else { return asked }
    let load = table.load(ofUser: record.ownerUserID)
    // A paused run already counts among the runs.
    let needsSlot = jobClass.takesSlot && !record.isWanted
    let isFree = (record.state == .paused || load.hasRoom) && (load.hasSlot || !needsSlot)
    return isFree ? asked : asked + [Condition(.slotTaken, holds: false)]
  }
}

extension ConditionContext {
  /// Returns whether a job's begin time has been reached; after a failure, the pause before the next try.
  fileprivate func notBefore(_ moment: Instant, isRetry: Bool) -> Condition {
    Condition(
      isRetry ? .rateLimit : .notBefore,
      holds: moment <= now,
      until: moment <= now ? nil : moment
    )
  }
}

extension Condition {
  fileprivate func ending(by moment: Instant) -> Condition {
    Condition(
      reason,
      holds: holds,
      since: since,
      until: until.map { min($0, moment) } ?? moment,
      subject: subject,
      allowance: allowance
    )
  }
}
