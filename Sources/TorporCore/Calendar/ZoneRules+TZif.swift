/// A mistake in the bytes of a time zone.
package enum ZoneMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not begin as RFC 9636 requires.
  case notTimeZoneFile
  /// The file ends too early, or has more data than declared.
  case cutOff
  /// A count in the header exceeds the limit of a zone.
  case tooMany(String, count: Int, max: Int)
  /// The file includes leap seconds, which the system's clock does not have.
  case hasLeapSeconds
  /// A transition refers to an undefined local time type, or times or offsets are impossible.
  case inconsistent
  /// The rule for later years cannot be read.
  case unreadableRule(String)

  /// A clause that follows the file's name: "is not a time zone file (RFC 9636)".
  package var description: String {
    switch self {
    case .notTimeZoneFile: "is not a time zone file (RFC 9636)"
    case .cutOff: "is not as long as its header says"
    case .tooMany(let things, let count, let max): "has \(count) \(things), above \(max)"
    case .hasLeapSeconds:
      "counts leap seconds (\"right/\"), which the system's clock does not have; "
        + "name the zone without that folder"
    case .inconsistent: "contradicts itself"
    case .unreadableRule(let text): "ends with '\(text)', which is not a rule for later years"
    }
  }
}

extension ZoneRules {
  /// The largest file that is decoded, in bytes: 64 KiB.
  ///
  /// 2000 transitions have 28 KB in both halves; the largest in the database has 3.9 KB.
  package static let fileBytesMax = 1 << 16

  /// Reads a time zone file, versions 1 to 4 (RFC 9636).
  ///
  /// - Throws: `ZoneMistake` for bytes that a zone compiler does not write.
  package init(fileBytes: [UInt8]) throws(ZoneMistake) {
    var reader = ZoneFileReader(rest: fileBytes[...])
    var header = try reader.header()
    var timeSize = 4
    if header.version >= 2 {
      // The first half is for readers that support only 32 bits.
      try reader.skip(header.bodySize(timeSize: timeSize))
      header = try reader.header()
      timeSize = 8
    }
    let (initial, transitions) = try reader.body(header, timeSize: timeSize)
    let yearly = header.version >= 2 ? try reader.footer() : nil
    guard let rules = ZoneRules(initial: initial, transitions: transitions, yearly: yearly) else {
      throw .inconsistent
    }
    self = rules
  }
}

/// The six counts at the head of each half of a file.
private struct ZoneFileHeader {
  let version: Int
  let utcFlags: Int
  let standardFlags: Int
  let leapSeconds: Int
  let transitions: Int
  let kinds: Int
  let nameBytes: Int

  func bodySize(timeSize: Int) -> Int {
    transitions * (timeSize + 1) + kinds * 6 + nameBytes + leapSeconds * (timeSize + 4)
      + standardFlags + utcFlags
  }
}

/// A sequential reader of a time zone file; never reads beyond its end.
private struct ZoneFileReader {
  var rest: ArraySlice<UInt8>

  mutating func header() throws(ZoneMistake) -> ZoneFileHeader {
    guard rest.starts(with: "TZif".utf8), rest.count >= 44 else { throw .notTimeZoneFile }
    let mark = rest[rest.startIndex + 4]
    try skip(20)
    let header = ZoneFileHeader(
      version: mark == 0 ? 1 : Int(mark) - Int(UInt8(ascii: "0")),
      utcFlags: try number(4),
      standardFlags: try number(4),
      leapSeconds: try number(4),
      transitions: try number(4),
      kinds: try number(4),
      nameBytes: try number(4)
    )
    guard (1...4).contains(header.version) else { throw .notTimeZoneFile }
    try ZoneFileReader.check(header)
    return header
  }

  /// Checks the counts; a type's index, and the start of its name, are stored in one byte.
  private static func check(_ header: ZoneFileHeader) throws(ZoneMistake) {
    let limits = [
      ("transitions", header.transitions, ZoneRules.transitionCountMax),
      ("kinds of time", header.kinds, 256), ("bytes of names", header.nameBytes, 256),
      ("flags", header.utcFlags, 256), ("flags", header.standardFlags, 256),
    ]
    for (things, count, max) in limits where !(0...max).contains(count) {
      throw .tooMany(things, count: count, max: max)
    }
    guard header.leapSeconds == 0 else { throw .hasLeapSeconds }
    guard header.kinds > 0 else { throw .inconsistent }
  }

  mutating func body(
    _ header: ZoneFileHeader,
    timeSize: Int
  ) throws(ZoneMistake) -> (ZoneRules.Offset, [ZoneRules.Transition]) {
    guard rest.count >= header.bodySize(timeSize: timeSize) else { throw .cutOff }
    var moments: [Int] = []
    for _ in 0..<header.transitions { moments.append(try number(timeSize)) }
    let indices = try bytes(header.transitions)
    var kinds: [ZoneRules.Offset] = []
    for _ in 0..<header.kinds {
      let seconds = try number(4)
      kinds.append(ZoneRules.Offset(seconds: seconds, isDaylight: try number(1) != 0))
      try skip(1)
    }
    try skip(header.nameBytes + header.standardFlags + header.utcFlags)
    var transitions: [ZoneRules.Transition] = []
    for (moment, index) in zip(moments, indices) {
      guard Int(index) < kinds.count else { throw .inconsistent }
      let kind = kinds[Int(index)]
      // A change of only the name is not a transition.
      guard kind != (transitions.last?.offset ?? kinds[0]) else { continue }
      transitions.append(ZoneRules.Transition(at: moment, to: kind))
    }
    return (kinds[0], transitions)
  }

  /// Reads the rule for later years, between two line ends; an empty one means no rule.
  mutating func footer() throws(ZoneMistake) -> YearlyRule? {
    let newline = UInt8(ascii: "\n")
    guard rest.first == newline, let end = rest.dropFirst().firstIndex(of: newline) else {
      throw .cutOff
    }
    let text = String(decoding: rest[(rest.startIndex + 1)..<end].prefix(128), as: UTF8.self)
    if text.isEmpty { return nil }
    guard let rule = YearlyRule(text) else { throw .unreadableRule(text) }
    return rule
  }

  mutating func skip(_ count: Int) throws(ZoneMistake) { _ = try bytes(count) }

  private mutating func bytes(_ count: Int) throws(ZoneMistake) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw .cutOff }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads a signed number, most significant byte first.
  private mutating func number(_ count: Int) throws(ZoneMistake) -> Int {
    let bytes = try bytes(count)
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - 8 * count
    return Int(Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused))
  }
}
