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
  /// For each body the names of those around it and its own, with points between them.
  private(set) var qualifiedNames: [String] = []
  /// The body of each keyword, by the token's index.
  private var bodyOfKeyword: [Int: Int] = [:]
  /// For each token the innermost body that it stands in.
  private var innermost: [Int?] = []
  /// For each token whether only that body's braces are around it, and no other bracket since.
  private var isMember: [Bool] = []

  package init(of source: TokenizedSource) {
    var open: [OpenBracket] = []
    var pending: Header?
    let ends = Self.ends(of: source)
    innermost.reserveCapacity(source.tokens.count)
    for index in source.tokens.indices {
      innermost.append(open.last?.innermost)
      isMember.append(open.last?.beginsBody ?? false)
      guard source.tokens[index].kind == .sign else {
        // Among arguments such a word is a label.
        if open.last?.isBrace ?? true, let header = Header(at: index, in: source, ends) {
          pending = header
        }
        continue
      }
      switch source.text(index) {
      case "{":
        let around = open.last?.innermost
        if let header = pending, header.openIndex == index {
          add(header.body(in: source), in: around)
          open.append(OpenBracket(isBrace: true, beginsBody: true, innermost: bodies.count - 1))
          pending = nil
        } else {
          open.append(OpenBracket(isBrace: true, beginsBody: false, innermost: around))
        }
      case "(", "[":
        open.append(
          OpenBracket(isBrace: false, beginsBody: false, innermost: open.last?.innermost)
        )
      case "}", ")", "]": _ = open.popLast()
      default: break
      }
    }
  }

  private struct OpenBracket {
    let isBrace: Bool
    let beginsBody: Bool
    /// The body that begins with it, or that it stands in.
    let innermost: Int?
  }

  /// Types that stand deeper in each other are told apart by less; our choice, ten times what people write.
  private static let qualifiedNameBytesMax = 1_024

  private mutating func add(_ body: Body, in around: Int?) {
    bodyOfKeyword[body.keywordIndex] = bodies.count
    bodies.append(body)
    let outer = around.map { qualifiedNames[$0] } ?? ""
    let isTop = outer.isEmpty || outer.utf8.count > Self.qualifiedNameBytesMax
    qualifiedNames.append(isTop ? body.name : outer + "." + body.name)
  }

  /// The body whose keyword is at the index.
  func body(ofKeywordAt index: Int) -> Body? { bodyOfKeyword[index].map { bodies[$0] } }

  /// The body that the token stands in.
  package func body(around index: Int) -> Body? { innermost[index].map { bodies[$0] } }

  /// The number of the body whose member begins with the token.
  func body(ofMemberAt index: Int) -> Int? { isMember[index] ? innermost[index] : nil }

  // MARK: Headers

  /// For each token the next one, or itself, that ends a header: a brace, a semicolon, an equals sign; their count where none
  /// follows.
  private static func ends(of source: TokenizedSource) -> [Int] {
    var ends = Array(repeating: source.tokens.count, count: source.tokens.count + 1)
    for index in source.tokens.indices.reversed() {
      let isEnd =
        source.isAt(index, "{") || source.isAt(index, "}") || source.isAt(index, ";")
        || source.isAt(index, "=")
      ends[index] = isEnd ? index : ends[index + 1]
    }
    return ends
  }
}

/// The beginning of a type or an extension, up to the brace of its body.
private struct Header {
  let keywordIndex: Int
  let name: String
  /// Behind its name.
  let nameEnd: Int
  let openIndex: Int

  private static let keywords: Set = ["class", "struct", "enum", "actor", "extension", "protocol"]
  /// What follows `class` where it says that a member is the type's, and what follows the word `actor` where it is a name.
  private static let noNames: Set = [
    "func", "var", "let", "subscript", "override", "final", "private", "fileprivate", "internal",
    "public", "open", "in", "is", "as", "dynamic", "lazy", "else", "where",
  ]
  /// How many parts a name has at most; our choice, as types stand in each other some three deep.
  private static let partsMax = 32

  /// `ends`: for each token where a header that goes through it ends.
  init?(at index: Int, in source: TokenizedSource, _ ends: [Int]) {
    guard source.isWord(index), Self.keywords.contains(source.text(index)),
      source.isWord(index + 1), !Self.noNames.contains(source.text(index + 1)),
      !source.isAt(index - 1, ".")
    else { return nil }
    var name = source.text(index + 1)
    var next = index + 2
    while source.isAt(next, "."), source.isWord(next + 1), next < index + 2 * Self.partsMax {
      name += "." + source.text(next + 1)
      next += 2
    }
    // A header has neither a semicolon nor another brace in it.
    guard next < ends.count, source.isAt(ends[next], "{") else { return nil }
    keywordIndex = index
    self.name = name
    nameEnd = next
    openIndex = ends[next]
  }

  func body(in source: TokenizedSource) -> TypeBodies.Body {
    TypeBodies.Body(
      keyword: source.text(keywordIndex),
      name: name.replacing("`"),
      inherited: inherited(in: source),
      keywordIndex: keywordIndex,
      nameIndex: nameEnd - 1,
      openIndex: openIndex
    )
  }

  private func inherited(in source: TokenizedSource) -> [String] {
    var next = nameEnd
    var depth = 0
    while next < openIndex {
      depth += source.angleDepth(of: next)
      if depth == 0, source.isAt(next, ":") { break }
      if depth == 0, source.isAt(next, "where") { return [] }
      next += 1
    }
    var names: [String] = []
    var name = ""
    next += 1
    while next < openIndex, !source.isAt(next, "where") {
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
    addSteps(tokens[index].range.count)
    return bytes[tokens[index].range].reduce(0) { depth, byte in
      byte == UInt8(ascii: "<") ? depth + 1 : byte == UInt8(ascii: ">") ? depth - 1 : depth
    }
  }
}

extension String {
  /// The text without a character.
  func replacing(_ character: Character) -> String { filter { $0 != character } }
}
