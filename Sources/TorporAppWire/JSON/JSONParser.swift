extension JSON {
  /// Arrays and objects that may lie inside each other.
  ///
  /// Our messages need 8; 64 leaves room and keeps the parser's recursion below 32 KiB of stack (our
  /// choice; RFC 8259 section 9 allows a limit).
  package static let depthMax = 64

  /// Reads one JSON text (RFC 8259, strict) that fills all of the bytes.
  ///
  /// Refused beyond the RFC's grammar: lone surrogates, strings that are not UTF-8, keys that come
  /// twice in one object (also when they differ only in the composition of their characters, since
  /// Swift's dictionaries take them for one), numbers that are infinite as a double.
  ///
  /// - Throws: `JSONSyntaxError` with the offset of the first fault.
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) {
    // The closure cannot rethrow a typed error through `withUnsafeBufferPointer`, so it hands back a
    // result.
    self = try bytes.withUnsafeBufferPointer(JSON.parse).get()
  }

  /// Reads one JSON text that fills all of the bytes.
  ///
  /// - Throws: `JSONSyntaxError` with the offset of the first fault.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(parsing: bytes[...])
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<JSON, JSONSyntaxError> {
    // The parser does not leave this function, so the pointer outlives it.
    var parser = JSONParser(bytes: bytes)
    do throws(JSONSyntaxError) {
      return .success(try parser.parseText())
    } catch {
      return .failure(error)
    }
  }
}

/// A recursive-descent parser over bytes that someone else keeps alive.
private struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0
  var depth = 0

  mutating func parseText() throws(JSONSyntaxError) -> JSON {
    let value = try parseValue()
    skipSpace()
    guard offset == bytes.count else { throw JSONSyntaxError(.trailingBytes, at: offset) }
    return value
  }

  private mutating func parseValue() throws(JSONSyntaxError) -> JSON {
    skipSpace()
    guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    switch bytes[offset] {
    case UInt8(ascii: "{"): return try parseObject()
    case UInt8(ascii: "["): return try parseArray()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    case let byte: throw JSONSyntaxError(.unexpectedByte(byte), at: offset)
    }
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0a, 0x0d, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func parseWord(
    _ word: StaticString,
    _ value: JSON
  ) throws(JSONSyntaxError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
      guard bytes[offset] == word.utf8Start[index] else {
        throw JSONSyntaxError(.unexpectedByte(bytes[offset]), at: offset)
      }
      offset += 1
    }
    return value
  }

  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < JSON.depthMax else { throw JSONSyntaxError(.tooDeep, at: offset) }
    depth += 1
    offset += 1
  }

  /// Takes the byte that must come next, after space.
  private mutating func next() throws(JSONSyntaxError) -> UInt8 {
    skipSpace()
    guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func parseArray() throws(JSONSyntaxError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var elements: [JSON] = []
    skipSpace()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "]") {
      offset += 1
      return .array(elements)
    }
    while true {
      elements.append(try parseValue())
      switch try next() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return .array(elements)
      case let byte: throw JSONSyntaxError(.unexpectedByte(byte), at: offset - 1)
      }
    }
  }

  private mutating func parseObject() throws(JSONSyntaxError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var members: [JSON.Member] = []
    var keys = KeySet()
    skipSpace()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "}") {
      offset += 1
      return .object(members)
    }
    while true {
      let quote = try next()
      let start = offset - 1
      guard quote == UInt8(ascii: "\"") else {
        throw JSONSyntaxError(.unexpectedByte(quote), at: start)
      }
      offset = start
      let key = try parseString()
      guard keys.insert(key, among: members) else {
        throw JSONSyntaxError(.duplicateKey(key), at: start)
      }
      let colon = try next()
      guard colon == UInt8(ascii: ":") else {
        throw JSONSyntaxError(.unexpectedByte(colon), at: offset - 1)
      }
      members.append(JSON.Member(key, try parseValue()))
      switch try next() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return .object(members)
      case let byte: throw JSONSyntaxError(.unexpectedByte(byte), at: offset - 1)
      }
    }
  }

  /// The keys of one object; a set only where there are so many that comparing each with each would
  /// let a sender make us work for long.
  private struct KeySet {
    private var large: Set<String> = []
    private static let comparedMax = 16

    mutating func insert(_ key: String, among members: [JSON.Member]) -> Bool {
      if members.count < Self.comparedMax {
        return !members.contains { $0.key == key }
      }
      if large.isEmpty { large = Set(members.map(\.key)) }
      return large.insert(key).inserted
    }
  }
}

// MARK: Numbers

extension JSONParser {
  private mutating func parseNumber() throws(JSONSyntaxError) -> JSON {
    let start = offset
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let firstDigit = offset
    var magnitude: UInt64 = 0
    var overflows = false
    while let digit = digit() {
      let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || overflowed || carried
      magnitude = sum
      offset += 1
    }
    let digitCount = offset - firstDigit
    guard digitCount > 0 else { throw endOrInvalidNumber() }
    if digitCount > 1, bytes[firstDigit] == UInt8(ascii: "0") {
      throw JSONSyntaxError(.invalidNumber, at: firstDigit)
    }
    let isInteger = try !skipFractionAndExponent()
    // A negative zero has no integer form.
    if isInteger, !overflows, !(isNegative && magnitude == 0) {
      if !isNegative { return JSON(magnitude) }
      if magnitude <= UInt64(Int64.max) + 1 {
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
      }
    }
    return .number(try double(from: start))
  }

  private func digit() -> UInt8? {
    guard offset < bytes.count else { return nil }
    let value = bytes[offset] &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  private func endOrInvalidNumber() -> JSONSyntaxError {
    JSONSyntaxError(offset < bytes.count ? .invalidNumber : .unexpectedEnd, at: offset)
  }

  private mutating func skipDigits() throws(JSONSyntaxError) {
    guard digit() != nil else { throw endOrInvalidNumber() }
    while digit() != nil { offset += 1 }
  }

  /// Returns whether there was a fraction or an exponent.
  private mutating func skipFractionAndExponent() throws(JSONSyntaxError) -> Bool {
    let start = offset
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count,
        bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-")
      {
        offset += 1
      }
      try skipDigits()
    }
    return offset > start
  }

  private func double(from start: Int) throws(JSONSyntaxError) -> Double {
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
    guard let number = Double(text) else { throw JSONSyntaxError(.invalidNumber, at: start) }
    guard number.isFinite else { throw JSONSyntaxError(.numberOutOfRange, at: start) }
    return number
  }
}

// MARK: Strings

extension JSONParser {
  /// Reads the string whose opening quote is the next byte.
  private mutating func parseString() throws(JSONSyntaxError) -> String {
    let start = offset
    offset += 1
    let textStart = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let text = UnsafeBufferPointer(rebasing: bytes[textStart..<offset])
        offset += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONSyntaxError(.invalidUTF8, at: start)
        }
        return string
      case UInt8(ascii: "\\"):
        return try parseEscapedString(from: textStart, quoteAt: start)
      case let byte where byte < 0x20:
        throw JSONSyntaxError(.controlCharacter(byte), at: offset)
      default:
        offset += 1
      }
    }
    throw JSONSyntaxError(.unexpectedEnd, at: offset)
  }

  /// The slow path: `offset` is at the first backslash.
  private mutating func parseEscapedString(
    from textStart: Int,
    quoteAt start: Int
  ) throws(JSONSyntaxError) -> String {
    var text = Array(bytes[textStart..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONSyntaxError(.invalidUTF8, at: start)
        }
        return string
      case UInt8(ascii: "\\"):
        try parseEscape(into: &text)
      case ..<0x20:
        throw JSONSyntaxError(.controlCharacter(byte), at: offset)
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw JSONSyntaxError(.unexpectedEnd, at: offset)
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    let letter = bytes[offset]
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try parseScalar(escapeAt: start)
      text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    default: throw JSONSyntaxError(.invalidEscape, at: start)
    }
  }

  /// Reads the four digits after `\u`, and the second half of a surrogate pair where one begins.
  private mutating func parseScalar(
    escapeAt start: Int
  ) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try parseFourDigits(escapeAt: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    offset += 2
    let second = try parseFourDigits(escapeAt: start)
    guard (0xdc00...0xdfff).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func parseFourDigits(escapeAt start: Int) throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
      let digit: UInt8
      switch bytes[offset] {
      case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
        digit = byte - UInt8(ascii: "0")
      case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
        digit = (byte | 0x20) - UInt8(ascii: "a") + 10
      default: throw JSONSyntaxError(.invalidEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
