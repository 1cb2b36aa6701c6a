/// A type without the parentheses around a whole type: `(() -> ())` is `() -> ()`, and `(Bool)` is `Bool`.
enum PlainType {
  /// `text` has no blanks.
  static func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var dropped = Set<Int>()
    var open: [Int] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "(") { open.append(index) }
      guard byte == UInt8(ascii: ")"), let begin = open.popLast() else { continue }
      if meansNothing(begin, index, in: bytes) { dropped.formUnion([begin, index]) }
    }
    guard !dropped.isEmpty else { return text }
    let rest = bytes.indices.filter { !dropped.contains($0) }.map { bytes[$0] }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Whether they hold one type, and are neither the parameters of a function nor what makes a function optional.
  private static func meansNothing(_ begin: Int, _ end: Int, in bytes: [UInt8]) -> Bool {
    let inside = bytes[(begin + 1)..<end]
    let behind = bytes[(end + 1)...]
    guard !inside.isEmpty, !isTuple(inside) else { return false }
    let words = ["->", "throws", "rethrows", "async"].map { Array($0.utf8) }
    if words.contains(where: { behind.starts(with: $0) }) { return false }
    let isFunction = inside.contains(UInt8(ascii: ">"))
    return !isFunction || behind.isEmpty || behind.first == UInt8(ascii: ")")
      || behind.first == UInt8(ascii: ",")
  }

  private static func isTuple(_ inside: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in inside {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return true }
      default: break
      }
    }
    return false
  }
}
