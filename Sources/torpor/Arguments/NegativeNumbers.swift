/// Negative coordinates on the command line, which the parser would take for options.
enum NegativeNumbers {
  /// The words of `torpor locate` with its numbers last, after `--`; those of others as they are.
  static func protect(_ words: [String]) -> [String] {
    guard words.first == "locate", !words.contains("--"),
      words.contains(where: { $0.hasPrefix("-") && Double($0) != nil })
    else { return words }
    var options: [String] = []
    var numbers: [String] = []
    for (index, word) in words.enumerated() {
      let isValue = index > 0 && ["--accuracy", "--socket"].contains(words[index - 1])
      if Double(word) != nil, !isValue { numbers.append(word) } else { options.append(word) }
    }
    return options + ["--"] + numbers
  }
}
