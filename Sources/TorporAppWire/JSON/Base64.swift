/// Bytes as text, in the alphabet of RFC 4648 with padding: what JSON has no type of its own for.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let padding = UInt8(ascii: "=")

  /// What each byte of the text stands for; 64 and above: nothing.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Writes bytes as text.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var start = 0
    while start < bytes.count {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
      }
      for place in 0..<4 {
        let value = Int(group >> UInt32(18 - 6 * place)) & 63
        text.append(place <= count ? alphabet[value] : padding)
      }
      start += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads text; `nil` for any that `text(of:)` does not write.
  package static func bytes(of text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    for start in stride(from: 0, to: letters.count, by: 4) {
      let isLast = start + 4 == letters.count
      let padded = isLast ? letters[start...].reversed().prefix { $0 == padding }.count : 0
      guard padded <= 2 else { return nil }
      var group: UInt32 = 0
      for place in 0..<4 {
        let value = place < 4 - padded ? values[Int(letters[start + place])] : 0
        guard value < 64 else { return nil }
        group = group << 6 | UInt32(value)
      }
      guard padded == 0 || group & (padded == 2 ? 0xffff : 0xff) == 0 else { return nil }
      for place in 0..<(3 - padded) {
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }
}
