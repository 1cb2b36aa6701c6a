/// An object of JSON as it is written: members in the order in which they are given.
struct JSONText {
  private(set) var text = "{"

  /// The object of all members.
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

  /// Sets a member to what is JSON already.
  mutating func set(_ name: String, json: String) {
    begin(name)
    text += json
  }

  /// A list of what is JSON already.
  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private mutating func begin(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    append(quoted: name)
    text += ":"
  }

  private mutating func append(quoted value: String) {
    text += "\""
    if value.utf8.allSatisfy({
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }) {
      text += value
    } else {
      for scalar in value.unicodeScalars { append(escaped: scalar) }
    }
    text += "\""
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
