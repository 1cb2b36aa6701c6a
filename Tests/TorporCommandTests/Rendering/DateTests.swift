import Foundation
import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("Numbers of time in --json")
struct DateTests {
  /// What is a length of time, or asks for one, and has no date.
  private static let lengths: Set<String> = [
    "backgroundMicroseconds", "backoffMicroseconds", "foregroundMicroseconds", "idleMicroseconds",
    "lengthMicroseconds", "lifetimeMicroseconds", "pageOutMicroseconds", "processorMicroseconds",
    "timeMicroseconds",
    "requestTimeoutMicroseconds", "timeRemainingMicroseconds", "timeoutMicroseconds",
    "totalMicroseconds", "microseconds", "startMicroseconds",
    "uptimeMicroseconds",
  ]

  /// The integers of all messages of the daemon whose names say that they are of time.
  static let names: [String] = {
    let fields = ControlInterface.description.matches(of: /(\w+): \??(?:\[\])?int/)
      .map { String($0.1) }
    return Set(fields).filter { !$0.hasSuffix("PerSecond") }.filter { name in
      ["icroseconds", "Second", "Seconds", "Day", "seconds"].contains { name.hasSuffix($0) }
    }.sorted()
  }()

  @Test("are known from the interface, so that none is missed")
  func complete() {
    #expect(DateTests.names.count > 20)
    #expect(DateTests.names.contains("atMicroseconds"))
    #expect(DateTests.names.contains("todayDay"))
  }

  @Test("have a date of RFC 3339 beside them, unless they are lengths", arguments: DateTests.names)
  func dated(name: String) throws {
    let number = JSON.integer(Samples.now.microseconds)
    let facts = JSON.object([.init(name, number)]).dated(Samples.clock)
    guard case .object(let members) = facts else { return }
    #expect(members.first?.value == number)
    let isSetting = Control.settings.contains { $0.key == name }
    guard !isSetting, !DateTests.lengths.contains(name) else {
      #expect(members.count == 1, "a length has no date")
      return
    }
    let date = try #require(members.dropFirst().first?.value.text, "\(name) has no date")
    let form = /\d{4,}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?/
    #expect(date.wholeMatch(of: form) != nil, "\(date) is no date")
  }

  @Test("leave one way only: what prints JSON dates it")
  func oneWay() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appending(path: "Sources/torpor")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var printing: [String] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("Printable.json(") { printing.append(file.lastPathComponent) }
    }
    #expect(printing == ["Terminal.swift"])
  }

  @Test("of the user's calendar say how far they are from UTC, around a change of the clocks")
  func local() {
    let summer: Int64 = 1_774_746_000  // 2026-03-29 01:00 UTC, when Berlin goes from +1 to +2.
    let berlin = WallClock(now: .zero, wallMicroseconds: 0) { seconds in
      let local = seconds + (seconds < summer ? 3600 : 7200)
      let day = CalendarDay(daysSince1970: Int(local / 86_400))
      let second = Int(local % 86_400)
      return WallClock.CalendarTime(
        year: day.year,
        month: day.month,
        day: day.day,
        hour: second / 3600,
        minute: second / 60 % 60,
        second: second % 60
      )
    }
    #expect(
      RFC3339.text(ofLocalSecond: summer + 3600 - 60, berlin) == "2026-03-29T01:59:00+01:00"
    )
    #expect(
      RFC3339.text(ofLocalSecond: summer + 7200, berlin) == "2026-03-29T03:00:00+02:00"
    )
    let usage = JSON.object(["todayDay": .integer(20_513)]).dated(berlin)
    #expect(usage["todayDate"]?.text == "2026-03-01")
  }

  @Test("of a simulated device follow its own clock")
  func simulated() throws {
    let text =
      #"{"atMicroseconds":5000000,"wallMicroseconds":1772438405000000,"#
      + #""conditions":[{"sinceMicroseconds":4000000}]}"#
    let line = try JSON(parsing: Array(text.utf8))
    let dated = line.dated(WallClock(simulated: line))
    #expect(dated["atTime"]?.text == "2026-03-02T08:00:05.000000Z")
    #expect(
      dated["conditions"]?.elements?.first?["sinceTime"]?.text == "2026-03-02T08:00:04.000000Z"
    )
  }

  @Test("of the check of a machine say when it was made")
  func doctor() {
    let json = DoctorReport().json(at: Samples.clock).dated(Samples.clock)
    #expect(json["time"]?.text == "2026-11-21T04:00:00.000000Z")
  }
}
