/// Rewrites what a compiler without an Objective-C runtime, on Linux, does not take.
///
/// What comes out has the same lines, and what needs nothing comes out as it was. Each rule is a file of this folder;
/// docs/sdk-build.md lists them.
package struct SourceRewriting: Sendable {
  let source: TokenizedSource
  let bodies: TypeBodies
  package let declarations: SourceDeclarations
  let labelsOfMethods: [String: Set<[String]>]
  private let enumCases: EnumCases
  var edits = SourceEdits()
  var notes: [SourceNote] = []

  package init(_ bytes: [UInt8], counting steps: StepCount? = nil) {
    source = TokenizedSource(bytes, counting: steps)
    bodies = TypeBodies(of: source)
    declarations = SourceDeclarations(of: source, bodies)
    labelsOfMethods = declarations.labelsOfMethods
    enumCases = EnumCases(of: source, bodies)
  }

  /// What comes of a source.
  package struct Result: Sendable {
    /// `nil`: as it was.
    package let rewritten: [UInt8]?
    package let notes: [SourceNote]
  }

  /// Rewrites the source as one of modules that declare types of these names.
  package func result(moduleTypeNames: Set<String>) -> Result {
    var rewriting = self
    let hasTimer = moduleTypeNames.contains("Timer")
    for index in source.tokens.indices {
      switch source.tokens[index].kind {
      case .pound: rewriting.rewritePound(at: index)
      case .sign:
        if source.isAt(index, "@") { rewriting.rewriteAttribute(at: index) }
        if source.isAt(index, "?") { rewriting.rewriteOptionalCall(at: index) }
      case .identifier:
        if source.isAt(index, "import") { rewriting.rewriteImport(at: index) }
        if source.isAt(index, "Timer"), !hasTimer { rewriting.rewriteTimer(at: index) }
        if source.isAt(index, "Foundation") { rewriting.rewriteFoundation(at: index) }
        if source.isAt(index, "Selector") { rewriting.noteNamedSelector(at: index) }
      case .number, .string, .regex, .operation: break
      }
    }
    return Result(
      rewritten: rewriting.edits.isEmpty ? nil : rewriting.edits.apply(to: source.bytes),
      notes: rewriting.notes
    )
  }

  /// A note at an offset.
  package func note(ofOffset offset: Int, _ text: String) -> SourceNote {
    let place = source.position(of: offset)
    return SourceNote(line: place.line, column: place.column, text: text)
  }

  mutating func note(at index: Int, _ text: String) {
    notes.append(note(ofOffset: source.tokens[index].range.lowerBound, text))
  }

  /// The bytes of some tokens, with what is between them.
  func range(_ first: Int, _ last: Int) -> Range<Int> {
    source.tokens[first].range.lowerBound..<source.tokens[last].range.upperBound
  }
}

extension SourceRewriting {
  private mutating func rewritePound(at index: Int) {
    switch source.text(index) {
    case "#if", "#elseif": rewriteCondition(at: index)
    case "#selector": rewriteSelector(at: index)
    case "#keyPath": rewriteKeyPath(at: index)
    default: break
    }
  }

  /// `os(iOS)` is true: `os(Linux)` stands for it.
  private mutating func rewriteCondition(at index: Int) {
    var next = index + 1
    while next < source.tokens.count, !source.tokens[next].beginsLine,
      source.tokens[next].kind != .pound
    {
      if source.isAt(next, "os"), source.isAt(next + 1, "("), source.isAt(next + 2, "iOS"),
        source.isAt(next + 3, ")")
      {
        edits.replace(source.tokens[next + 2].range, with: "Linux")
      }
      next += 1
    }
  }

  /// `Timer` is the SDK's, which has the form with a selector and fires when Apple's does.
  private mutating func rewriteTimer(at index: Int) {
    let isLabel =
      source.isAt(index + 1, ":") && (source.isAt(index - 1, "(") || source.isAt(index - 1, ","))
    let keywords: [StaticString] = ["import", "let", "var", "func"]
    let isDeclared = keywords.contains { source.isAt(index - 1, $0) }
    guard !source.isAt(index - 1, "."), !isLabel, !isDeclared,
      !enumCases.nameIndices.contains(index)
    else { return }
    edits.replace(source.tokens[index].range, with: "AppleTimer")
  }

  /// `Foundation.URLSession` names that of Linux: the SDK's is in a module of its own.
  private mutating func rewriteFoundation(at index: Int) {
    guard source.isAt(index + 1, "."), source.isWord(index + 2),
      source.text(index + 2).hasPrefix("URLSession"),
      !source.isAt(index - 1, "."), !source.isAt(index - 1, "import"),
      !(index > 1 && source.isAt(index - 2, "import"))
    else { return }
    edits.replace(source.tokens[index].range, with: "AppleSupport")
  }

  /// The modules of Apple's C library and of its Objective-C runtime; and that of Linux which code for all platforms
  /// imports where it can: its `URLSession` would take the place of the SDK's, which exports the rest.
  private mutating func rewriteImport(at index: Int) {
    let kinds: Set = ["func", "class", "struct", "enum", "protocol", "typealias", "var", "let"]
    var first = index + 1
    if source.isWord(first), kinds.contains(source.text(first)) { first += 1 }
    let isWhole = first == index + 1
    guard source.isWord(first), !source.tokens[first].beginsLine else { return }
    var last = first
    while source.isAt(last + 1, "."), source.isWord(last + 2) { last += 2 }
    switch source.text(first) {
    case "Darwin":
      edits.replace(isWhole ? range(first, last) : source.tokens[first].range, with: "Glibc")
    case "FoundationNetworking" where isWhole:
      edits.replace(range(first, last), with: "AppleSupport")
    case "ObjectiveC" where isWhole: edits.replace(range(first, last), with: "Foundation")
    default: break
    }
  }

  /// `delegate.applicationDidBecomeActive?(…)`: the SDK's protocols have a default for what is optional on Apple's
  /// systems, so that the method is always there.
  private mutating func rewriteOptionalCall(at index: Int) {
    guard source.isAt(index + 1, "("), source.isWord(index - 1), source.isAt(index - 2, "."),
      DelegateProtocol.methodNames.contains(source.text(index - 1))
    else { return }
    edits.replace(source.tokens[index].range, with: "")
  }
}
