// What becomes of an enum that `Interfaces/swift.map` has as `made`: one of the vocabulary, with what `@` says in
// front of its words.

extension Interface {
  /// The enums that the vocabulary gets, each with the name of its file.
  func madeWords(_ map: SwiftMap) throws(Mistake) -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    for type in types {
      guard case .made(let swift, let access)? = map.types[type.name] else { continue }
      guard case .type(.words(let words)) = type.kind else {
        throw Mistake(line: type.line, text: "'\(type.name)' is made and no set of words")
      }
      let lines =
        head(importing: false) + type.documentation
        + ["\(access) enum \(swift): String, Hashable, Sendable, Saved, CaseIterable {"]
        + words.flatMap(type.cases) + ["}"] + (try type.properties(of: swift, words)) + [""]
      files.append((swift, lines.joined(separator: "\n")))
    }
    return files
  }
}

extension Declaration {
  private func note(_ key: String, of word: String) -> String? { notesOfWords[word]?[key] }

  fileprivate func cases(for word: String) -> [String] {
    (note("phrase", of: word).map { ["  /// For \($0)."] } ?? []) + ["  case \(word.escaped)"]
  }

  /// What the notes of the words say, as properties.
  fileprivate func properties(of swift: String, _ words: [String]) throws(Mistake) -> [String] {
    let known = ["phrase", "label", "push"]
    for (word, notes) in notesOfWords {
      guard let stranger = notes.keys.first(where: { !known.contains($0) }) else { continue }
      throw Mistake(line: line, text: "'@\(stranger)' of '\(word)' has no meaning")
    }
    if let word = words.first(where: { note("phrase", of: $0) == nil }) {
      throw Mistake(line: line, text: "'\(word)' has no @phrase")
    }
    let phrases = words.map { ($0, note("phrase", of: $0) ?? "") }
    let labels = phrases.map { word, phrase in
      (word, note("label", of: word) ?? phrase.withoutArticle)
    }
    let pushes = words.filter { note("push", of: $0) != nil }
    let others = words.filter { note("push", of: $0) == nil }
    return [
      "", "extension \(swift) {",
      "/// What it is for, as it stands after \"for\": \"a silent push\".",
    ] + switching("phrase", phrases) + [
      "", "/// What it is for, as a few words for a cell of a table: \"silent push\".",
    ] + switching("label", labels) + [
      "", "/// Whether it is for a push that has come.", "package var isPush: Bool {",
      "switch self {",
      "case \(pushes.map { ".\($0)" }.joined(separator: ", ")): true",
      "case \(others.map { ".\($0)" }.joined(separator: ", ")): false", "}", "}",
      "", "/// Its place among all of them, for a table with a row for each.",
      "@inlinable package var index: Int {", "switch self {",
    ] + words.enumerated().map { "case .\($1): \($0)" } + ["}", "}", "}"]
  }

  private func switching(_ name: String, _ values: [(String, String)]) -> [String] {
    ["package var \(name): String {", "switch self {"]
      + values.map { "case .\($0): \"\($1)\"" } + ["}", "}"]
  }
}

extension String {
  fileprivate var withoutArticle: String {
    ["a ", "an ", "its "].first(where: hasPrefix).map { String(dropFirst($0.count)) } ?? self
  }
}
