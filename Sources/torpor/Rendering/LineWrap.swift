/// Long lines of a terminal, broken between words and indented to where their text begins.
///
/// Only lines with a column in front of the text are broken, such as a time or "blocked": others may be
/// commands, which people copy in one piece.
enum LineWrap {
  /// The line in pieces of at most `width` columns; whole where no width is known.
  static func lines(_ line: String, _ style: Style, width: Int?) -> [String] {
    guard let width, style.width(of: line) > width else { return [line] }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = indexOfText(words, style) else { return [line] }
    var current = words[..<first].map { $0 + " " }.joined()
    let indent = style.width(of: current)
    guard indent <= width / 2 else { return [line] }
    var lines: [String] = []
    var isEmpty = true
    for word in words[first...] {
      let needed = style.width(of: current) + (isEmpty ? 0 : 1) + style.width(of: String(word))
      if !isEmpty, needed > width {
        lines.append(current)
        current = String(repeating: " ", count: indent)
        isEmpty = true
      }
      current += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [current]
  }

  /// The first word after the last gap of two spaces among the first columns; `nil` where there is none.
  private static func indexOfText(_ words: [Substring], _ style: Style) -> Int? {
    guard let begin = words.firstIndex(where: { !$0.isEmpty }) else { return nil }
    var column = begin
    var found: Int?
    for index in words.indices[begin...] {
      if column > columnsOfGap { break }
      if index > begin, !words[index].isEmpty, words[index - 1].isEmpty { found = index }
      column += style.width(of: String(words[index])) + 1
    }
    return found
  }

  /// As far right a gap counts as one between columns: a date, a time and a length fit; our choice.
  private static let columnsOfGap = 24
}
