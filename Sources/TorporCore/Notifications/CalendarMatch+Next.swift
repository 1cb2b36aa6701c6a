import TorporModel

extension CalendarMatch {
  /// The match as a calendar expression; `nil` if no part is given, or one is out of range.
  ///
  /// Parts smaller than the smallest given part have their first value; all other missing parts match
  /// everything: `hour: 21` is 21:00:00 of every day, `day: 1` the first midnight of every month.
  var expression: CalendarExpression? {
    let parts: [(value: Int?, place: CalendarPlace)] = [
      (year, .year), (month, .month), (day, .day), (hour, .hour), (minute, .minute),
    ]
    let seconds = CalendarMatch.secondsOfMinute
    guard parts.allSatisfy({ part in part.value.map(part.place.limits.contains) ?? true }),
      weekday.map((1...7).contains) ?? true, second.map(seconds.contains) ?? true
    else { return nil }
    let dayIndex = 2
    let given = parts.indices.filter {
      parts[$0].value != nil || ($0 == dayIndex && weekday != nil)
    }
    guard let finest = second == nil ? given.last : parts.count else { return nil }
    let fields = parts.enumerated().map { index, part in
      part.value.map(CalendarField.value)
        ?? (index > finest ? .value(part.place.limits.lowerBound) : .every)
    }
    return CalendarExpression(
      // 1 is Sunday here, and 0 Monday there.
      weekdays: weekday.map { .day(($0 + 5) % 7) } ?? .all,
      years: fields[0],
      months: fields[1],
      days: fields[2],
      hours: fields[3],
      minutes: fields[4],
      seconds: .value((second ?? 0) * 1_000_000)
    )
  }

  private static let secondsOfMinute = 0...59

  /// Returns the first time after the given one at which local clocks show the date; `nil`: never again.
  ///
  /// Times are nanoseconds since 1970, UTC. A time that is skipped by a clock change still matches,
  /// when the clocks continue (for a reminder, late is better than never: our choice, and Apple's
  /// `nextTime`); one that occurs twice matches once. No year is after 2199. Takes about 1 µs.
  func next(afterWallNanoseconds after: Int64, in rules: ZoneRules) -> Int64? {
    guard let expression else { return nil }
    let start = Int(after).flooredQuotient(by: 1_000_000_000) + 1
    let local = rules.local(at: start) * 1_000_000
    guard let match = CalendarSearch(expression).first(atOrAfter: local) else { return nil }
    return nanoseconds(ofLocal: match.flooredQuotient(by: 1_000_000), notBefore: start, in: rules)
  }

  private func nanoseconds(
    ofLocal second: Int,
    notBefore start: Int,
    in rules: ZoneRules
  ) -> Int64? {
    switch rules.moments(ofLocal: second) {
    case .one(let moment): return Int64(moment) * 1_000_000_000
    case .two(let first, let later): return Int64(first >= start ? first : later) * 1_000_000_000
    // Clocks continue at a time that they do show.
    case .none(let resumesAt): return nanoseconds(ofLocal: resumesAt, notBefore: start, in: rules)
    }
  }
}
