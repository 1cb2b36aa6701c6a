/// A type without the parentheses around a whole type: `(() -> ())` is `() -> ()`, and `(Bool)` is `Bool`.
struct PlainType {
  private let bytes: [UInt8]
  private var dropped: [Bool]

  /// `text` has no blanks.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "(")) else { return text }
    var type = PlainType(text)
    type.dropWhatMeansNothing()
    guard type.dropped.contains(true) else { return text }
    let rest = type.bytes.indices.filter { !type.dropped[$0] }.map { type.bytes[$0] }
    return String(decoding: rest, as: UTF8.self)
  }

  private init(_ text: String) {
    bytes = Array(text.utf8)
    dropped = Array(repeating: false, count: bytes.count)
  }

  /// A parenthesis that is not closed yet, and what stands in it so far.
  private struct Parenthesis {
    let begin: Int
    var depth = 0
    var isTuple = false
    var isFunction = false
  }

  private mutating func dropWhatMeansNothing() {
    var open: [Parenthesis] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "("): open.append(Parenthesis(begin: index))
      case UInt8(ascii: ")"):
        guard let closed = open.popLast() else { break }
        if meansNothing(closed, end: index) {
          (dropped[closed.begin], dropped[index]) = (true, true)
        }
        if closed.isFunction, !open.isEmpty { open[open.count - 1].isFunction = true }
      case _ where open.isEmpty: break
      case UInt8(ascii: "["), UInt8(ascii: "<"): open[open.count - 1].depth += 1
      case UInt8(ascii: "]"): open[open.count - 1].depth -= 1
      case UInt8(ascii: ">"): open[open.count - 1].isFunction = true
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if open[open.count - 1].depth == 0 { open[open.count - 1].isTuple = true }
      default: break
      }
    }
  }

  /// Whether they hold one type, and are neither the parameters of a function nor what makes a function optional.
  private func meansNothing(_ parenthesis: Parenthesis, end: Int) -> Bool {
    guard end > parenthesis.begin + 1, !parenthesis.isTuple else { return false }
    let behind = bytes[(end + 1)...]
    if Self.wordsOfFunctions.contains(where: { behind.starts(with: $0) }) { return false }
    return !parenthesis.isFunction || behind.isEmpty || behind.first == UInt8(ascii: ")")
      || behind.first == UInt8(ascii: ",")
  }

  /// What is behind the parameters of a function.
  private static let wordsOfFunctions = ["->", "throws", "rethrows", "async"].map { Array($0.utf8) }
}
