/// The names that the cases of enumerations have, which no type is meant by.
struct EnumCases {
  /// The indices of their tokens.
  private(set) var nameIndices: Set<Int> = []

  init(of source: TokenizedSource, _ bodies: TypeBodies) {
    for index in source.tokens.indices where source.isAt(index, "case") {
      guard bodies.body(ofMemberAt: index) != nil, bodies.body(around: index)?.keyword == "enum"
      else { continue }
      add(from: index + 1, in: source)
    }
  }

  /// `a, b(Int), c = 1`, up to what is none of it.
  private mutating func add(from first: Int, in source: TokenizedSource) {
    var next = first
    while source.isWord(next) {
      nameIndices.insert(next)
      next += 1
      if source.isAt(next, "("), let close = source.closing(next) { next = close + 1 }
      if source.isAt(next, "=") {
        next += source.isAt(next + 1, "-") ? 3 : 2
      }
      guard source.isAt(next, ",") else { return }
      next += 1
    }
  }
}
