import TorporModel

// When content is refreshed: shortly before the user is likely to look at it.

extension SchedulerService {
  /// The maximum time for which the planner delays a wake that others may share.
  ///
  /// Half a step of the plan: content that is wanted in ten minutes is there in time. Our choice.
  static let refreshSlack = Duration.minutes(5)

  /// Returns the best time to refresh an app's content, from `earliest` on; `nil`: now.
  mutating func refreshWindow(
    of record: AppRecord,
    earliest: Instant,
    planned: PlannedSpan?,
    fallback: Instant,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> WakeWindow? {
    if let planned, planned.isOpen(at: conditionContext.now) {
      return WakeWindow(earliest: planned.earliest, latest: planned.latest, level: .radio)
    }
    let start = max(earliest, conditionContext.now)
    let local = LocalSecond(device.clock.localSecond(at: start))
    let budget = device.dailyBudget(of: record, day: local.day)
    let freshSince = [record.work.lastRefreshAt, record.usage.lastOnScreen].compactMap { $0 }.max()
    let found = nextRefresh(
      of: record,
      from: local,
      lastRefresh: freshSince.map { LocalSecond(device.clock.localSecond(at: $0)) },
      budget: budget,
      device
    )
    // A plan that sees no use for it today and tomorrow still has the window that was asked for.
    let best = found.map { device.clock.instant(localSecond: $0.rawValue) } ?? fallback
    let begin = max(best, start)
    guard begin > conditionContext.now || !conditionContext.isOnExternalPower else { return nil }
    return WakeWindow(earliest: begin, latest: begin + Self.refreshSlack, level: .radio)
  }

  private mutating func nextRefresh(
    of record: AppRecord,
    from local: LocalSecond,
    lastRefresh: LocalSecond?,
    budget: Int,
    _ device: DeviceState
  ) -> LocalSecond? {
    let lastOpen = device.usage.history(of: record.identifier)?.last
    for day in [local.day, local.day + 1] {
      let plan = plans.plan(
        of: record.identifier,
        day: day,
        today: LocalSecond(device.clock.localSecond(at: device.now)).day,
        budget: budget,
        by: device.usage
      )
      let moment = plan.nextRefresh(
        from: local,
        lastRefresh: lastRefresh,
        lastOpen: lastOpen,
        remaining: record.work.dailyRuns.left(of: budget, day: day)
      )
      if let moment { return moment }
    }
    return nil
  }
}
