import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("The decision log")
struct LogPagesTests {
  private func decision(daysAgo: Int64) -> LoggedDecision {
    LoggedDecision(
      sequence: 1,
      wallMicroseconds: Samples.wallMicroseconds - daysAgo * 86_400_000_000,
      decision: Decision(
        at: Samples.now,
        app: AppIdentifier("mail"),
        action: .install,
        because: []
      )
    )
  }

  @Test("has the date where a day begins, and none as long as all is of today")
  func dates() {
    var today = LogPages(isDated: false)
    #expect(
      today.lines([decision(daysAgo: 0)], Samples.clock) == ["04:00:00  installed mail"]
    )
    var pages = LogPages(isDated: false)
    #expect(
      pages.lines(
        [decision(daysAgo: 1), decision(daysAgo: 1), decision(daysAgo: 0)],
        Samples.clock
      )
        == [
          "-- Fri 2026-11-20", "04:00:00  installed mail", "04:00:00  installed mail",
          "-- Sat 2026-11-21", "04:00:00  installed mail",
        ]
    )
    // What follows belongs to the same day.
    #expect(
      pages.lines([decision(daysAgo: 0)], Samples.clock) == ["04:00:00  installed mail"]
    )
    var dated = LogPages(isDated: true)
    #expect(dated.lines([decision(daysAgo: 0)], Samples.clock)[0] == "-- Sat 2026-11-21")
  }

  @Test(
    "begins at a time that a person types",
    arguments: [
      ("2h", "2026-11-21 02:00:00"), ("03:30", "2026-11-21 03:30:00"),
      ("07:30", "2026-11-20 07:30:00"), ("today", "2026-11-21 00:00:00"),
      ("yesterday 18:00", "2026-11-20 18:00:00"), ("2026-11-01 06:00", "2026-11-01 06:00:00"),
    ]
  )
  func since(text: String, moment: String) throws {
    let now = Samples.wallMicroseconds / 1_000_000
    let seconds = try #require(PastTimeArgument.parse(text, at: now, in: Samples.zone))
    let time = Samples.zone.time(at: seconds)
    let date = [time.month, time.day].map(\.twoDigits).joined(separator: "-")
    let clock = [time.hour, time.minute, time.second].map(\.twoDigits)
    #expect("\(time.year)-\(date) \(clock.joined(separator: ":"))" == moment)
  }

  @Test("begins at no other words", arguments: ["", "soon", "tomorrow", "25:00", "Sat", "0.1s"])
  func noTime(text: String) {
    #expect(PastTimeArgument.parse(text, at: 0, in: Samples.zone) == nil)
    // Said before a daemon is asked for anything.
    let failure = #expect(throws: CommandFailure.self) { try PastTimeArgument.check(text) }
    #expect(failure?.sentence.contains("not '\(text)'") == true)
  }
}

@Suite("Facts as JSON")
struct DatedJSONTests {
  @Test("have a date in UTC beside each moment, and none beside a length")
  func dates() {
    let facts = JSON.object([
      "sinceMicroseconds": .integer(Samples.now.microseconds - 1_500_000),
      "wallMicroseconds": .integer(Samples.wallMicroseconds),
      "foregroundMicroseconds": .integer(5),
      "exits": .array([.object(["atMicroseconds": .integer(Samples.now.microseconds)])]),
    ])
    let dated = facts.dated(Samples.clock)
    #expect(dated["sinceTime"]?.text == "2026-11-21T03:59:58.500000Z")
    #expect(dated["time"]?.text == "2026-11-21T04:00:00.000000Z")
    #expect(dated["foregroundTime"] == nil)
    #expect(
      dated["exits"]?.elements?.first?["atTime"]?.text == "2026-11-21T04:00:00.000000Z"
    )
    #expect(dated["sinceMicroseconds"] == facts["sinceMicroseconds"])
  }

  @Test("reach before 1970 and into leap years")
  func limits() {
    #expect(RFC3339.text(ofWallMicroseconds: -1) == "1969-12-31T23:59:59.999999Z")
    #expect(RFC3339.text(ofWallMicroseconds: 0) == "1970-01-01T00:00:00.000000Z")
    #expect(
      RFC3339.text(ofWallMicroseconds: 1_709_164_800_000_000) == "2024-02-29T00:00:00.000000Z"
    )
  }
}
