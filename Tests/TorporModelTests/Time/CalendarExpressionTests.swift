import Testing
import TorporModel

@Suite("A calendar expression")
struct CalendarExpressionTests {
  /// The examples of systemd.time(7), and the rules that they do not show.
  @Test(
    "has one normalised form",
    arguments: [
      ("Sat,Thu,Mon..Wed,Sat..Sun", "Mon..Thu,Sat,Sun *-*-* 00:00:00"),
      ("Mon,Sun 12-*-* 2,1:23", "Mon,Sun 2012-*-* 01,02:23:00"),
      ("Wed *-1", "Wed *-*-01 00:00:00"),
      ("Wed..Wed,Wed *-1", "Wed *-*-01 00:00:00"),
      ("Wed, 17:48", "Wed *-*-* 17:48:00"),
      ("Wed..Sat,Tue 12-10-15 1:2:3", "Tue..Sat 2012-10-15 01:02:03"),
      ("*-*-7 0:0:0", "*-*-07 00:00:00"),
      ("10-15", "*-10-15 00:00:00"),
      ("monday *-12-* 17:00", "Mon *-12-* 17:00:00"),
      ("Mon,Fri *-*-3,1,2 *:30:45", "Mon,Fri *-*-01,02,03 *:30:45"),
      ("12,14,13,12:20,10,30", "*-*-* 12,13,14:10,20,30:00"),
      ("12..14:10,20,30", "*-*-* 12..14:10,20,30:00"),
      ("mon,fri *-1/2-1,3 *:30:45", "Mon,Fri *-01/2-01,03 *:30:45"),
      ("05:40:23.4200004/3.1700005", "*-*-* 05:40:23.420000/3.170001"),
      ("2003-02..04-05", "2003-02..04-05 00:00:00"),
      ("2003-03-05 05:40 UTC", "2003-03-05 05:40:00 UTC"),
      ("daily utc", "*-*-* 00:00:00 UTC"),
      ("weekly Pacific/Auckland", "Mon *-*-* 00:00:00 Pacific/Auckland"),
      ("minutely", "*-*-* *:*:00"), ("hourly", "*-*-* *:00:00"), ("DAILY", "*-*-* 00:00:00"),
      ("monthly", "*-*-01 00:00:00"), ("yearly", "*-01-01 00:00:00"),
      ("annually", "*-01-01 00:00:00"), ("quarterly", "*-01,04,07,10-01 00:00:00"),
      ("semiannually", "*-01,07-01 00:00:00"), ("*:2/3", "*-*-* *:02/3:00"),
      ("*-05~07/1", "*-05~07/1 00:00:00"), ("*-*~*", "*-*-* 00:00:00"),
      ("*-*~1..10/4", "*-*~01..09/4 00:00:00"), ("Mon-Fri", "Mon..Fri *-*-* 00:00:00"),
      ("Sun..Sun,Mon..Sun", "*-*-* 00:00:00"),
      ("@1767225700 utc", "2026-01-01 00:01:40 UTC"),
      ("*:*:0/1", "*-*-* *:*:*"), ("*:*:0.5..2.7", "*-*-* *:*:00.500000..02.500000"),
      ("5..5:00", "*-*-* 05:00:00"), ("10..12/20:0", "*-*-* 10:00:00"),
      ("70-1-1", "1970-01-01 00:00:00"),
      ("69-1-1", "2069-01-01 00:00:00"), ("Mon  *-*-1   10:00", "Mon *-*-01 10:00:00"),
      ("*-*-1..5/2,3", "*-*-01..05/2,03 00:00:00"),
    ]
  )
  func normalises(_ text: String, _ expected: String) throws {
    let expression = try CalendarExpression(parsing: text)
    #expect(expression.description == expected)
    #expect(try CalendarExpression(parsing: expected) == expression)
  }

  @Test(
    "that is wrong says what stands where, and what may stand there",
    arguments: [
      (
        "*-13-01",
        "'*-13-01' is not a calendar expression: at character 3 is '13', where a month is expected, "
          + "from 1 to 12. Example: *-01/3-01."
      ),
      (
        "Mon.. 10:00",
        "'Mon.. 10:00' is not a calendar expression: at character 6 is ' 10', where a weekday in "
          + "English is expected. Example: Mon..Wed,Sat 10:00."
      ),
      (
        "Fri..Tue",
        "'Fri..Tue' is not a calendar expression: at character 6 is 'Tue', where a weekday from Fri "
          + "to Sun is expected. Example: Mon..Wed,Sat 10:00."
      ),
      (
        "",
        "'' is not a calendar expression: it ends where weekdays, a date, a time or a word such as "
          + "daily are expected. Example: Mon..Fri 09:00."
      ),
      (
        "dayly",
        "'dayly' is not a calendar expression: at character 1 is 'dayly', where weekdays, a date, a "
          + "time or a word such as daily are expected. Example: Mon..Fri 09:00."
      ),
      (
        "10",
        "'10' is not a calendar expression: at character 1 is '10', where a date (*-MM-DD) or a time "
          + "(HH:MM) is expected. Example: *-*-01 06:30."
      ),
      (
        "12:",
        "'12:' is not a calendar expression: it ends after character 3 where a minute is expected, "
          + "from 0 to 59. Example: *:00/15."
      ),
      (
        "ä:00",
        "'ä:00' is not a calendar expression: at character 1 is 'ä', where an hour is expected, from 0 "
          + "to 23. Example: 08..18/2:00."
      ),
      (
        "20..8:00",
        "'20..8:00' is not a calendar expression: at character 5 is '8', where an hour is expected "
          + "that is not before 20. Example: 08..18/2:00."
      ),
      (
        "20/9:00",
        "'20/9:00' is not a calendar expression: at character 4 is '9', where a step from 1 to 3 is "
          + "expected. Example: 08..18/2:00."
      ),
      (
        "*:*:60",
        "'*:*:60' is not a calendar expression: at character 5 is '60', where a second is expected, "
          + "from 0 to below 60. Example: *:*:00/2.5."
      ),
      (
        "*:*:1..1.5",
        "'*:*:1..1.5' is not a calendar expression: at character 8 is '1.5', where a number is expected "
          + "that is at least one second larger, or the range needs a step. "
          + "Example: *:*:01..01.5/0.25."
      ),
      (
        "10:00 ",
        "'10:00 ' is not a calendar expression: at character 6 is ' ', where ',', '..', '/' or the "
          + "next part is expected. Example: *-*-01 06:30."
      ),
      (
        "1:2:3:4",
        "'1:2:3:4' is not a calendar expression: at character 6 is ':4', where nothing may follow. "
          + "Example: *-*-01 06:30."
      ),
      (
        "daily Europe//Berlin",
        "'daily Europe//Berlin' is not a calendar expression: at character 7 is 'Europe//Berlin', "
          + "where a time zone is expected, UTC or a name such as Europe/Berlin. "
          + "Example: daily Europe/Berlin."
      ),
      (
        "@99999999999",
        "'@99999999999' is not a calendar expression: at character 2 is '99999999999', where seconds "
          + "since 1970 is expected, up to the year 2199. Example: @1893456000."
      ),
      (
        "@0 Europe/Berlin",
        "'@0 Europe/Berlin' is not a calendar expression: at character 4 is 'Europe/Berlin', where UTC "
          + "or nothing is expected, since such seconds are in UTC. Example: @1893456000."
      ),
    ]
  )
  func explains(_ text: String, _ sentence: String) {
    let mistake = #expect(throws: CalendarMistake.self) { try CalendarExpression(parsing: text) }
    #expect(mistake?.sentence == sentence)
  }

  @Test("may have a list of 240 parts and a text of 1024 bytes, and no more")
  func limits() throws {
    let list = String(repeating: "7,", count: 239) + "7:00"
    #expect(try CalendarExpression(parsing: list).description == "*-*-* 07:00:00")
    let mistake = #expect(throws: CalendarMistake.self) {
      try CalendarExpression(parsing: "7," + list)
    }
    #expect(mistake?.allowed == .listCountMax(240) && mistake?.offset == 480)
    let padding = String(repeating: " ", count: 1024 - 11)
    #expect(try CalendarExpression(parsing: "*-*-*" + padding + " 10:00").hours == .value(10))
    let long = #expect(throws: CalendarMistake.self) {
      try CalendarExpression(parsing: "*-*-*" + padding + "  10:00")
    }
    #expect(long?.allowed == .textBytesMax(1024))
    // Hostile input is cut off before it is looked at.
    let hostile = String(repeating: "9", count: 1_000_000)
    let cut = #expect(throws: CalendarMistake.self) { try CalendarExpression(parsing: hostile) }
    #expect(cut?.expression.utf8.count == 1025)
  }
}

@Suite("The name of a time zone")
struct ZoneNameTests {
  @Test(
    "is a path below one folder",
    arguments: [
      ("Europe/Berlin", true), ("UTC", true), ("Etc/GMT+12", true),
      ("America/Argentina/ComodRivadavia", true), ("", false), ("/etc/passwd", false),
      ("../etc/passwd", false), ("Europe/../../etc", false), ("Europe//Berlin", false),
      ("Europe/", false), ("3x", false), ("-x", false), ("Europe Berlin", false), ("Zürich", false),
      ("a\0b", false), (String(repeating: "x", count: 64), true),
      (String(repeating: "x", count: 65), false),
    ]
  )
  func isSafe(_ text: String, _ isAllowed: Bool) {
    #expect((ZoneName(text) != nil) == isAllowed)
  }
}

@Suite("A day of the calendar")
struct CalendarDayTests {
  @Test("is the same as its number, for each day of 1200 years")
  func roundTrip() {
    var expected = (year: 1400, month: 1, day: 1)
    let first = CalendarDay(year: 1400, month: 1, day: 1).daysSince1970
    for number in first..<(first + 1200 * 365 + 291) {
      let day = CalendarDay(daysSince1970: number)
      guard (day.year, day.month, day.day) == expected, day.daysSince1970 == number else {
        Issue.record("\(number) is \(day), not \(expected)")
        return
      }
      expected.day += 1
      if expected.day > CalendarDay.dayCount(year: expected.year, month: expected.month) {
        expected = (expected.year, expected.month + 1, 1)
      }
      if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
    }
    #expect(expected == (2600, 1, 1))
  }

  @Test(
    "falls on a day of the week",
    arguments: [
      (1970, 1, 1, 3), (2000, 2, 29, 1), (2026, 11, 21, 5), (1582, 10, 15, 4), (2199, 12, 31, 1),
    ]
  )
  func weekday(_ year: Int, _ month: Int, _ day: Int, _ expected: Int) {
    #expect(CalendarDay(year: year, month: month, day: day).weekday == expected)
  }
}
