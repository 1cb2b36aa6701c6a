/// A command as a line that a shell would take.
enum ShellWords {
  /// The words, each in quotes where a shell would read it otherwise; cut to that many bytes.
  static func line(_ words: [String], bytesMax: Int) -> String {
    let line = words.map(quoted).joined(separator: " ")
    guard line.utf8.count > bytesMax else { return line }
    var (cut, count) = ("", "…".utf8.count)
    for character in line {
      count += character.utf8.count
      if count > bytesMax { break }
      cut.append(character)
    }
    return cut + "…"
  }

  private static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  /// Bytes that mean nothing to any shell.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%".utf8
  )
}
