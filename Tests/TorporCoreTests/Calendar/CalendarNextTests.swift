import Testing
import TorporCore
import TorporModel

@Suite("The next moment of a calendar expression")
struct CalendarNextTests {
  @Test(
    "is the first that is later",
    arguments: [
      ("*-*-* 10:30", "2026-01-01 10:29:59", "2026-01-01 10:30:00"),
      ("*-*-* 10:30", "2026-01-01 10:30:00", "2026-01-02 10:30:00"),
      ("hourly", "2026-12-31 23:00:00", "2027-01-01 00:00:00"),
      ("Mon *-*-01 10:00", "2026-01-01 00:00:00", "2026-06-01 10:00:00"),
      ("*-02-29", "2026-01-01 00:00:00", "2028-02-29 00:00:00"),
      ("*-02-29", "2096-03-01 00:00:00", "2104-02-29 00:00:00"),
      ("Mon *-05~07/1", "2026-01-01 00:00:00", "2026-05-25 00:00:00"),
      ("*-02~03", "2028-01-01 00:00:00", "2028-02-27 00:00:00"),
      ("*-*~1..9/4", "2026-02-01 00:00:00", "2026-02-20 00:00:00"),
      ("*-*-25/3", "2026-02-26 00:00:00", "2026-02-28 00:00:00"),
      ("2030..2040/5-*-*", "2031-01-01 00:00:00", "2035-01-01 00:00:00"),
      ("04/14:00", "2026-01-01 18:00:00", "2026-01-02 04:00:00"),
      ("*-*-01,31", "2026-02-02 00:00:00", "2026-03-01 00:00:00"),
      ("*:*:50/9", "2026-01-01 00:00:59", "2026-01-01 00:01:50"),
      ("1970-01-01", "1950-06-01 12:00:00", "1970-01-01 00:00:00"),
      ("2199-12-31 23:59:59", "2026-01-01 00:00:00", "2199-12-31 23:59:59"),
    ]
  )
  func next(_ text: String, _ after: String, _ expected: String) throws {
    let expression = try CalendarExpression(parsing: text)
    let next = expression.next(afterWallNanoseconds: try wall(after), in: .utc)
    #expect(try next == wall(expected))
  }

  @Test("is to the microsecond")
  func microseconds() throws {
    let expression = try CalendarExpression(parsing: "*:*:58.5/0.7")
    let minute = try wall("2026-01-01 00:00:00")
    let microsecond: Int64 = 1000
    let first = minute + 58_500_000 * microsecond
    #expect(expression.next(afterWallNanoseconds: minute, in: .utc) == first)
    #expect(expression.next(afterWallNanoseconds: first - 1, in: .utc) == first)
    let second = first + 700_000 * microsecond
    #expect(expression.next(afterWallNanoseconds: first, in: .utc) == second)
    let third = second + 700_000 * microsecond
    #expect(expression.next(afterWallNanoseconds: second, in: .utc) == third)
    // 60.6 is no second.
    let nextMinute = first + 60_000_000 * microsecond
    #expect(expression.next(afterWallNanoseconds: third, in: .utc) == nextMinute)
  }

  @Test(
    "does not exist where no day fits, or all have passed",
    arguments: ["*-02-30", "*-04,06,09,11-31", "Mon 2026-11-21", "1999-*-*", "2020..2025-*-*"]
  )
  func never(_ text: String) throws {
    let expression = try CalendarExpression(parsing: text)
    #expect(try expression.next(afterWallNanoseconds: wall("2026-01-01 00:00:00"), in: .utc) == nil)
  }

  @Test("does not exist after the year 2199, nor at the end of all numbers")
  func end() throws {
    let expression = try CalendarExpression(parsing: "*:*:*")
    let last = try wall("2199-12-31 23:59:59")
    #expect(expression.next(afterWallNanoseconds: last - 1, in: .utc) == last)
    #expect(expression.next(afterWallNanoseconds: last, in: .utc) == nil)
    #expect(expression.next(afterWallNanoseconds: .max, in: .utc) == nil)
    #expect(
      try expression.next(afterWallNanoseconds: .min, in: .utc) == wall("1970-01-01 00:00:00")
    )
  }

  // MARK: Changes of clocks

  /// Clocks in Berlin jump from 02:00 to 03:00 on 29 March 2026, at 01:00 UTC; on Lord Howe by half
  /// an hour.
  @Test(
    "is not at a time that clocks are set over",
    arguments: [
      ("*-*-* 02:30", "2026-03-28 12:00:00", "2026-03-30 00:30:00", berlin),
      ("*-*-* *:30", "2026-03-29 00:30:00", "2026-03-29 01:30:00", berlin),
      ("*-*-* 02,03:00", "2026-03-28 12:00:00", "2026-03-29 01:00:00", berlin),
      ("Sun *-10-01..07 02:15", "2026-01-01 00:00:00", nil, lordHowe),
      ("Sun *-10-01..07 02:30", "2026-01-01 00:00:00", "2026-10-03 15:30:00", lordHowe),
      // Chatham's clocks jump from 02:45 to 03:45: a quarter of that hour is left. systemd 252 goes
      // on from 04:00.
      ("*-*-* 03:*", "2026-09-26 12:00:00", "2026-09-26 14:00:00", chatham),
      // Every time is one that does not come, up to the last year.
      ("Sun *-03~07/1 02:30", "2026-01-01 00:00:00", nil, berlin),
    ]
  )
  func gap(_ text: String, _ after: String, _ expected: String?, _ zone: String) throws {
    let expression = try CalendarExpression(parsing: text)
    let rules = ZoneRules(try #require(YearlyRule(zone)))
    let next = expression.next(afterWallNanoseconds: try wall(after), in: rules)
    #expect(try next == expected.map(wall))
  }

  /// In Berlin it is 02:00 to 03:00 twice on 25 October 2026: from 00:00 UTC and from 01:00 UTC.
  @Test(
    "is once at a time that comes twice, and the second time only if asked in between",
    arguments: [
      ("*-*-* 02:30", "2026-10-24 12:00:00", "2026-10-25 00:30:00"),
      ("*-*-* 02:30", "2026-10-25 00:30:00", "2026-10-26 01:30:00"),
      ("*-*-* 02:30", "2026-10-25 01:10:00", "2026-10-25 01:30:00"),
      ("*-*-* *:00/15", "2026-10-25 00:30:00", "2026-10-25 00:45:00"),
      ("*-*-* *:00/15", "2026-10-25 00:45:00", "2026-10-25 02:00:00"),
    ]
  )
  func overlap(_ text: String, _ after: String, _ expected: String) throws {
    let expression = try CalendarExpression(parsing: text)
    let rules = ZoneRules(try #require(YearlyRule(berlin)))
    let next = expression.next(afterWallNanoseconds: try wall(after), in: rules)
    #expect(try next == wall(expected))
  }

  @Test("is in the expression's own zone if that is UTC")
  func ownZone() throws {
    let rules = ZoneRules(try #require(YearlyRule(berlin)))
    let after = try wall("2026-07-01 12:00:00")
    for (text, expected) in [
      ("daily", "2026-07-01 22:00:00"), ("daily UTC", "2026-07-02 00:00:00"),
    ] {
      let expression = try CalendarExpression(parsing: text)
      #expect(try expression.next(afterWallNanoseconds: after, in: rules) == wall(expected))
    }
  }

  /// Nothing between the moment asked and the answer is meant, as the slow way through every minute
  /// of the next day shows; half of the days have a change of clocks, if the zone has any.
  @Test("leaves no moment out", arguments: [berlin, lordHowe, "UTC0", "<-03>3"])
  func leavesNoneOut(_ zone: String) throws {
    let rules = ZoneRules(try #require(YearlyRule(zone)))
    var state: UInt64 = 7
    func draw(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    var foundCount = 0
    for number in 0..<60 {
      let weekdays = ["", "", "Mon,Sat,Sun ", "Tue..Fri "][draw(4)]
      let days = ["", "*-*-\(1 + draw(9))/\(1 + draw(6)) ", "*-*~\(14 + draw(10))/\(1 + draw(6)) "]
      let time = "\(draw(12))/\(1 + draw(9)):\(draw(30))/\(1 + draw(29))"
      let text = weekdays + days[draw(3)] + time
      let expression = try CalendarExpression(parsing: text)
      var after = 1_700_000_000 + draw(700_000_000)
      let change = rules.period(at: after).end
      if number % 2 == 0, change < Int.max { after = change + 3600 - draw(90_000) }
      let next = expression.next(afterWallNanoseconds: Int64(after) * 1_000_000_000, in: rules)
      let (end, slow) = firstMinute(of: expression, after: after, in: rules)
      foundCount += slow == nil ? 0 : 1
      if let slow {
        #expect(next == Int64(slow) * 1_000_000_000, "'\(text)' after @\(after)")
      } else {
        #expect(next.map { $0 > Int64(end) * 1_000_000_000 } ?? true, "'\(text)' after @\(after)")
      }
    }
    #expect(foundCount > 15)
  }

  /// The first minute that matches within a day, and the last that was looked at.
  ///
  /// A minute that comes again does not count, unless the search began after it first came.
  private func firstMinute(
    of expression: CalendarExpression,
    after: Int,
    in rules: ZoneRules
  ) -> (end: Int, found: Int?) {
    var second = after - after.flooredRemainder(by: 60)
    for _ in 0..<1440 {
      second += 60
      guard matches(expression, rules.local(at: second)) else { continue }
      guard case .two(let first, let later) = rules.moments(ofLocal: rules.local(at: second)),
        second == later, rules.period(at: after) != rules.period(at: later)
      else { return (second, second) }
      // Asked before clocks were set back: the time has been, or the search is beyond it.
      #expect(first < later)
    }
    return (second, nil)
  }

  /// Whether a whole minute matches, place by place, as systemd.time(7) has it.
  private func matches(_ expression: CalendarExpression, _ local: Int) -> Bool {
    let date = CalendarDay(daysSince1970: local.flooredQuotient(by: 86_400))
    let length = CalendarDay.dayCount(year: date.year, month: date.month)
    let second = local.flooredRemainder(by: 86_400)
    func holds(_ field: CalendarField, _ value: Int, _ isDescending: Bool = false) -> Bool {
      guard case .listed(let spans) = field else { return true }
      return spans.contains { span in
        switch span {
        case .value(let only): value == only
        case .range(let range, let step):
          range.contains(value) && (value - range.lowerBound) % step == 0
        case .open(let first, let step):
          (isDescending ? value <= first : value >= first) && (value - first) % step == 0
        }
      }
    }
    let fromEnd = expression.countsDaysFromEnd
    return holds(expression.months, date.month)
      && holds(expression.days, fromEnd ? length + 1 - date.day : date.day, fromEnd)
      && expression.weekdays.contains(day: date.weekday)
      && holds(expression.hours, second / 3600) && holds(expression.minutes, second / 60 % 60)
      && second % 60 == 0
  }

  /// Nanoseconds since 1970 of "2026-01-01 10:30:00" in UTC.
  private func wall(_ text: String) throws -> Int64 {
    let numbers = text.split { " -:".contains($0) }.compactMap { Int($0) }
    try #require(numbers.count == 6)
    let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    let second = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return Int64(day.daysSince1970 * 86_400 + second) * 1_000_000_000
  }
}

private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
private let chatham = "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45"
private let lordHowe = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"
