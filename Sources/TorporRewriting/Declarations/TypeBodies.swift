/// The bodies of types and extensions in a source, and in which of them each token stands.
package struct TypeBodies: Sendable {
  package struct Body: Sendable {
    /// `class`, `extension` and so on.
    package let keyword: String
    /// As it is written: `A`, or `A.B` of an extension.
    package let name: String
    /// What is behind the colon, one by one, without attributes.
    package let inherited: [String]
    /// The tokens of its keyword, its name and its opening brace.
    let keywordIndex: Int
    let nameIndex: Int
    let openIndex: Int
  }

  package private(set) var bodies: [Body] = []
  /// For each token the innermost body that it stands in.
  private var innermost: [Int?] = []
  /// For each token whether only that body's braces are around it, and no other bracket since.
  private var isMember: [Bool] = []

  package init(of source: TokenizedSource) {
    var stack: [Int?] = []  // For each open bracket the body that it begins.
    var braces: [Bool] = []  // For each of them whether it is one.
    var pending: Body?
    innermost.reserveCapacity(source.tokens.count)
    for index in source.tokens.indices {
      innermost.append(stack.last { $0 != nil } ?? nil)
      isMember.append(stack.last.map { $0 != nil } ?? false)
      guard source.tokens[index].kind == .sign else {
        // Among arguments such a word is a label.
        if braces.last ?? true, let body = Self.header(at: index, in: source) { pending = body }
        continue
      }
      switch source.text(index) {
      case "{":
        braces.append(true)
        if let body = pending, body.openIndex == index {
          bodies.append(body)
          stack.append(bodies.count - 1)
          pending = nil
        } else {
          stack.append(nil)
        }
      case "(", "[":
        braces.append(false)
        stack.append(nil)
      case "}", ")", "]":
        _ = braces.popLast()
        _ = stack.popLast()
      default: break
      }
    }
  }

  /// The body that the token stands in.
  package func body(around index: Int) -> Body? { innermost[index].map { bodies[$0] } }

  /// The number of the body whose member begins with the token.
  func body(ofMemberAt index: Int) -> Int? { isMember[index] ? innermost[index] : nil }

  // MARK: Headers

  private static let keywords: Set = ["class", "struct", "enum", "actor", "extension", "protocol"]
  /// What follows `class` where it says that a member is the type's, and what follows the word `actor` where it is a name.
  private static let noNames: Set = [
    "func", "var", "let", "subscript", "override", "final", "private", "fileprivate", "internal",
    "public", "open", "in", "is", "as", "dynamic", "lazy", "else", "where",
  ]

  private static func header(at index: Int, in source: TokenizedSource) -> Body? {
    guard source.isWord(index), keywords.contains(source.text(index)),
      source.isWord(index + 1), !noNames.contains(source.text(index + 1)),
      !source.isAt(index - 1, ".")
    else { return nil }
    var name = source.text(index + 1)
    var next = index + 2
    while source.isAt(next, "."), source.isWord(next + 1) {
      name += "." + source.text(next + 1)
      next += 2
    }
    guard let open = opening(from: next, in: source) else { return nil }
    return Body(
      keyword: source.text(index),
      name: name.replacing("`"),
      inherited: inherited(from: next, to: open, in: source),
      keywordIndex: index,
      nameIndex: next - 1,
      openIndex: open
    )
  }

  /// The brace of the body; a header has neither a semicolon nor another brace in it.
  private static func opening(from index: Int, in source: TokenizedSource) -> Int? {
    var next = index
    while next < source.tokens.count {
      if source.isAt(next, "{") { return next }
      if source.isAt(next, "}") || source.isAt(next, ";") || source.isAt(next, "=") { return nil }
      next += 1
    }
    return nil
  }

  private static func inherited(
    from first: Int,
    to open: Int,
    in source: TokenizedSource
  ) -> [String] {
    var next = first
    var depth = 0
    while next < open {
      depth += source.angleDepth(of: next)
      if depth == 0, source.isAt(next, ":") { break }
      if depth == 0, source.isAt(next, "where") { return [] }
      next += 1
    }
    var names: [String] = []
    var name = ""
    next += 1
    while next < open, !source.isAt(next, "where") {
      if source.isAt(next, ",") || source.isAt(next, "&") {
        names.append(name)
        name = ""
      } else if source.isAt(next, "@") {
        next += 1  // The attribute's name.
      } else {
        name += source.text(next)
      }
      next += 1
    }
    return (names + [name]).filter { !$0.isEmpty }
  }
}

extension TokenizedSource {
  /// By how much the token changes the depth of angle brackets.
  func angleDepth(of index: Int) -> Int {
    guard tokens[index].kind == .operation, !isAt(index, "->") else { return 0 }
    return bytes[tokens[index].range].reduce(0) { depth, byte in
      byte == UInt8(ascii: "<") ? depth + 1 : byte == UInt8(ascii: ">") ? depth - 1 : depth
    }
  }
}

extension String {
  /// The text without a character.
  func replacing(_ character: Character) -> String { filter { $0 != character } }
}
