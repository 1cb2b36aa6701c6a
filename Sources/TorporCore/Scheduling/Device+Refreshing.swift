import TorporModel

// When content is refreshed: shortly before the user is likely to look at it.

extension Device {
  /// What a wake that others may share is given of time: the planner puts it off this long, no more.
  ///
  /// Half a step of the plan: content that is wanted in ten minutes is there in time. Our choice.
  static let refreshSlack = Duration.minutes(5)

  /// The user opens the app.
  mutating func noteOpened(_ app: AppIdentifier, at moment: Instant) {
    usage.noteOpened(app, at: LocalSecond(clock.localSecond(at: moment)))
  }

  /// What was known of the app's use before this device was.
  mutating func importHistory(
    of app: AppIdentifier,
    _ openedAgo: [Duration],
    in turn: inout Turn
  ) {
    for ago in openedAgo { noteOpened(app, at: turn.now - ago) }
    plans.removeAll()
    guard let last = openedAgo.last else { return }
    update(app, in: &turn) { record, turn in
      record.usage.wasOnScreen(at: turn.now - last)
      record.work.needsReview = true
    }
  }

  /// The user has the model forget an app, or all of them.
  mutating func forgetUsage(of app: AppIdentifier?) {
    if let app { usage.clear(app) } else { usage.clear() }
    plans.removeAll()
  }

  /// How many refreshes of the app the user's day has.
  ///
  /// What its use earns it, divided by what its runs have cost it (BF9); one at least.
  func dailyBudget(of record: AppRecord, day: Int64) -> Int {
    var budget = DailyRuns.budget(opens: 0, days: 1)
    if let history = usage.history(of: record.identifier), let first = history.firstDayKept {
      budget = DailyRuns.budget(opens: history.count, days: max(1, day - first))
    }
    return max(1, budget / record.work.cooperation.spacingFactor)
  }

  /// When an app whose content may be refreshed from `earliest` on is best refreshed; `nil`: now.
  mutating func refreshWindow(
    of record: AppRecord,
    earliest: Instant,
    planned: PlannedSpan?,
    fallback: Instant,
    on device: Surroundings
  ) -> WakeWindow? {
    if let planned, planned.isOpen(at: device.now) {
      return WakeWindow(earliest: planned.earliest, latest: planned.latest, level: .radio)
    }
    let start = max(earliest, device.now)
    let local = LocalSecond(clock.localSecond(at: start))
    let budget = dailyBudget(of: record, day: local.day)
    let freshSince = [record.work.lastRefreshAt, record.usage.lastOnScreen].compactMap { $0 }.max()
    let found = nextRefresh(
      of: record,
      from: local,
      lastRefresh: freshSince.map { LocalSecond(clock.localSecond(at: $0)) },
      budget: budget
    )
    // A plan that sees no use for it today and tomorrow still has the window that was asked for.
    let best = found.map { clock.instant(localSecond: $0.rawValue) } ?? fallback
    let begin = max(best, start)
    guard begin > device.now || !device.isOnExternalPower else { return nil }
    return WakeWindow(earliest: begin, latest: begin + Self.refreshSlack, level: .radio)
  }

  private mutating func nextRefresh(
    of record: AppRecord,
    from local: LocalSecond,
    lastRefresh: LocalSecond?,
    budget: Int
  ) -> LocalSecond? {
    let lastOpen = usage.history(of: record.identifier)?.last
    for day in [local.day, local.day + 1] {
      let plan = plans.plan(
        of: record.identifier,
        day: day,
        today: LocalSecond(clock.localSecond(at: now)).day,
        budget: budget,
        by: usage
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
