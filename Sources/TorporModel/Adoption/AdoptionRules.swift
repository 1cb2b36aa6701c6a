/// The file that lists programs never to be adopted, one line `never ID` for each.
///
/// ID is the name of a `.desktop` file without its suffix; a final `*` matches any rest. A `#` begins a comment.
package struct AdoptionRules: Hashable, Sendable {
  /// The patterns of programs never to be adopted, in the order of the file.
  private var patterns: [String] = []
  /// The lines that cannot be understood, as messages with their line numbers.
  package private(set) var mistakes: [String] = []

  /// The most that is read: 64 KiB; our choice.
  package static let bytesMax = 1 << 16

  /// Makes rules that exclude nothing.
  package init() {}

  /// Reads the text of the file; a line that cannot be understood is skipped and reported.
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

  /// How much of an invalid line a message quotes; our choice.
  private static let shownLengthMax = 60

  /// Returns whether the program of that `.desktop` file is never adopted.
  package func forbids(_ entry: String) -> Bool {
    patterns.contains { pattern in
      pattern.hasSuffix("*") ? entry.hasPrefix(pattern.dropLast()) : entry == pattern
    }
  }
}
