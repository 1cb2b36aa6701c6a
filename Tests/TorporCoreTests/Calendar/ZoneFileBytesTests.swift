import Testing
import TorporCore

@Suite("The bytes of a time zone")
struct ZoneFileBytesTests {
  @Test("hold transitions, and a rule for later years")
  func decodes() throws {
    let rules = try ZoneRules(fileBytes: Sample().bytes)
    #expect(rules.initial == ZoneRules.Offset(seconds: 3600))
    #expect(rules.transitions.map(\.at) == [-1_000_000_000_000, 1000])
    #expect(rules.transitions.last?.offset == ZoneRules.Offset(seconds: 3600))
    #expect(rules.transitions.first?.offset == ZoneRules.Offset(seconds: 7200, isDaylight: true))
    #expect(rules.yearly?.text == "CET-1CEST,M3.5.0,M10.5.0/3")
  }

  @Test("of version 1 hold 32 bits and no rule")
  func versionOne() throws {
    var sample = Sample()
    sample.version = 0
    sample.moments = [-1000, 1000]
    let rules = try ZoneRules(fileBytes: sample.bytes)
    #expect(rules.transitions.map(\.at) == [-1000, 1000] && rules.yearly == nil)
  }

  @Test(
    "are refused when they are none",
    arguments: [
      (Sample(magic: "TZip"), ZoneMistake.notTimeZoneFile),
      (Sample(version: UInt8(ascii: "9")), .notTimeZoneFile),
      (Sample(leapSeconds: 27), .hasLeapSeconds),
      (Sample(indices: [1, 7]), .inconsistent), (Sample(moments: [9, 1]), .inconsistent),
      (Sample(offsets: [(3600, false), (99_999, true)]), .inconsistent),
      (Sample(offsets: []), .inconsistent),
      (Sample(footer: "CET-1CEST"), .unreadableRule("CET-1CEST")),
      (
        Sample(claimedTransitions: 2001), .tooMany("transitions", count: 2001, max: 2000)
      ), (Sample(claimedTransitions: -1), .tooMany("transitions", count: -1, max: 2000)),
      (Sample(claimedTransitions: 2000), .cutOff),
    ]
  )
  func refuses(_ sample: Sample, _ mistake: ZoneMistake) {
    #expect(throws: mistake) { try ZoneRules(fileBytes: sample.bytes) }
  }

  @Test("cut off anywhere are refused, and nothing is read beyond them")
  func cutOff() {
    let bytes = Sample().bytes
    for count in 0..<bytes.count {
      #expect(throws: ZoneMistake.self) { try ZoneRules(fileBytes: Array(bytes[..<count])) }
    }
  }

  @Test("with any one byte changed are read or refused, and answer when read")
  func changed() {
    let bytes = Sample().bytes
    var readCount = 0
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
        var changed = bytes
        changed[index] = value
        guard let rules = try? ZoneRules(fileBytes: changed) else { continue }
        readCount += 1
        _ = rules.moments(ofLocal: 1_800_000_000)
      }
    }
    #expect(readCount > 0)
  }

  /// A file as zic(8) writes it, with what is wrong put in.
  struct Sample: Sendable {
    var magic = "TZif"
    var version = UInt8(ascii: "2")
    var moments = [-1_000_000_000_000, 1000]
    var indices: [UInt8] = [1, 0]
    var offsets: [(Int, Bool)] = [(3600, false), (7200, true)]
    var leapSeconds = 0
    var claimedTransitions: Int?
    var footer = "CET-1CEST,M3.5.0,M10.5.0/3"

    var bytes: [UInt8] {
      let body = header(moments.count) + moments.flatMap { number($0, version == 0 ? 4 : 8) } + rest
      if version == 0 { return body }
      return header(0, kinds: 1) + number(0, 4) + [0, 0] + Array("UTC\0".utf8) + body
        + Array("\n\(footer)\n".utf8)
    }

    private var rest: [UInt8] {
      indices + offsets.flatMap { number($0.0, 4) + [$0.1 ? 1 : 0, 0] } + Array("CET\0".utf8)
    }

    private func header(_ transitions: Int, kinds: Int? = nil) -> [UInt8] {
      let counts = [
        0, 0, kinds == nil ? leapSeconds : 0,
        kinds == nil ? claimedTransitions ?? transitions : 0, kinds ?? offsets.count, 4,
      ]
      return Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
        + counts.flatMap { number($0, 4) }
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
  }
}
