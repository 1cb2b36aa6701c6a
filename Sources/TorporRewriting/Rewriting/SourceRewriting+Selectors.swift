extension SourceRewriting {
  /// `#selector(method)`: the method itself, with its Objective-C name.
  mutating func rewriteSelector(at index: Int) {
    guard source.isAt(index + 1, "("), let close = source.closing(index + 1), close > index + 2,
      close < index + Self.referenceTokensMax
    else { return }
    let all = range(index, close)
    if source.isAt(index + 2, "getter") || source.isAt(index + 2, "setter"),
      source.isAt(index + 3, ":")
    {
      let property = source.text(close - 1)
      let name =
        source.isAt(index + 2, "getter") ? property : "set\(ObjectiveCName.capitalized(property)):"
      edits.replace(all, with: "Selector(\"\(name)\")")
      note(
        at: index,
        "The selector of a property is only a name on Linux; to call it ends the app."
      )
      return
    }
    let end = (index + 2..<close).first { source.isAt($0, "as") } ?? close
    guard let reference = MethodReference(index + 2..<end, in: source) else { return }
    let labels = reference.labels ?? declaredLabels(reference.name)
    let name = ObjectiveCName.of(reference.name, labels)
    if let labels, labels.count > 1 {
      edits.replace(all, with: "Selector(\"\(name)\")")
      note(
        at: index,
        "'\(reference.name)' takes \(labels.count) arguments; its selector is only a name on Linux, and to call it "
          + "ends the app. Use a form with a block."
      )
      return
    }
    let type = base(of: reference, at: index)
    var method = type + "." + reference.text
    if end < close, source.isAt(end, "as") {
      let cast = source.text(range(end + 1, close - 1)).filter { !$0.isNewline }
      // Of an instance's method the type's form takes the instance first.
      let isUnapplied = reference.base?.first?.isUppercase == true
      method += " as " + (isUnapplied ? cast : "(\(type)) -> \(cast)")
    }
    edits.replace(all, with: "Selector(_objc: \"\(name)\", \(method))")
  }

  /// How many tokens stand in `#selector(…)` and `#keyPath(…)` at most.
  ///
  /// The longest of people, with a type of the method, have some 30; our choice.
  private static let referenceTokensMax = 256

  /// The type whose method is meant.
  private func base(of reference: MethodReference, at index: Int) -> String {
    let own = bodies.body(around: index)?.name ?? "Self"
    guard let base = reference.base, base != "self", base != "super", base != "Self" else {
      return own
    }
    return base.first?.isUppercase == true ? base : "type(of: \(base))"
  }

  /// The labels of the method of that name, where this source declares one such method.
  private func declaredLabels(_ name: String) -> [String]? {
    guard let found = labelsOfMethods[name], found.count == 1 else { return nil }
    return found.first
  }

  /// `#keyPath(Type.property.part)` is the text `property.part`.
  mutating func rewriteKeyPath(at index: Int) {
    guard source.isAt(index + 1, "("), let close = source.closing(index + 1), close > index + 2,
      close < index + Self.referenceTokensMax
    else { return }
    let words = (index + 2..<close).filter { source.isWord($0) }.map { source.text($0) }
    let path = words.drop { $0.first?.isUppercase == true || $0 == "self" }
    edits.replace(range(index, close), with: "\"" + path.joined(separator: ".") + "\"")
  }

  /// `Selector("name")` compiles, and has no method behind it.
  mutating func noteNamedSelector(at index: Int) {
    guard !source.isAt(index - 1, "."), source.isAt(index + 1, "(") else { return }
    var next = index + 2
    while source.isAt(next, "(") { next += 1 }
    guard source.tokens.indices.contains(next), source.tokens[next].kind == .string,
      source.isAt(next + 1, ")")
    else { return }
    note(
      at: index,
      "A selector of only a name has no method behind it on Linux, and to call it ends the app. Write #selector."
    )
  }
}

/// What stands in `#selector(…)`: a method, and what it is a method of.
struct MethodReference {
  /// Before the last point; `nil` where there is none.
  let base: String?
  let name: String
  /// `nil` where they are not written.
  let labels: [String]?
  /// The name with its labels.
  let text: String

  init?(_ range: Range<Int>, in source: TokenizedSource) {
    guard !range.isEmpty else { return nil }
    var nameEnd = range.upperBound
    var labels: [String]?
    if source.isAt(nameEnd - 1, ")") {
      guard
        let open = range.last(where: { source.isAt($0, "(") && source.closing($0) == nameEnd - 1 })
      else { return nil }
      labels = (open + 1..<nameEnd - 1).filter { source.isWord($0) }.map { source.text($0) }
      nameEnd = open
    }
    guard nameEnd > range.lowerBound, source.isWord(nameEnd - 1) else { return nil }
    name = source.text(nameEnd - 1).replacing("`")
    self.labels = labels
    text = (nameEnd - 1..<range.upperBound).map { source.text($0) }.joined()
    let hasBase = nameEnd - 2 > range.lowerBound && source.isAt(nameEnd - 2, ".")
    base =
      hasBase ? (range.lowerBound..<nameEnd - 2).map { source.text($0) }.joined() : nil
    guard hasBase || nameEnd - 1 == range.lowerBound else { return nil }
  }
}

/// The names that Objective-C has for Swift's methods.
enum ObjectiveCName {
  static func of(_ name: String, _ labels: [String]?) -> String {
    guard let labels, let first = labels.first else { return name }
    let rest = labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
    return name + (first == "_" ? "" : link(first) + capitalized(first)) + ":" + rest
  }

  /// "With", unless the label says itself how it belongs to the name.
  private static func link(_ label: String) -> String {
    let word = label.prefix { !$0.isUppercase }
    return prepositions.contains(String(word)) ? "" : "With"
  }

  static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static let prepositions: Set = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
    "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
  ]
}
