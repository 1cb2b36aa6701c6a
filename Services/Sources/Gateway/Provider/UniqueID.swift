import TorporCrypto

/// The ids of pushes: UUIDs.
enum UniqueID {
  /// Returns whether there is a hyphen at a position.
  private static func isHyphen(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  /// Returns a new one, from random bytes (RFC 9562, version 4).
  static func make() -> String {
    var bytes = Digest.random(count: 16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hex.encode(bytes).utf8)
    return String(unsafeUninitializedCapacity: 36) { text in
      var next = 0
      for place in 0..<36 {
        if isHyphen(place) {
          text[place] = UInt8(ascii: "-")
        } else {
          text[place] = digits[next]
          next += 1
        }
      }
      return 36
    }
  }

  /// Returns whether the text is a UUID: 8-4-4-4-12 hexadecimal digits, lower-case or upper-case.
  static func isCanonical(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    for (place, unit) in text.utf8.enumerated() {
      if isHyphen(place) {
        if unit != UInt8(ascii: "-") { return false }
      } else {
        switch unit {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: break
        default: return false
        }
      }
    }
    return true
  }

  /// Returns an id from a device for use in a log: an invalid one is not written, because it could contain a line of
  /// its own.
  static func shown(_ text: String) -> String { isCanonical(text) ? text : "not an id" }
}
