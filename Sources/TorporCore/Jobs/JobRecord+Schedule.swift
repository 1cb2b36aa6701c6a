import TorporModel

// When a job may begin by clocks.

extension JobRecord {
  /// Whether the wall clock affects when it may begin.
  var followsWallClock: Bool {
    let schedule = request.schedule
    return schedule.at != nil || schedule.every != nil
      || schedule.notBeforeUnixNanoseconds != nil || schedule.deadlineUnixNanoseconds != nil
  }

  /// Returns the time before which it does not begin; `nil`: at once.
  func begin(by clock: WallClock) -> Instant? {
    let moments = [
      request.schedule.notBeforeUnixNanoseconds.map { clock.instant(unixNanoseconds: $0) },
      calendarMoment(of: request.schedule.at, by: clock),
      calendarMoment(of: request.schedule.every, by: clock),
      retryAt,
    ]
    return moments.compactMap { $0 }.max()
  }

  /// Returns when its soft conditions stop applying; `nil`: they always apply.
  ///
  /// With `--every` it applies to the times before it: a later run waits as if there were no deadline.
  func deadline(by clock: WallClock) -> Instant? {
    guard let deadline = request.schedule.deadlineUnixNanoseconds else { return nil }
    if let every = request.schedule.every, let moment = next(of: every, by: clock),
      moment > deadline
    {
      return nil
    }
    return clock.instant(unixNanoseconds: deadline)
  }

  /// Returns its present needs.
  func needs(at now: Instant, by clock: WallClock) -> JobNeeds {
    isPastDeadline(at: now, by: clock) ? request.needs.afterDeadline : request.needs
  }

  private func isPastDeadline(at now: Instant, by clock: WallClock) -> Bool {
    deadline(by: clock).map { $0 <= now } ?? false
  }

  /// Returns its present class.
  func jobClass(at now: Instant, by clock: WallClock) -> JobClass {
    let needs = needs(at: now, by: clock)
    return JobClass(
      ownerUserID: ownerUserID,
      needs: needs,
      takesSlot: !needs.isEmpty && !isPastDeadline(at: now, by: clock)
    )
  }

  /// Its class before its deadline.
  var requestedClass: JobClass {
    JobClass(
      ownerUserID: ownerUserID,
      needs: request.needs,
      takesSlot: !request.needs.isEmpty
    )
  }

  /// Returns the next time of an expression for the job; one that has passed is due.
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

  /// Returns whether `--every` never matches again.
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

  /// Handles a change of the wall clock or the time zone.
  ///
  /// Times that are again in the future of a clock that was set back are repeated, but not after a
  /// small correction, which would repeat a recent run.
  mutating func clockChanged(to clock: WallClock, at now: Instant) {
    let shown = clock.unixNanoseconds(at: now)
    let (limit, overflowed) = shown.addingReportingOverflow(Self.smallStep.nanoseconds)
    if !overflowed, sinceUnixNanoseconds > limit { sinceUnixNanoseconds = shown }
  }

  /// How far the wall clock may be set back without repeating runs.
  ///
  /// Three hours, as in cron(8).
  static let smallStep = Duration.hours(3)
}
