import TorporCrypto

/// The names of pushes: UUIDs.
enum UniqueID {
  /// A new one, of random bytes (RFC 9562, version 4).
  static func make() -> String {
    var bytes = Digest.random(count: 16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hex.encode(bytes).utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
  }

  /// Whether the text is one: 8-4-4-4-12 hexadecimal digits, in small or capital letters.
  static func isCanonical(_ text: String) -> Bool {
    let units = Array(text.utf8)
    guard units.count == 36 else { return false }
    for (index, unit) in units.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        if unit != UInt8(ascii: "-") { return false }
      } else if !Character(Unicode.Scalar(unit)).isHexDigit {
        return false
      }
    }
    return true
  }

  /// An id of a device as it goes into a log: what is none is not written, which could be a line of its own.
  static func shown(_ text: String) -> String { isCanonical(text) ? text : "not an id" }
}
