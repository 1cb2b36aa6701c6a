import TorporModel

/// Where moments lie on the timeline of a ledger: evenly.
struct LedgerAxis: Sendable {
  let from: Instant
  let to: Instant

  /// The place of a moment; what lies outside is put onto the edge.
  func place(_ moment: Instant) -> Int {
    let whole = max(1, (to - from).nanoseconds)
    let part = min(max(0, (moment - from).nanoseconds), whole)
    return Int(
      whole.dividingFullWidth(part.multipliedFullWidth(by: Int64(TimelinePlace.whole))).quotient
    )
  }

  /// The steps that people read times in, in seconds.
  private static let steps: [Int64] = [
    1, 5, 15, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86_400, 2 * 86_400, 7 * 86_400,
    30 * 86_400, 365 * 86_400,
  ]

  /// The moments above the lanes: some, and finer ones for where there is room.
  func ticks(_ clock: WallClock) -> [TimelineTick] {
    let coarse = moments(about: 9, clock)
    let fine = moments(about: 60, clock).filter { !coarse.contains($0) }
    let texts = coarse.map { (at: $0, isFine: false) } + fine.map { (at: $0, isFine: true) }
    return texts.map { moment, isFine in
      TimelineTick(at: place(moment), text: text(of: moment, clock), isFine: isFine)
    }
  }

  /// Round times of day on the wall clock as it goes now, at most so many.
  private func moments(about count: Int64, _ clock: WallClock) -> [Instant] {
    let seconds = (to - from).nanoseconds / 1_000_000_000
    let step = Self.steps.first { seconds / $0 <= count } ?? Self.steps[Self.steps.count - 1]
    let begin = clock.wallMicroseconds + (from - clock.now).microseconds
    // By the user's zone, so that a step of 6 hours falls on midnight.
    let local = clock.calendar(begin / 1_000_000)
    let second =
      Int64(local.dayNumber) * 86_400
      + Int64(local.hour * 3600 + local.minute * 60 + local.second)
    let first =
      from
      + .microseconds(
        (second / step + 1) * step * 1_000_000 - second * 1_000_000
          - begin % 1_000_000
      )
    var moments: [Instant] = []
    var moment = first
    while moment < to, moments.count < 200 {
      moments.append(moment)
      moment = moment + .seconds(step)
    }
    return moments
  }

  /// "14:00", or "Thu 26" where a day begins.
  private func text(of moment: Instant, _ clock: WallClock) -> String {
    // Rounded: a tick is meant for the whole second that it lies beside.
    let wall = clock.wallMicroseconds + (moment - clock.now).microseconds + 500_000
    let time = clock.calendar(wall / 1_000_000)
    if time.hour == 0, time.minute == 0, time.second == 0 {
      let day = CalendarDay(daysSince1970: time.dayNumber)
      return "\(Weekday.shortNames[day.weekday]) \(time.day)"
    }
    let text = "\(time.hour.twoDigits):\(time.minute.twoDigits)"
    return (to - from) < .minutes(10) ? text + ":\(time.second.twoDigits)" : text
  }
}
