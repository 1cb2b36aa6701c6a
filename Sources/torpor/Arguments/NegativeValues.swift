import ArgumentParser

/// Negative numbers given to options, which the parser would take for options and call the value missing.
enum NegativeValues {
  /// The words with each such number joined to its option, so that the option itself says what it takes.
  ///
  /// `--tail -1` becomes `--tail=-1`. Words of a command that is to be run stay as they are.
  static func join(_ words: [String]) -> [String] {
    guard words.contains(where: isNegativeNumber) else { return words }
    let (verb, depth) = command(of: words)
    guard let verb else { return words }
    let takers = optionsWithValue(of: verb)
    let endsAtFirstName = verb == RunCommand.self || verb == WhenCommand.self
    var joined = Array(words.prefix(depth))
    var rest = words.dropFirst(depth)
    while let word = rest.popFirst() {
      if word == "--" || (endsAtFirstName && !word.hasPrefix("-")) { return joined + [word] + rest }
      guard takers.contains(word), let value = rest.popFirst() else {
        joined.append(word)
        continue
      }
      joined += isNegativeNumber(value) ? ["\(word)=\(value)"] : [word, value]
    }
    return joined
  }

  /// Whether it begins as a negative number does: -1, -.5, -2h.
  private static func isNegativeNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let first = word.dropFirst().first else { return false }
    return first.isASCII && (first.isNumber || first == ".")
  }

  /// The command that the first words name, and how many words that takes.
  private static func command(of words: [String]) -> (verb: (any ParsableCommand.Type)?, Int) {
    let root = TorporCommand.configuration
    var known = root.subcommands + root.groupedSubcommands.flatMap { $0.subcommands }
    var verb: (any ParsableCommand.Type)?
    var depth = 0
    while depth < words.count,
      let next = known.first(where: { $0.configuration.commandName == words[depth] })
    {
      verb = next
      known = next.configuration.subcommands
      depth += 1
    }
    return (verb, depth)
  }

  /// The options that take a value, read from the help, so that none is forgotten here.
  private static func optionsWithValue(of verb: any ParsableCommand.Type) -> Set<String> {
    var found: Set<String> = []
    for line in verb.helpMessage().split(separator: "\n") where line.hasPrefix("  -") {
      let words = line.split(separator: " ")
      let names = words.prefix { $0.hasPrefix("-") }
      guard names.count < words.count, words[names.count].hasPrefix("<") else { continue }
      found.formUnion(names.map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) })
    }
    return found
  }
}
