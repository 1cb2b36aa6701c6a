// What becomes of a structure one member of which says which of the others are there, and of the errors:
// a case of Swift for each word, read and written.

/// A word on the wire, and the case of Swift that it stands for.
struct UnionCase {
  var word: String
  /// The case with `$member` for each of its values, `$member?` for one that may be missing:
  /// `.didFail(region: $region?, $error)`.
  var pattern: String
  var line: Int

  /// The names of the members, in the order in which they are written.
  var members: [(name: String, isOptional: Bool)] {
    var members: [(name: String, isOptional: Bool)] = []
    for part in pattern.split(separator: "$", omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix { $0.isLetter || $0.isNumber }
      members.append((String(name), part.dropFirst(name.count).first == "?"))
    }
    return members
  }

  /// The case with something in the place of each member.
  func filled(_ value: (String) -> String) -> String {
    let parts = pattern.split(separator: "$", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let name = part.prefix { $0.isLetter || $0.isNumber }
      var rest = part.dropFirst(name.count)
      if rest.first == "?" { rest = rest.dropFirst() }
      return text + value(String(name)) + rest
    }
  }

  /// The names on the wire of what the case reads and writes.
  func keys(in scope: String, _ map: SwiftMap) -> [String] {
    members.flatMap { member in
      map.embeds[scope]?.first { $0.property == member.name }?.keys ?? [member.name]
    }
  }

  /// What the case reads and writes of a structure with those members.
  func fields(
    _ all: [Field],
    in scope: String,
    _ interface: Interface,
    _ map: SwiftMap
  ) throws(Mistake) -> [SwiftField] {
    var fields: [SwiftField] = []
    for member in members {
      if let rule = map.embeds[scope]?.first(where: { $0.property == member.name }) {
        fields.append(SwiftField(embedding: rule))
        continue
      }
      guard let field = all.first(where: { $0.name == member.name }) else {
        throw Mistake(line: line, text: "'\(scope)' has no member '\(member.name)'")
      }
      var swift = try SwiftField(field, in: scope, interface, map)
      // Of a union every member may be missing, though not in this case.
      if swift.standard == nil { swift.isOptional = member.isOptional }
      fields.append(swift)
    }
    return fields
  }
}

/// The words of a structure that one type of Swift has cases for.
struct UnionRule {
  var type: String
  var swift: String
  /// Whether it is an object of its own, and not among the members of an envelope.
  var isObject = false
  var cases: [UnionCase] = []
}

extension Interface {
  /// The readers and writers of all unions.
  func unionsFile(_ map: SwiftMap) throws(Mistake) -> String {
    var lines = head(importing: false) + ["import \(vocabulary)", ""]
    for (index, union) in map.unions.enumerated() {
      guard let type = types.first(where: { $0.name == union.type }),
        case .type(.structure(let fields)) = type.kind, let tag = type.notes["union"]
      else { throw Mistake(line: 1, text: "'\(union.type)' has no '# @union'") }
      let others = map.unions.filter { $0.type == union.type }
      try check(Set(others.flatMap(\.cases).map(\.word)), against: tag, of: type, fields)
      if index > 0 { lines.append("") }
      lines += try self.union(union, fields, map)
      if union.isObject { lines += object(union, tag, fields) }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// Every word of the enum has a case, and every case a word.
  private func check(
    _ used: Set<String>,
    against tag: String,
    of type: Declaration,
    _ fields: [Field]
  ) throws(Mistake) {
    guard case .named(let name, _)? = fields.first(where: { $0.name == tag })?.shape,
      let words = types.first(where: { $0.name == name }),
      case .type(.words(let described)) = words.kind
    else { throw Mistake(line: type.line, text: "'\(tag)' of '\(type.name)' is no enum") }
    let wrong = used.symmetricDifference(described).sorted()
    guard wrong.isEmpty else {
      throw Mistake(
        line: words.line,
        text: "map and '\(name)' differ in \(wrong.joined(separator: ", "))"
      )
    }
  }

  private func union(
    _ union: UnionRule,
    _ fields: [Field],
    _ map: SwiftMap
  ) throws(Mistake) -> [String] {
    var (words, readings, writings): ([String], [String], [String]) = ([], [], [])
    for one in union.cases {
      let members = try one.fields(fields, in: union.type, self, map)
      let described = (membersOfWords[one.word] ?? []).map { $0.filter { $0 != "?" } }
      guard described == one.keys(in: union.type, map) else {
        throw Mistake(
          line: one.line,
          text: "'# @with' of '\(one.word)' is to be: \(one.keys(in: union.type, map))"
        )
      }
      let values = Dictionary(uniqueKeysWithValues: zip(one.members.map(\.name), members))
      readings += [
        "case \"\(one.word)\":", "self = \(one.filled { values[$0]?.readingValue ?? "" })",
      ]
      let pattern = one.filled { "let \(values[$0]?.property ?? "")" }
      words.append("case \(one.filled { _ in "_" }): \"\(one.word)\"")
      writings += ["case \(pattern):"] + SwiftField.writing(members)
    }
    return [
      "extension \(union.swift) {", "/// The word for it in `\(union.type)`.",
      "var word: String {", "switch self {",
    ] + words + [
      "}", "}", "",
      "/// Reads the members of a `\(union.type)`; `nil` where this version does not know the word.",
      "///",
      "/// - Throws: `WireError.invalidParameter` with the way to what is wrong.",
      "init?(_ word: String, _ message: ParameterReader) throws(WireError) {", "switch word {",
    ] + readings + [
      "default: return nil", "}", "}", "", "/// The members beside the word.",
      "var ownMembers: [(key: String, value: JSON?)] {", "switch self {",
    ] + writings + ["}", "}", "}"]
  }

  private func object(_ union: UnionRule, _ tag: String, _ fields: [Field]) -> [String] {
    let keys = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return [
      "", "extension \(union.swift): WireObject {", "package static let keys = [\(keys)]", "",
      "package init(_ message: ParameterReader) throws(WireError) {",
      "guard let known = try Self(try message.value(\"\(tag)\") as String, message) else {",
      "throw message.invalid(\"\(tag)\")", "}", "self = known", "}", "",
      "package var members: [(key: String, value: JSON?)] { [(\"\(tag)\", word.json)] + ownMembers }",
      "}",
    ]
  }
}
