/// A piece of Swift source that means something; blanks and comments are none.
package struct Token: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A word, a keyword too; in backticks or not.
    case identifier
    /// `#selector`, `#if` and the like, with their sign.
    case pound
    case number
    /// What stands between two quotes, or between a quote and an interpolation, with the quotes.
    case string
    case regex
    /// One of `( ) [ ] { } , ; : . @ ? !` and other single signs.
    case sign
    /// A run of operator characters, such as `=`, `->` or `&&`.
    case operation
  }

  package let kind: Kind
  /// Offsets in the source, in bytes.
  package let range: Range<Int>
  /// Whether it is the first of its line.
  package let beginsLine: Bool
}

/// A source with its tokens.
package struct TokenizedSource: Sendable {
  package let bytes: [UInt8]
  package let tokens: [Token]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lexer = SwiftLexer(bytes)
    lexer.lexAll()
    tokens = lexer.tokens
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  package func text(_ index: Int) -> String { text(tokens[index].range) }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether the token at the index, where there is one, reads so.
  package func isAt(_ index: Int, _ text: StaticString) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    let range = tokens[index].range
    guard range.count == text.utf8CodeUnitCount, tokens[index].kind != .string else { return false }
    return text.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

  /// Whether the token at the index is a word.
  package func isWord(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .identifier
  }

  /// The index of the bracket that closes the one at the index; `nil` where none does.
  package func closing(_ index: Int) -> Int? {
    var depth = 0
    for next in index..<tokens.count where tokens[next].kind == .sign {
      switch bytes[tokens[next].range.lowerBound] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return next }
      default: break
      }
    }
    return nil
  }

  /// Line and column of an offset, from 1; columns are bytes, as the compiler counts them.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<offset]
    let line = before.count { $0 == 0x0a } + 1
    let lineBegin = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return (line, offset - lineBegin + 1)
  }
}
