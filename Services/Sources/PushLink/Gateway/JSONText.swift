internal import TorporCrypto

/// Texts in JSON.
enum JSONText {
  /// Returns the text in quotation marks, with escapes for characters that JSON does not allow (RFC 8259, 7).
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

/// Text from other parties, for logs and terminals.
enum ForeignText {
  /// The maximum number of bytes of a text that the daemon accepts, minus space for a date.
  private static let bytesMax = 900

  /// Returns the text without control characters, cut if it is longer than the daemon accepts.
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

/// Base64url as written by gateways: with or without padding.
enum Base64URLText {
  static func decode(_ text: String) -> [UInt8]? {
    Base64URL.decode(String(text.prefix { $0 != "=" }))
  }
}
