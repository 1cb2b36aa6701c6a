/// Base64 with its first alphabet and with padding (RFC 4648, 4), as JetStream writes what it hands out.
enum Base64 {
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xff, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (index, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt8(index) }
    return values
  }()

  /// The bytes of the text; `nil` where it is not Base64.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (held, count): (UInt32, UInt32) = (0, 0)
    for letter in text.utf8 {
      if letter == UInt8(ascii: "=") { continue }
      let value = values[Int(letter)]
      if value == 0xff { return nil }
      held = held << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> count))
      }
    }
    return bytes
  }
}
