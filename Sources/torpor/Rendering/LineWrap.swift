/// Long lines of a terminal, broken between words and indented to where their text begins.
///
/// Only sentences are broken, and lines with a column in front of the text, such as a time or "blocked": others may be
/// commands, which people copy in one piece. A command in a sentence stays whole, too.
enum LineWrap {
  /// The line in pieces of at most `width` columns; whole where no width is known.
  static func lines(_ line: String, _ style: Style, width: Int?) -> [String] {
    guard let width, style.width(of: line) > width else { return [line] }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    if let first = indexOfText(words, style) {
      return pieces(words[...], textBegins: first, style, width)
    }
    return isSentence(line, style) ? sentence(line, style, width: width) : [line]
  }

  /// A sentence in pieces of at most `width` columns, its commands whole; whole where no width is known.
  static func sentence(_ line: String, _ style: Style, width: Int?) -> [String] {
    guard let width, style.width(of: line) > width else { return [line] }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let spaces = words.prefix { $0.isEmpty }.count
    return pieces(wholeCommands(words)[...], textBegins: spaces, style, width)
  }

  private static func pieces(
    _ words: ArraySlice<Substring>,
    textBegins first: Int,
    _ style: Style,
    _ width: Int
  ) -> [String] {
    var current = words[..<first].map { $0 + " " }.joined()
    let indent = style.width(of: current)
    guard indent <= width / 2 else { return [words.joined(separator: " ")] }
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

  /// Whether it is said to a person, and no path, URL or command of others.
  ///
  /// A sentence of this program begins with a capital letter, or with the program's name where it is an error, and ends as a
  /// sentence or with a command to type.
  private static func isSentence(_ line: String, _ style: Style) -> Bool {
    let text = style.visible(line).drop { $0 == " " }
    let isBegun = text.first?.isUppercase == true || text.hasPrefix("torpor: ")
    return isBegun && (text.hasSuffix(".") || text.hasSuffix("`") || text.hasSuffix("?"))
  }

  /// The words, with those of a command between backquotes as one.
  private static func wholeCommands(_ words: [Substring]) -> [Substring] {
    var whole: [Substring] = []
    var isOpen = false
    for word in words {
      if isOpen, let last = whole.popLast() {
        whole.append("\(last) \(word)")
      } else {
        whole.append(word)
      }
      if word.count(where: { $0 == "`" }) % 2 == 1 { isOpen.toggle() }
    }
    return whole
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
