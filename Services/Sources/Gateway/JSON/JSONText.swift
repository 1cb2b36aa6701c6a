/// A JSON object as text: members in the order in which they are set.
struct JSONText {
  private(set) var text = "{"

  /// Makes an object of approximately a number of bytes: a large one is not copied as it grows.
  init(bytes: Int = 0) { text.reserveCapacity(bytes) }

  /// The object with all members.
  var finished: String { text + "}" }

  mutating func set(_ name: String, _ value: String) {
    begin(name)
    append(quoted: value)
  }

  mutating func set(_ name: String, _ value: Int64) {
    begin(name)
    text += String(value)
  }

  mutating func set(_ name: String, _ value: Bool) {
    begin(name)
    text += value ? "true" : "false"
  }

  /// Sets a member to a value that is already JSON.
  mutating func set(_ name: String, json: String) {
    begin(name)
    text += json
  }

  /// Returns a list of values that are already JSON.
  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private mutating func begin(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    append(quoted: name)
    text += ":"
  }

  private mutating func append(quoted value: String) {
    text += "\""
    if value.utf8.withContiguousStorageIfAvailable(Self.isPlain) ?? false {
      text += value
    } else {
      for scalar in value.unicodeScalars { append(escaped: scalar) }
    }
    text += "\""
  }

  /// Returns whether none of its bytes has to be escaped; this is nearly always so, and checked for each byte of each
  /// push.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      return false
    }
    return true
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      text += "\\"
      text.unicodeScalars.append(scalar)
    case "\0"..<" ":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}
