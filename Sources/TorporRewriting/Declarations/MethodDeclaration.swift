/// A method as it is declared: what decides whether it is one that a protocol asks for.
package struct MethodDeclaration: Hashable, Sendable {
  /// Without backticks.
  package let name: String
  /// `_` where there is none.
  package let labels: [String]
  /// Types as text without blanks, attributes and what means nothing for the comparison.
  package let types: [String]
  /// `()` where there is none.
  package let result: String
  package let isStatic: Bool
  package let overrides: Bool
  package let isAsync: Bool
  /// The offset of its name.
  package let offset: Int

  /// `name(label:label:)`, as Swift names methods.
  package var fullName: String {
    labels.isEmpty ? name + "()" : name + "(" + labels.map { $0 + ":" }.joined() + ")"
  }
}

extension MethodDeclaration {
  /// Reads the method whose `func` is at the index; `nil` where none is to be read.
  init?(at index: Int, in source: TokenizedSource) {
    guard source.isAt(index, "func"), source.isWord(index + 1) else { return nil }
    var next = index + 2
    var depth = 0
    while next < source.tokens.count, !(depth == 0 && source.isAt(next, "(")) {
      // Generic parameters, and nothing else, stand before the parenthesis.
      depth += source.angleDepth(of: next)
      guard next < index + 100 else { return nil }
      next += 1
    }
    guard source.isAt(next, "("), let close = source.closing(next) else { return nil }
    let parameters = source.split(from: next + 1, to: close)
    name = source.text(index + 1).replacing("`")
    labels = parameters.map { source.text($0.lowerBound).replacing("`") }
    types = parameters.map { source.parameterType($0) }
    let effects = MethodDeclaration.effects(from: close + 1, in: source)
    isAsync = effects.isAsync
    result = effects.result
    let modifiers = MethodDeclaration.modifiers(before: index, in: source)
    isStatic = modifiers.contains("static") || modifiers.contains("class")
    overrides = modifiers.contains("override")
    offset = source.tokens[index + 1].range.lowerBound
  }

  private static func effects(
    from first: Int,
    in source: TokenizedSource
  ) -> (isAsync: Bool, result: String) {
    var next = first
    var isAsync = false
    while source.isAt(next, "async") || source.isAt(next, "throws") || source.isAt(next, "rethrows")
    {
      isAsync = isAsync || source.isAt(next, "async")
      next += 1
      if source.isAt(next, "("), source.isAt(next - 1, "throws"), let close = source.closing(next) {
        next = close + 1
      }
    }
    guard source.isAt(next, "->") else { return (isAsync, "()") }
    let begin = next + 1
    next = begin
    // To the body; in a protocol to the next line that is no continuation.
    while next < source.tokens.count, !source.isAt(next, "{"), !source.isAt(next, "}"),
      !source.isAt(next, "where"), !source.isAt(next, "func"),
      next == begin || !source.tokens[next].beginsLine
    {
      next += 1
    }
    return (isAsync, source.typeText(begin..<next))
  }

  private static let modifierWords: Set = [
    "static", "class", "override", "public", "open", "internal", "private", "fileprivate", "final",
    "nonisolated", "optional", "dynamic", "mutating",
  ]

  private static func modifiers(before index: Int, in source: TokenizedSource) -> Set<String> {
    var found: Set<String> = []
    var next = index - 1
    while source.isWord(next), modifierWords.contains(source.text(next)) {
      found.insert(source.text(next))
      next -= 1
    }
    return found
  }
}

extension TokenizedSource {
  /// The ranges of tokens between commas.
  func split(from first: Int, to end: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var begin = first
    var next = first
    var angles = 0
    while next < end {
      if isAt(next, "(") || isAt(next, "[") || isAt(next, "{") {
        next = closing(next) ?? end
      } else if isAt(next, ","), angles == 0 {
        if begin < next { parts.append(begin..<next) }
        begin = next + 1
      } else {
        angles += angleDepth(of: next)
      }
      next += 1
    }
    if begin < end { parts.append(begin..<end) }
    return parts
  }

  /// The type of a parameter: behind the colon, before a default.
  func parameterType(_ parameter: Range<Int>) -> String {
    guard let colon = parameter.first(where: { isAt($0, ":") }) else { return "" }
    let begin = colon + 1
    // No type has a brace in it.
    let end =
      (begin..<parameter.upperBound).first { isAt($0, "=") || isAt($0, "{") }
      ?? parameter.upperBound
    return typeText(begin..<end)
  }

  /// A type without blanks, attributes, `any`, `sending`, names of parameters and parentheses that mean nothing;
  /// `Void` is `()`.
  func typeText(_ range: Range<Int>) -> String {
    var text = ""
    var next = range.lowerBound
    while next < range.upperBound {
      if isAt(next, "@") {
        next += 2
        continue
      }
      if isAt(next, "_"), isWord(next + 1), isAt(next + 2, ":") {
        next += 3
        continue
      }
      if isAt(next, "Swift") || isAt(next, "Foundation"), isAt(next + 1, ".") {
        next += 2
        continue
      }
      let word = self.text(next)
      text += word == "any" || word == "sending" ? "" : word == "Void" ? "()" : word
      next += 1
    }
    return PlainType.text(text)
  }
}
