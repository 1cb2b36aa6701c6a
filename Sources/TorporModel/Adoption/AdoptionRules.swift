/// The file in which people say what is never adopted: a line `never ID` for each.
///
/// ID is that of a `.desktop` file, without its suffix; `*` at its end stands for any rest. A `#` begins a comment.
package struct AdoptionRules: Hashable, Sendable {
  /// What is never adopted, in the order of the file.
  private var patterns: [String] = []
  /// What cannot be followed, each with its line.
  package private(set) var mistakes: [String] = []

  /// The most that is read: 64 KiB; our choice.
  package static let bytesMax = 1 << 16

  /// Nothing is ruled out.
  package init() {}

  /// Reads the text of the file; a line that cannot be followed is left out, and told.
  package init(parsing text: some StringProtocol, path: String) {
    let lines = Substring(text).split(
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { continue }
      guard words.count == 2, words[0] == "never" else {
        mistakes.append(
          "\(path):\(index + 1): '\(line.prefix(AdoptionRules.shownLengthMax))' is not a rule, so it does not count. "
            + "Write 'never' and the identifier of a .desktop file, such as 'never org.kde.kate'."
        )
        continue
      }
      let pattern = words[1].hasSuffix(".desktop") ? words[1].dropLast(".desktop".count) : words[1]
      patterns.append(String(pattern))
    }
  }

  /// How much of a wrong line is repeated; our choice.
  private static let shownLengthMax = 60

  /// Whether the program of that `.desktop` file is left alone.
  package func forbids(_ entry: String) -> Bool {
    patterns.contains { pattern in
      pattern.hasSuffix("*") ? entry.hasPrefix(pattern.dropLast()) : entry == pattern
    }
  }
}
