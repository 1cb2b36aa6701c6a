/// Base64 with the alphabet for addresses and without padding (RFC 4648, 5).
public enum Base64URL {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )
  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: letters.enumerated().map { ($1, UInt32($0)) }
  )

  /// The bytes as text.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (held, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(held >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(letters[Int(held << UInt32(6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of the text; `nil` where it is anything but what `encode` makes.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (held, count): (UInt32, Int) = (0, 0)
    for letter in text {
      guard let value = values[letter] else { return nil }
      held = held << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(count)))
      }
    }
    // One text for the same bytes: what is left over must be zero.
    return held & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  /// The bytes of the text; `nil` where it is anything but what `encode` makes.
  public static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }
}

/// Bytes as pairs of hexadecimal digits.
public enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The bytes as text, in small letters.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes of the text, in small or capital letters; `nil` where it is not made of such pairs.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var high: UInt8?
    for letter in text {
      guard let value = value(of: letter) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case 0x30...0x39: letter - 0x30
    case 0x61...0x66: letter - 0x57
    case 0x41...0x46: letter - 0x37
    default: nil
    }
  }
}
