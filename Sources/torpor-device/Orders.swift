/// What the SDK is to do in the process of the test, oldest first.
///
/// Orders are lines on the link; words in them that may have a space are hexadecimal.
final class Orders {
  private var lines: [String] = []

  /// Whether there is something.
  var isEmpty: Bool { lines.isEmpty }

  func post(_ line: String) { lines.append(line) }

  /// Takes what was written down.
  func take() -> [String] {
    defer { lines.removeAll() }
    return lines
  }
}

/// Texts as words without spaces.
enum HexText {
  /// The UTF-8 of the text, two digits for each byte.
  static func word(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The text of a word; `nil` for anything else.
  static func text(_ word: some StringProtocol) -> String? {
    guard word.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var rest = word[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
