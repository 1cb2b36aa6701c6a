/// A JSON value, for texts of senders and devices: small, and read once.
enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number in its original text.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The maximum depth of nested values; payloads of pushes have 3 or 4.
  static let depthMax = 32

  /// Makes a value from bytes; `nil` if they are not exactly one value, or are not UTF-8.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd() else { return nil }
    self = value
  }

  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var integer: Int64? {
    guard case .number(let digits) = self else { return nil }
    return Int64(digits)
  }

  var boolean: Bool? {
    guard case .boolean(let value) = self else { return nil }
    return value
  }

  var list: [JSONValue]? {
    guard case .list(let values) = self else { return nil }
    return values
  }

  var isObject: Bool {
    if case .object = self { true } else { false }
  }
}

/// Reads JSON (RFC 8259) from the front.
private struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether nothing but space is left.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return place == bytes.count
  }

  mutating func value(depth: Int) -> JSONValue? {
    guard depth < JSONValue.depthMax else { return nil }
    skipSpace()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return list(depth)
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return take("true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0a, 0x0d: place += 1
      default: return
      }
    }
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[place + offset] != word.utf8Start[offset] { return false }
    place += count
    return true
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    place += 1
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), let name = text() else {
        return nil
      }
      skipSpace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members[name] = value
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func list(_ depth: Int) -> JSONValue? {
    var values: [JSONValue] = []
    place += 1
    skipSpace()
    if take("]") { return .list(values) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      skipSpace()
      if take("]") { return .list(values) }
      guard take(",") else { return nil }
    }
  }

  private mutating func digits() -> Bool {
    let start = place
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
    return place > start
  }

  private mutating func number() -> JSONValue? {
    let start = place
    _ = take("-")
    let isZero = place < bytes.count && bytes[place] == 0x30
    let first = place
    guard digits(), !isZero || place == first + 1 else { return nil }
    if take("."), !digits() { return nil }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func text() -> String? {
    place += 1
    let start = place
    // Up to the first byte that has to be examined; nearly always that is the end.
    while place < bytes.count, bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\""),
      bytes[place] != UInt8(ascii: "\\")
    {
      place += 1
    }
    var units = bytes[start..<place]
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        units.append(contentsOf: String(scalar).utf8)
      case 0..<0x20: return nil
      default: units.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let letter = bytes[place]
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      guard (0xd800...0xdbff).contains(first) else { return Unicode.Scalar(first) }
      guard take("\\u"), let second = unit(), (0xdc00...0xdfff).contains(second) else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[place..<(place + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    place += 4
    return value
  }
}
