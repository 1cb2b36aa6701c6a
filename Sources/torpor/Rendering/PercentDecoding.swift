/// Names in URLs as people wrote them.
enum PercentDecoding {
  /// The text with each `%C3%BC` as its character; as it is where that is no UTF-8.
  static func text(_ encoded: String) -> String {
    var bytes: [UInt8] = []
    var rest = encoded.utf8[...]
    while let byte = rest.first {
      rest = rest.dropFirst()
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isHexadecimal),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? encoded
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
