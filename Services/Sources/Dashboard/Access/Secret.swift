/// A secret known to only one user: 256 bits from the kernel, written in hexadecimal digits.
struct Secret: Sendable {
  let text: String

  /// Generates a new one.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in Self.digits(generator.next()) }.joined()
  }

  init(text: String) { self.text = text }

  /// Returns whether the text is this secret; the time that takes does not depend on where they differ.
  func isEqual(to other: some StringProtocol) -> Bool {
    let (own, others) = (Array(text.utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    var difference: UInt8 = 0
    for index in own.indices { difference |= own[index] ^ others[index] }
    return difference == 0
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
