import Testing

@testable import torpor

@Suite("A property list")
struct PropertyListTests {
  private func read(_ text: String) throws -> [String: PropertyListValue] {
    try PropertyListValue.dictionary(Array(text.utf8), file: "a.plist")
  }

  private func fault(_ bytes: [UInt8]) -> String? {
    let mistake = #expect(throws: ManifestMistake.self) {
      try PropertyListValue.dictionary(bytes, file: "a.plist")
    }
    return mistake?.found
  }

  /// A binary list with objects whose references take two bytes; the first is the outermost.
  static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)]
      bytes += object
    }
    let tableOffset = bytes.count
    bytes += table + [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [objects.count, 0, tableOffset] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes
  }

  @Test("has values of every kind in XML, with entities, CDATA and comments")
  func xml() throws {
    let values = try read(
      """
      \u{feff}<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://apple.com/PropertyList-1.0.dtd">
      <!-- <dict> -->
      <plist version="1.0">
      <dict>
        <key>text</key><string>a &lt;b&gt; &amp;&#65;&#x1F600;<![CDATA[<c>&]]><!-- d --></string>
        <key>empty</key><string/>
        <key>integer</key><integer>-9223372036854775808</integer>
        <key>hexadecimal</key><integer>0xff</integer>
        <key>real</key><real>-1.5e3</real>
        <key>flags</key><array><true/><false></false></array>
        <key>others</key><array><date>2026-01-01T00:00:00Z</date><data>AA==</data></array>
        <key>inner</key><dict><key>k</key><dict/></dict>
      </dict>
      </plist>
      """
    )
    #expect(
      values == [
        "text": .text("a <b> &A😀<c>&"), "empty": .text(""), "integer": .integer(.min),
        "hexadecimal": .integer(255), "real": .number(-1500),
        "flags": .array([.flag(true), .flag(false)]), "others": .array([.other, .other]),
        "inner": .dictionary(["k": .dictionary([:])]),
      ]
    )
  }

  @Test("has values of every kind in binary")
  func binary() throws {
    let bytes = Self.binary([
      [0xd3, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6],
      [0x51] + Array("t".utf8), [0x51] + Array("n".utf8), [0x51] + Array("a".utf8),
      [0x62, 0x00, 0xfc, 0x00, 0x7a], [0x11, 0x01, 0x00],
      [0xa4, 0, 7, 0, 8, 0, 9, 0, 10],
      [0x09], [0x23, 0x40, 0x04, 0, 0, 0, 0, 0, 0], [0x33, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x13, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe],
    ])
    #expect(
      try PropertyListValue.dictionary(bytes, file: "a.plist") == [
        "t": .text("üz"), "n": .integer(256),
        "a": .array([.flag(true), .number(2.5), .other, .integer(-2)]),
      ]
    )
  }

  @Test("that refers to itself, or to the same thing over and over, is refused at once")
  func references() {
    #expect(
      fault(Self.binary([[0xd1, 0, 1, 0, 0], [0x51, 0x6b]]))
        == "is not a property list (more than 64 arrays and dictionaries inside each other)"
    )
    // Thirty arrays that each hold the next one twice.
    let first: [[UInt8]] = [[0xd1, 0, 1, 0, 2], [0x51, 0x6b]]
    let doubling: [[UInt8]] = (3..<UInt8(33)).map { [0xa2, 0, $0, 0, $0] }
    let last: [UInt8] = [0x51, 0x78]
    #expect(
      fault(Self.binary(first + doubling + [last]))
        == "is not a property list (more than 100000 values)"
    )
  }

  @Test("in XML of any depth is refused at once")
  func depth() {
    let text =
      "<plist><dict><key>k</key>" + String(repeating: "<array>", count: 100_000) + "</plist>"
    #expect(
      fault(Array(text.utf8))
        == "is not a property list (more than 64 arrays and dictionaries inside each other)"
    )
  }

  @Test(
    "that is none says where and why",
    arguments: [
      ("", "line 1: it ends too early"),
      ("hello", "line 1: text stands where a tag must be"),
      ("<plist/>", "line 1: <plist> holds no value"),
      ("<plist>\n<dict>\n<foo/>", "line 3: <foo> stands where a <key> must be"),
      ("<dict>\n<key>a</key></dict>", "line 2: the key 'a' has no value"),
      ("<dict><key>a</key>\n<foo/></dict>", "line 2: <foo> is not an element of a property list"),
      ("<dict><key>a</key><string>b", "line 1: <string> is not closed"),
      ("<dict><key>a</key><string>b</key>", "line 1: </string> is missing"),
      ("<dict><key>a</key><string>&b;", "line 1: the entity '&b;' is not known"),
      ("<dict><key>a</key><string>b & c", "line 1: an '&' begins no entity; write '&amp;'"),
      ("<dict><key>a</key><integer>1x</integer>", "line 1: '1x' is not an integer"),
      ("<dict><key>a</key><real>x</real>", "line 1: 'x' is not a number"),
      ("<!-- <dict/>", "line 1: what begins here has no '-->' at its end"),
      ("<dict a=\">", "line 1: a tag is not closed"),
      ("bplist00", "it is cut off: there is no trailer"),
      (
        "bplist00" + String(repeating: "a", count: 40),
        "its trailer, the last 32 bytes, speaks of more than the file holds; it may be cut off"
      ),
    ]
  )
  func faults(text: String, cause: String) {
    #expect(fault(Array(text.utf8)) == "is not a property list (\(cause))")
  }

  @Test(
    "in binary that is damaged says which object",
    arguments: [
      ([[0xd1, 0, 1, 0, 9], [0x51, 0x6b]], "something refers to object 9 of 2"),
      ([[0xd1, 0, 1, 0, 1], [0x09]], "the object at byte 8 has a key that is not a string"),
      ([[0xdf]], "the object at byte 8 has no length"),
      (
        [[0x5f, 0x13, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
        "the object at byte 8 is longer than the file"
      ),
      ([[0x62, 0xd8, 0x00, 0x00, 0x41]], "the object at byte 8 is not UTF-16 text"),
      ([[0x51, 0xff]], "the object at byte 8 is not ASCII text"),
    ] as [([[UInt8]], String)]
  )
  func damage(objects: [[UInt8]], cause: String) {
    #expect(fault(Self.binary(objects)) == "is not a property list (\(cause))")
  }
}
