/// An alphabet of 64 letters, with the encoding of bytes in it.
private struct Base64Alphabet {
  private let letters: [UInt8]
  /// The value of each byte; 64: it is not a letter of the alphabet.
  private let values: [UInt8]

  static let usual = Base64Alphabet("+/")
  static let forAddresses = Base64Alphabet("-_")

  private init(_ last: String) {
    letters = Array(
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8
    )
    var values = [UInt8](repeating: 64, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    self.values = values
  }

  /// Returns the bytes as text, without padding.
  func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
      var (held, count, place): (UInt32, UInt32, Int) = (0, 0, 0)
      for byte in bytes {
        held = held << 8 | UInt32(byte)
        count += 8
        while count >= 6 {
          count -= 6
          text[place] = letters[Int(held >> count & 63)]
          place += 1
        }
      }
      if count > 0 {
        text[place] = letters[Int(held << (6 - count) & 63)]
        place += 1
      }
      return place
    }
  }

  /// Returns the bytes of the text without its padding; `nil` if it differs from the output of `encode`.
  func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (held, count): (UInt32, UInt32) = (0, 0)
    for letter in text {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      held = held << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> count))
      }
    }
    // The same bytes have only one text: the remaining bits must be zero.
    return held & (1 << count - 1) == 0 ? bytes : nil
  }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, 5).
public enum Base64URL {
  /// Returns the bytes as text.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    Base64Alphabet.forAddresses.encode(Array(bytes))
  }

  /// Returns the bytes of the text; `nil` if it differs from the output of `encode`.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    Base64Alphabet.forAddresses.decode(Array(text))
  }

  /// Returns the bytes of the text; `nil` if it differs from the output of `encode`.
  public static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }
}

/// Base64 with its standard alphabet and with padding (RFC 4648, 4), as used by JetStream.
public enum Base64 {
  /// Returns the bytes of the text; `nil` if it is not Base64.
  public static func decode(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    let padding = letters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard letters.count.isMultiple(of: 4) else { return nil }
    return Base64Alphabet.usual.decode(letters.dropLast(padding))
  }
}

/// Bytes as pairs of hexadecimal digits.
public enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns the bytes as text, in lower case.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let (bytes, digits) = (Array(bytes), digits)
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (place, byte) in bytes.enumerated() {
        text[2 * place] = digits[Int(byte >> 4)]
        text[2 * place + 1] = digits[Int(byte & 15)]
      }
      return 2 * bytes.count
    }
  }

  /// Returns the bytes of the text, in lower or upper case; `nil` if it does not consist of such pairs.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
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
