import Testing

@testable import TorporAppWire
@testable import TorporWire

/// What the parser makes of a text.
private func parse(_ text: String) throws(JSONSyntaxError) -> JSON {
  try JSON(parsing: Array(text.utf8))
}

@Suite("A JSON text")
struct JSONParserTests {
  @Test(
    "that follows RFC 8259 is read as the value it describes",
    arguments: [
      ("null", .null),
      (" \t\r\n true ", .bool(true)),
      ("false", .bool(false)),
      ("0", .integer(0)),
      ("-0", .number(-0.0)),
      ("-1", .integer(-1)),
      ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
      ("18446744073709551615", .unsigned(.max)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)),
      ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
      ("1.5", .number(1.5)),
      ("1e2", .number(100)),
      ("1E+2", .number(100)),
      ("-2.5e-1", .number(-0.25)),
      ("0e1", .number(0)),
      ("1e-400", .number(0)),
      ("\"\"", .string("")),
      ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", .string("a\"\\/\u{8}\u{c}\n\r\t")),
      ("\"\\u00e9\\u20AC\"", .string("é€")),
      ("\"\\ud83d\\ude00\"", .string("😀")),
      ("\"😀\u{7f}\"", .string("😀\u{7f}")),
      ("\"\\u0000\"", .string("\0")),
      ("[]", .array([])),
      ("[1,[2, 3 ],{}]", .array([.integer(1), .array([.integer(2), .integer(3)]), .object([])])),
      ("{\"\":1}", .object([JSON.Member("", .integer(1))])),
      (
        "{\"b\" : 1 , \"a\":null}",
        .object([JSON.Member("b", .integer(1)), JSON.Member("a", .null)])
      ),
    ] as [(String, JSON)]
  )
  func valid(text: String, value: JSON) throws {
    #expect(try parse(text) == value)
  }

  @Test(
    "with a fault is refused with the fault's place",
    arguments: [
      ("", .unexpectedEnd, 0),
      ("  ", .unexpectedEnd, 2),
      ("nul", .unexpectedEnd, 3),
      ("nuxl", .unexpectedByte(UInt8(ascii: "x")), 2),
      ("True", .unexpectedByte(UInt8(ascii: "T")), 0),
      ("NaN", .unexpectedByte(UInt8(ascii: "N")), 0),
      ("'a'", .unexpectedByte(UInt8(ascii: "'")), 0),
      ("\u{feff}1", .unexpectedByte(0xef), 0),
      ("1 2", .trailingBytes, 2),
      ("[1]]", .trailingBytes, 3),
      ("[1,]", .unexpectedByte(UInt8(ascii: "]")), 3),
      ("[,1]", .unexpectedByte(UInt8(ascii: ",")), 1),
      ("[1 2]", .unexpectedByte(UInt8(ascii: "2")), 3),
      ("[1", .unexpectedEnd, 2),
      ("[", .unexpectedEnd, 1),
      ("{", .unexpectedEnd, 1),
      ("{1:2}", .unexpectedByte(UInt8(ascii: "1")), 1),
      ("{\"a\"}", .unexpectedByte(UInt8(ascii: "}")), 4),
      ("{\"a\":}", .unexpectedByte(UInt8(ascii: "}")), 5),
      ("{\"a\":1,}", .unexpectedByte(UInt8(ascii: "}")), 7),
      ("{\"a\":1 \"b\":2}", .unexpectedByte(UInt8(ascii: "\"")), 7),
      ("{\"a\":1,\"a\":2}", .duplicateKey("a"), 7),
      ("{\"a\":1,\"\\u0061\":2}", .duplicateKey("a"), 7),
      ("-", .unexpectedEnd, 1),
      ("-a", .invalidNumber, 1),
      ("+1", .unexpectedByte(UInt8(ascii: "+")), 0),
      ("01", .invalidNumber, 0),
      ("-012", .invalidNumber, 1),
      ("1.", .unexpectedEnd, 2),
      ("1.e1", .invalidNumber, 2),
      (".5", .unexpectedByte(UInt8(ascii: ".")), 0),
      ("1e", .unexpectedEnd, 2),
      ("1e+", .unexpectedEnd, 3),
      ("0x1", .trailingBytes, 1),
      ("1e400", .numberOutOfRange, 0),
      ("\"", .unexpectedEnd, 1),
      ("\"a", .unexpectedEnd, 2),
      ("\"\\", .unexpectedEnd, 2),
      ("\"\\x\"", .invalidEscape, 1),
      ("\"\\u12", .unexpectedEnd, 5),
      ("\"\\u12g4\"", .invalidEscape, 1),
      ("\"\\ud800\"", .loneSurrogate, 1),
      ("\"\\udc00\"", .loneSurrogate, 1),
      ("\"\\ud800\\n\"", .loneSurrogate, 1),
      ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
      ("\"a\nb\"", .controlCharacter(0x0a), 2),
      ("\"\\\"\u{1}\"", .controlCharacter(1), 3),
    ] as [(String, JSONSyntaxError.Problem, Int)]
  )
  func invalid(text: String, problem: JSONSyntaxError.Problem, offset: Int) {
    #expect(throws: JSONSyntaxError(problem, at: offset)) { try parse(text) }
  }

  @Test(
    "whose strings are not UTF-8 is refused",
    arguments: [
      [0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xe2, 0x82, 0x22],
      [0x22, 0x5c, 0x6e, 0xff, 0x22],
    ] as [[UInt8]]
  )
  func invalidUTF8(bytes: [UInt8]) {
    #expect(throws: JSONSyntaxError(.invalidUTF8, at: 0)) { try JSON(parsing: bytes) }
  }

  @Test("may be 64 levels deep and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try parse(nested(64))
    #expect(throws: JSONSyntaxError(.tooDeep, at: 64)) { try parse(nested(65)) }
    #expect(throws: JSONSyntaxError(.tooDeep, at: 64)) {
      try parse(String(repeating: "[", count: 1_000_000))
    }
  }

  @Test("with very many keys finds a key that comes twice")
  func manyKeys() throws {
    let members = (0..<20_000).map { "\"\($0)\":0" }
    let text = "{" + members.joined(separator: ",") + "}"
    guard case .object(let read) = try parse(text) else {
      Issue.record("an object was expected")
      return
    }
    #expect(read.count == 20_000)
    #expect(throws: JSONSyntaxError.self) { try parse(text.dropLast() + ",\"777\":1}") }
  }

  @Test("is read from a slice as from an array")
  func slices() throws {
    let bytes = Array("xx[1,2]yy".utf8)
    #expect(try JSON(parsing: bytes[2..<7]) == .array([.integer(1), .integer(2)]))
  }

  @Test(
    "that is wrong is described in words",
    arguments: [
      (.unexpectedEnd, "the text ends too early at byte 7"),
      (.unexpectedByte(0x7d), "unexpected '}' at byte 7"),
      (.unexpectedByte(0x0a), "unexpected byte 0x0a at byte 7"),
      (.trailingBytes, "something follows the value at byte 7"),
      (.tooDeep, "more than 64 arrays and objects inside each other at byte 7"),
      (.invalidNumber, "a number is not written as JSON has it at byte 7"),
      (.numberOutOfRange, "a number is too large at byte 7"),
      (.invalidEscape, "a backslash is followed by something that JSON does not know at byte 7"),
      (.loneSurrogate, "half of a surrogate pair stands alone at byte 7"),
      (
        .controlCharacter(9),
        "a control character (byte 0x09) is not written as an escape at byte 7"
      ),
      (.invalidUTF8, "a string is not valid UTF-8 at byte 7"),
      (.duplicateKey("name"), "the key 'name' is there twice at byte 7"),
    ] as [(JSONSyntaxError.Problem, String)]
  )
  func sentences(problem: JSONSyntaxError.Problem, sentence: String) {
    #expect(JSONSyntaxError(problem, at: 7).description == sentence)
  }
}

@Suite("A JSON value")
struct JSONPrinterTests {
  @Test(
    "is printed without space",
    arguments: [
      (.null, "null"),
      (.integer(.min), "-9223372036854775808"),
      (.integer(-10), "-10"),
      (.integer(0), "0"),
      (.unsigned(.max), "18446744073709551615"),
      (.number(0.1), "0.1"),
      (.number(-0.0), "-0.0"),
      (.number(1e300), "1e+300"),
      (.string("a\"\\/\n\r\t\u{1}\u{1f}é😀"), "\"a\\\"\\\\/\\n\\r\\t\\u0001\\u001fé😀\""),
      (.array([.bool(true), .array([])]), "[true,[]]"),
      (
        .object([JSON.Member("b", .integer(1)), JSON.Member("a", .object([]))]),
        "{\"b\":1,\"a\":{}}"
      ),
    ] as [(JSON, String)]
  )
  func prints(value: JSON, text: String) {
    #expect(String(decoding: value.bytes, as: UTF8.self) == text)
  }

  @Test("comes back from its own text, whatever it is", arguments: UInt64(1)...20)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let value = JSON.random(depth: 4, using: &random)
      #expect(try JSON(parsing: value.bytes) == value)
    }
  }

  @Test("never makes the parser fail in another way than with an error", arguments: UInt64(1)...20)
  func damaged(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var bytes = JSON.random(depth: 4, using: &random).bytes
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where bytes.count > 1: bytes.remove(at: index)
        case 1: bytes.insert(.random(in: 0...255, using: &random), at: index)
        default: bytes[index] = .random(in: 0...255, using: &random)
        }
      }
      guard let value = try? JSON(parsing: bytes) else { continue }
      // What was taken must be a value that prints and parses to itself.
      #expect((try? JSON(parsing: value.bytes)) == value)
    }
  }
}
