package import TorporModel

/// The rule by which a zone changes its offset every year, in the POSIX format of `TZ`.
///
/// `CET-1CEST,M3.5.0,M10.5.0/3`: one hour ahead of UTC; two from the last Sunday of March, 02:00, to
/// the last Sunday of October, 03:00. It is kept as that text. `YearlyRule+Posix.swift` reads it.
package struct YearlyRule: Hashable, Sendable {
  /// The rule as it was read.
  package let text: String
  let standard: ZoneRules.Offset
  let daylight: Daylight?

  /// The part of the year with another offset.
  struct Daylight: Hashable, Sendable {
    let offset: ZoneRules.Offset
    let begins: Change
    let ends: Change
  }

  /// A change of clocks: a day of the year, and the time that they show then.
  struct Change: Hashable, Sendable {
    let day: Day
    /// Seconds after midnight; may be negative or beyond a day.
    let second: Int
  }

  /// The ways to specify a day of the year.
  enum Day: Hashable, Sendable {
    /// `Mm.w.d`: the w-th such weekday (0 is Sunday) of a month; the fifth is the last.
    case weekday(month: Int, week: Int, weekday: Int)
    /// `Jn`: the n-th day of the year, where 29 February has no number.
    case withoutLeapDay(Int)
    /// `n`: the day that many days after 1 January.
    case zeroBased(Int)

    /// Returns days after 1 January 1970.
    func days(in year: Int) -> Int {
      let newYear = CalendarDay(year: year, month: 1, day: 1).daysSince1970
      switch self {
      case .zeroBased(let number): return newYear + number
      case .withoutLeapDay(let number):
        // The 60th is 1 March.
        return newYear + number - 1 + (CalendarDay.isLeap(year: year) && number >= 60 ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let first = CalendarDay(year: year, month: month, day: 1)
        // Sunday is 6 here and 0 there.
        let wait = (weekday + 6 - first.weekday).flooredRemainder(by: 7)
        let day = wait + 7 * (week - 1)
        let isBeyond = day >= CalendarDay.dayCount(year: year, month: month)
        return first.daysSince1970 + (isBeyond ? day - 7 : day)
      }
    }
  }

  /// Returns the period that contains a point in time, as if the rule had always applied.
  func period(at moment: Int) -> ZoneRules.Period {
    guard let daylight else {
      return ZoneRules.Period(start: Int.min, end: Int.max, offset: standard)
    }
    let year = CalendarDay(daysSince1970: moment.flooredQuotient(by: 86_400)).year
    var start = Int.min
    var offset = standard
    // Changes of the adjacent years are included: some are at the turn of the year, or days beyond it.
    for transition in changes(of: daylight, around: year) {
      if transition.at > moment {
        return ZoneRules.Period(start: start, end: transition.at, offset: offset)
      }
      start = transition.at
      offset = transition.offset
    }
    return ZoneRules.Period(start: start, end: Int.max, offset: offset)
  }

  /// Returns the changes of four years in ascending order; of two at the same time, only the one that
  /// remains in effect.
  private func changes(of daylight: Daylight, around year: Int) -> [ZoneRules.Transition] {
    var changes: [ZoneRules.Transition] = []
    changes.reserveCapacity(8)
    for year in (year - 2)...(year + 1) {
      let begin = ZoneRules.Transition(
        at: daylight.begin(in: year, standard: standard),
        to: daylight.offset
      )
      let end = ZoneRules.Transition(at: daylight.end(in: year), to: standard)
      for change in begin.at < end.at ? [begin, end] : [end, begin] {
        while let last = changes.last, last.at >= change.at { changes.removeLast() }
        if changes.last?.offset != change.offset { changes.append(change) }
      }
    }
    return changes
  }
}

extension YearlyRule.Daylight {
  /// Returns the time at which it begins in a year.
  fileprivate func begin(in year: Int, standard: ZoneRules.Offset) -> Int {
    begins.local(in: year) - standard.seconds
  }

  /// Returns the time at which it ends in a year; before the beginning in the southern hemisphere.
  fileprivate func end(in year: Int) -> Int { ends.local(in: year) - offset.seconds }

  /// Returns whether each year's end is the next year's beginning, which means that daylight saving
  /// time always applies (RFC 9636, 3.3.1).
  func isPermanent(standard: ZoneRules.Offset) -> Bool {
    // Weekdays repeat after 28 years.
    (2000..<2028).allSatisfy { end(in: $0) >= begin(in: $0 + 1, standard: standard) }
  }
}

extension YearlyRule.Change {
  /// Returns seconds since 1970, as shown by local clocks.
  fileprivate func local(in year: Int) -> Int { day.days(in: year) * 86_400 + second }
}

extension YearlyRule: Saved {
  /// Writes the rule as its text.
  package func write(to writer: inout SavedWriter) { writer.write(word: text) }

  /// Reads the rule from its text.
  ///
  /// - Throws: `SavedFailure` if the string is not a rule.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    let text = try String(from: &reader)
    guard let rule = YearlyRule(text) else {
      throw SavedFailure("'\(text)' is not a rule of a time zone", at: start)
    }
    self = rule
  }
}
