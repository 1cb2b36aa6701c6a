/// Which tokens of a source stand in branches of `#if` that are compiled for iOS, as far as that is certain.
struct ConditionalBranches {
  /// For each token false where it is certainly left out; directives and their conditions are never left out, unless they stand
  /// in such a branch themselves.
  private(set) var isCompiled: [Bool] = []

  /// One `#if` up to its `#endif`.
  private struct Block {
    /// Whether all that is around it is compiled.
    let isAround: Bool
    /// Whether an earlier branch is certainly the one that is compiled.
    var isDecided = false
    var isBranchCompiled = true
  }

  init(of source: TokenizedSource) {
    isCompiled.reserveCapacity(source.tokens.count)
    var blocks: [Block] = []
    while isCompiled.count < source.tokens.count {
      let index = isCompiled.count
      guard source.tokens[index].kind == .pound, let word = Directive(source, at: index) else {
        isCompiled.append(blocks.last?.isBranchCompiled ?? true)
        continue
      }
      let around = blocks.last?.isBranchCompiled ?? true
      switch word {
      case .if:
        var condition = Condition(in: source, from: index + 1)
        let value = condition.value()
        blocks.append(Block(isAround: around))
        take(around, upTo: condition.end)
        decide(value, &blocks[blocks.count - 1])
      case .elseif where !blocks.isEmpty:
        var condition = Condition(in: source, from: index + 1)
        let value = condition.value()
        take(blocks[blocks.count - 1].isAround, upTo: condition.end)
        decide(value, &blocks[blocks.count - 1])
      case .else where !blocks.isEmpty:
        take(blocks[blocks.count - 1].isAround, upTo: index + 1)
        decide(true, &blocks[blocks.count - 1])
      case .endif where !blocks.isEmpty:
        take(blocks.removeLast().isAround, upTo: index + 1)
      default: take(around, upTo: index + 1)
      }
    }
  }

  private mutating func take(_ compiled: Bool, upTo end: Int) {
    while isCompiled.count < end { isCompiled.append(compiled) }
  }

  private func decide(_ value: Bool?, _ block: inout Block) {
    block.isBranchCompiled = block.isAround && !block.isDecided && value != false
    if value == true { block.isDecided = true }
  }

  private enum Directive {
    case `if`, `elseif`, `else`, `endif`

    init?(_ source: TokenizedSource, at index: Int) {
      if source.isAt(index, "#if") {
        self = .if
      } else if source.isAt(index, "#elseif") {
        self = .elseif
      } else if source.isAt(index, "#else") {
        self = .else
      } else if source.isAt(index, "#endif") {
        self = .endif
      } else {
        return nil
      }
    }
  }
}

/// What follows `#if`: true, false, or not known here, such as a flag of the compiler's.
private struct Condition {
  private let source: TokenizedSource
  private var next: Int
  private var depth = 0
  /// Behind its last token: a condition ends with its line.
  let end: Int

  /// How many parentheses are told apart; of more nothing is known.
  ///
  /// Conditions of people have two or three.
  private static let depthMax = 32

  init(in source: TokenizedSource, from first: Int) {
    self.source = source
    next = first
    var end = first
    while end < source.tokens.count, !source.tokens[end].beginsLine,
      source.tokens[end].kind != .pound
    { end += 1 }
    self.end = end
  }

  mutating func value() -> Bool? {
    let value = either()
    return next == end ? value : nil
  }

  private mutating func either() -> Bool? {
    var value = both()
    while next < end, source.isAt(next, "||") {
      next += 1
      let other = both()
      value = value == true || other == true ? true : value == false ? other : value
    }
    return value
  }

  private mutating func both() -> Bool? {
    var value = one()
    while next < end, source.isAt(next, "&&") {
      next += 1
      let other = one()
      value = value == false || other == false ? false : value == true ? other : nil
    }
    return value
  }

  private mutating func one() -> Bool? {
    var isNegated = false
    while next < end, source.isAt(next, "!") {
      isNegated.toggle()
      next += 1
    }
    let value = plain()
    return isNegated ? value.map { !$0 } : value
  }

  private mutating func plain() -> Bool? {
    guard next < end else { return nil }
    if source.isAt(next, "(") {
      guard depth < Self.depthMax else { return nil }
      depth += 1
      next += 1
      let value = either()
      depth -= 1
      if next < end, source.isAt(next, ")") { next += 1 } else { next = end + 1 }
      return value
    }
    let word = next
    next += 1
    guard next < end, source.isAt(next, "(") else {
      return source.isAt(word, "true") ? true : source.isAt(word, "false") ? false : nil
    }
    let argument = next + 1
    while next < end, !source.isAt(next, ")") { next += 1 }
    next += 1
    guard next == argument + 2, source.isWord(argument) else { return nil }
    if source.isAt(word, "targetEnvironment") { return false }
    guard source.isAt(word, "os") else { return nil }
    return source.isAt(argument, "iOS") || source.isAt(argument, "Linux")
  }
}
