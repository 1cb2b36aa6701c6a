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
///
/// Tokens in branches of `#if` that are certainly not compiled for iOS are left out; the conditions are there.
package struct TokenizedSource: Sendable {
  package let bytes: [UInt8]
  package private(set) var tokens: [Token]
  /// For each token that is an opening bracket the index of the one that closes it; otherwise -1.
  private var closings: [Int] = []
  /// The offsets at which lines begin.
  private let lineBegins: [Int]
  private let steps: StepCount?

  package init(_ bytes: [UInt8], counting steps: StepCount? = nil) {
    self.bytes = bytes
    self.steps = steps
    lineBegins = [0] + bytes.indices.lazy.filter { bytes[$0] == 0x0a }.map { $0 + 1 }
    var lexer = SwiftLexer(bytes, counting: steps)
    lexer.lexAll()
    tokens = lexer.tokens
    let isCompiled = ConditionalBranches(of: self).isCompiled
    if isCompiled.contains(false) {
      tokens = tokens.indices.filter { isCompiled[$0] }.map { tokens[$0] }
    }
    closings = closingBrackets()
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  package func text(_ index: Int) -> String { text(tokens[index].range) }

  package func text(_ range: Range<Int>) -> String {
    steps?.add(range.count)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether the token at the index, where there is one, reads so.
  package func isAt(_ index: Int, _ text: StaticString) -> Bool {
    steps?.add(1)
    guard tokens.indices.contains(index) else { return false }
    let range = tokens[index].range
    guard range.count == text.utf8CodeUnitCount, tokens[index].kind != .string else { return false }
    return text.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

  /// Whether the token at the index is a word.
  package func isWord(_ index: Int) -> Bool {
    steps?.add(1)
    return tokens.indices.contains(index) && tokens[index].kind == .identifier
  }

  /// The index of the bracket that closes the one at the index; `nil` where none does, or there is none at the index.
  package func closing(_ index: Int) -> Int? {
    steps?.add(1)
    guard closings.indices.contains(index), closings[index] >= 0 else { return nil }
    return closings[index]
  }

  private func closingBrackets() -> [Int] {
    var closings = Array(repeating: -1, count: tokens.count)
    var open: [Int] = []
    for index in tokens.indices where tokens[index].kind == .sign {
      steps?.add(1)
      switch bytes[tokens[index].range.lowerBound] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let opening = open.popLast() { closings[opening] = index }
      default: break
      }
    }
    return closings
  }

  /// Line and column of an offset, from 1; columns are bytes, as the compiler counts them.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    // The last line that begins at the offset or before it.
    var (low, high) = (0, lineBegins.count)
    while high - low > 1 {
      steps?.add(1)
      let middle = (low + high) / 2
      if lineBegins[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lineBegins[low] + 1)
  }

  /// What reads the source in another way counts by this.
  func addSteps(_ count: Int) { steps?.add(count) }
}
