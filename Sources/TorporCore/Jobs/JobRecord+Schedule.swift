import TorporModel

// When a job may begin by clocks.

extension JobRecord {
  /// Whether the wall clock has a say in when it may begin.
  var followsWallClock: Bool {
    let schedule = request.schedule
    return schedule.at != nil || schedule.every != nil
      || schedule.notBeforeUnixNanoseconds != nil || schedule.deadlineUnixNanoseconds != nil
  }

  /// Before when it does not begin; `nil`: at once.
  func begin(by clock: WallClock) -> Instant? {
    let moments = [
      request.schedule.notBeforeUnixNanoseconds.map { clock.instant(unixNanoseconds: $0) },
      calendarMoment(of: request.schedule.at, by: clock),
      calendarMoment(of: request.schedule.every, by: clock),
      retryAt,
    ]
    return moments.compactMap { $0 }.max()
  }

  /// From when its soft conditions do not matter; `nil`: they always do.
  ///
  /// With `--every` it is for the moments that come before it: a later run waits as if there were none.
  func deadline(by clock: WallClock) -> Instant? {
    guard let deadline = request.schedule.deadlineUnixNanoseconds else { return nil }
    if let every = request.schedule.every, let moment = next(of: every, by: clock),
      moment > deadline
    {
      return nil
    }
    return clock.instant(unixNanoseconds: deadline)
  }

  /// What it needs of the device now.
  func needs(at now: Instant, by clock: WallClock) -> JobNeeds {
    isPastDeadline(at: now, by: clock) ? request.needs.afterDeadline : request.needs
  }

  private func isPastDeadline(at now: Instant, by clock: WallClock) -> Bool {
    deadline(by: clock).map { $0 <= now } ?? false
  }

  /// With which others it begins now.
  func jobClass(at now: Instant, by clock: WallClock) -> JobClass {
    let needs = needs(at: now, by: clock)
    return JobClass(
      ownerUserID: ownerUserID,
      needs: needs,
      takesSlot: !needs.isEmpty && !isPastDeadline(at: now, by: clock)
    )
  }

  /// With which others it begins before its deadline.
  var requestedClass: JobClass {
    JobClass(
      ownerUserID: ownerUserID,
      needs: request.needs,
      takesSlot: !request.needs.isEmpty
    )
  }

  /// The first moment of an expression that is still to come for the job; one that has passed is due.
  private func calendarMoment(
    of expression: CalendarExpression?,
    by clock: WallClock
  ) -> Instant? {
    guard let expression else { return nil }
    return next(of: expression, by: clock).map { clock.instant(unixNanoseconds: $0) }
  }

  private func next(of expression: CalendarExpression, by clock: WallClock) -> Int64? {
    expression.next(
      afterWallNanoseconds: sinceUnixNanoseconds,
      in: expression.zone == nil ? clock.zone : zone ?? clock.zone
    )
  }

  /// Whether `--every` means no further moment.
  func isElapsed(by clock: WallClock) -> Bool {
    guard let every = request.schedule.every else { return false }
    return next(of: every, by: clock) == nil
  }

  /// Why a new job could never run; `nil`: it can.
  func impossibleWindow(by clock: WallClock) -> ImpossibleWindow? {
    let schedule = request.schedule
    if let deadline = schedule.deadlineUnixNanoseconds,
      let start = schedule.notBeforeUnixNanoseconds, deadline < start
    {
      return .deadlineBeforeStart
    }
    for expression in [schedule.at, schedule.every].compactMap({ $0 }) {
      if next(of: expression, by: clock) == nil { return .calendarElapsed }
    }
    return nil
  }

  /// The wall clock was set, or the zone is another.
  ///
  /// What lies in the future of a clock that was set back comes again, but not after a small
  /// correction, which would run what has just run.
  mutating func clockChanged(to clock: WallClock, at now: Instant) {
    let shown = clock.unixNanoseconds(at: now)
    let (limit, overflowed) = shown.addingReportingOverflow(Self.smallStep.nanoseconds)
    if !overflowed, sinceUnixNanoseconds > limit { sinceUnixNanoseconds = shown }
  }

  /// How far the wall clock may be set back without running again what has run.
  ///
  /// Three hours, as cron(8) has it.
  static let smallStep = Duration.hours(3)
}
