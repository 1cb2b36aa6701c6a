import Testing
import TorporCore
import TorporModel
import TorporWire

@Suite("What snapshots hold of the calendar")
struct CalendarCodingTests {
  @Test("is an expression's normalised text")
  func expression() throws {
    let expression = try CalendarExpression(parsing: "sat *-*~7/1 3:00 Europe/Berlin")
    let bytes = try SavedCodec.encode([expression])
    let text = #"["Sat *-*~07/1 03:00:00 Europe/Berlin"]"#
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(try SavedCodec.decode([CalendarExpression].self, from: bytes) == [expression])
    #expect(throws: SavedCodec.Failure.self) {
      try SavedCodec.decode([CalendarExpression].self, from: Array(#"["25:00"]"#.utf8))
    }
  }

  @Test("is a zone's moments and offsets as numbers, and its rule as POSIX has it")
  func zone() throws {
    let rules = try #require(
      ZoneRules(
        initial: ZoneRules.Offset(seconds: -18_000),
        transitions: [.init(at: 10, to: ZoneRules.Offset(seconds: 7200, isDaylight: true))],
        yearly: YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3")
      )
    )
    let text =
      #"{"initial":-36000,"moments":[10],"offsets":[14401],"yearly":"CET-1CEST,M3.5.0,M10.5.0/3"}"#
    #expect(String(decoding: try SavedCodec.encode(rules), as: UTF8.self) == text)
    #expect(try SavedCodec.decode(ZoneRules.self, from: Array(text.utf8)) == rules)
    #expect(
      try SavedCodec.decode(ZoneRules.self, from: SavedCodec.encode(ZoneRules.utc)) == .utc
    )
  }

  @Test(
    "is not what no zone can be",
    arguments: [
      #"{"initial":0,"moments":[1,1],"offsets":[0,0]}"#,
      #"{"initial":0,"moments":[1],"offsets":[]}"#,
      #"{"initial":999999,"moments":[],"offsets":[]}"#,
      #"{"initial":0,"moments":[],"offsets":[],"yearly":"CET"}"#,
    ]
  )
  func refuses(_ text: String) {
    #expect(throws: SavedCodec.Failure.self) {
      try SavedCodec.decode(ZoneRules.self, from: Array(text.utf8))
    }
  }
}
