/// Makes the desktop's texts such as the interface takes them.
package enum BridgeText {
  /// A text cut to a length in bytes, between characters, and without control characters.
  package static func cut(_ text: String, to bytesMax: Int) -> String {
    var kept = ""
    for character in text {
      let safe = isPrintable(character) ? character : " "
      guard kept.utf8.count + safe.utf8.count <= bytesMax else { break }
      kept.append(safe)
    }
    return kept
  }

  /// A text on one line, cut and cleaned likewise.
  package static func line(_ text: String, to bytesMax: Int) -> String {
    let words = text.split { $0.isNewline }.map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return cut(words.filter { !$0.isEmpty }.joined(separator: " "), to: bytesMax)
  }

  /// C0 and C1 control characters are not; a line feed is, for people write several lines.
  static func isPrintable(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || !(scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value))
    }
  }
}
