internal import TorporCrypto

/// Texts as JSON has them.
enum JSONText {
  /// The text in quotation marks, with what JSON does not allow in them written as an escape (RFC 8259, 7).
  static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// What others say, in logs and on terminals.
enum ForeignText {
  /// The most that the daemon takes of a text, with room for a date.
  private static let bytesMax = 900

  /// The text without control characters, cut where it is longer than the daemon takes.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      line.unicodeScalars.append(isControl ? " " : scalar)
      if line.utf8.count > bytesMax { return line + "…" }
    }
    return line
  }
}

/// Base64url as gateways write it: with its padding or without.
enum Base64URLText {
  static func decode(_ text: String) -> [UInt8]? {
    Base64URL.decode(String(text.prefix { $0 != "=" }))
  }
}
