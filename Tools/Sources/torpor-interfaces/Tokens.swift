/// The words and marks of an interface, with the comments between them.
struct Tokens {
  struct Token {
    var text: Substring
    var line: Int
    var comment: [Substring]
  }

  private var tokens: [Token] = []
  /// What `@with` says in front of the words that were taken, by `Enum.word`.
  private(set) var membersOfWords: [String: [String]] = [:]
  /// Everything that `@` says in front of the words that were taken.
  var notesOfWords: [String: [String: String]] = [:]
  /// The name of the declaration that is being read.
  var declared = ""
  private var next = 0
  private var lastLine = 1

  init(_ text: String) throws(Mistake) {
    var comment: [Substring] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let number = index + 1
      let code = line.prefix { $0 != "#" }
      for word in try Tokens.words(of: code, line: number) {
        tokens.append(Token(text: word, line: number, comment: comment))
        comment = []
      }
      if code.count < line.count {
        comment.append(line.dropFirst(code.count + 1).drop { $0 == " " })
      } else if code.allSatisfy(\.isWhitespace) {
        // A comment that an empty line follows belongs to nothing.
        comment = []
      }
      lastLine = number
    }
  }

  private static func words(of code: Substring, line: Int) throws(Mistake) -> [Substring] {
    var words: [Substring] = []
    var rest = code
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if isOfWord(first) {
        words.append(rest.prefix(while: isOfWord))
        rest = rest.drop(while: isOfWord)
      } else if rest.hasPrefix("->") {
        words.append(rest.prefix(2))
        rest = rest.dropFirst(2)
      } else if "()[],:?".contains(first) {
        words.append(rest.prefix(1))
        rest = rest.dropFirst()
      } else {
        throw Mistake(line: line, text: "'\(first)' is not part of Varlink's language")
      }
    }
    return words
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._".contains(character))
  }

  var isAtEnd: Bool { next == tokens.count }

  /// The line of the next token.
  var line: Int { isAtEnd ? lastLine : tokens[next].line }

  /// The comment in front of the next token.
  var comment: [Substring] { isAtEnd ? [] : tokens[next].comment }

  /// What the comment in front of the next token says behind `@`.
  var notes: [String: String] {
    var notes: [String: String] = [:]
    for line in comment where line.hasPrefix("@") {
      let words = line.dropFirst().split(separator: " ", maxSplits: 1)
      notes[String(words.first ?? "")] = words.count == 2 ? String(words[1]) : ""
    }
    return notes
  }

  /// The next token, which stays.
  var peeked: Substring? { isAtEnd ? nil : tokens[next].text }

  /// Takes one of a set of words, with the members that its comment names.
  mutating func takeWord() throws(Mistake) -> String {
    let note = comment.first { $0.hasPrefix("@with ") }
    let notes = notes
    let word = String(try take())
    if !notes.isEmpty { notesOfWords[word] = notes }
    membersOfWords["\(declared).\(word)"] = note.map {
      $0.split(separator: " ").dropFirst().map(String.init)
    }
    return word
  }

  mutating func take() throws(Mistake) -> Substring {
    guard !isAtEnd else { throw Mistake(line: lastLine, text: "the file ends too early") }
    defer { next += 1 }
    return tokens[next].text
  }

  /// Takes the next token if it is that one.
  mutating func skips(_ mark: Substring) -> Bool {
    guard peeked == mark else { return false }
    next += 1
    return true
  }

  mutating func expect(_ mark: Substring) throws(Mistake) {
    let line = line
    let found = try take()
    guard found == mark else {
      throw Mistake(line: line, text: "'\(found)' stands where '\(mark)' is expected")
    }
  }
}
