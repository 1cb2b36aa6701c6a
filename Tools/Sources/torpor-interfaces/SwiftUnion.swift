// What becomes of a structure one member of which says which of the others are there, and of the errors:
// a case of Swift for each word, read and written. SwiftChoice.swift has those of which one member is there.

/// A word on the wire, and the case of Swift that it stands for.
struct UnionCase {
  var word: String
  /// The case with `$member` for each of its values, `$member?` for one that may be missing:
  /// `.didFail(region: $region?, $error)`.
  var pattern: String
  var line: Int

  init(word: String, pattern: String, line: Int) throws(Mistake) {
    self.word = word
    self.pattern = pattern
    self.line = line
    var names: Set<String> = []
    for (name, _) in members where !names.insert(name).inserted {
      throw .inMap(line: line, text: "'$\(name)' is twice in the case of '\(word)'")
    }
  }

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
        throw .inMap(line: line, text: "'\(scope)' has no member '\(member.name)'")
      }
      var swift = try SwiftField(field, in: scope, interface, map)
      // Of a union every member may be missing, though not in this case.
      if swift.standard == nil { swift.isOptional = member.isOptional }
      // Several cases may have a member of that name, each with a limit of its own.
      for index in swift.limits.indices {
        let name = swift.limits[index].name
        swift.limits[index].name = word + name.prefix(1).uppercased() + name.dropFirst()
      }
      fields.append(swift)
    }
    return fields
  }
}

/// The words of a structure that one type of Swift has cases for.
struct UnionRule {
  var type: String
  var swift: String
  /// Its line of the map.
  var line: Int
  /// Whether it is an object of its own, and not among the members of an envelope.
  var isObject = false
  var cases: [UnionCase] = []
}

extension Interface {
  /// The readers and writers of all unions.
  func unionsFile(_ map: SwiftMap) throws(Mistake) -> String {
    var lines: [String] = []
    var showsModel = false
    for union in map.unions {
      guard let type = types.first(where: { $0.name == union.type }),
        case .type(.structure(let fields)) = type.kind, let tag = type.notes["union"]
      else { throw .inMap(line: union.line, text: "'\(union.type)' has no '# @union'") }
      if !lines.isEmpty { lines.append("") }
      let start = lines.count
      if tag.isEmpty {
        lines += try choice(union, fields, map)
      } else {
        let others = map.unions.filter { $0.type == union.type }
        let words = Set(others.flatMap(\.cases).map(\.word))
        let enumeration = try check(words, against: tag, of: type, fields)
        lines += try self.union(union, of: enumeration, fields, map)
        if union.isObject { lines += object(union, tag, fields) }
      }
      // What others see of a type of the vocabulary needs its import.
      let isShown = lines[start...].contains { $0.hasPrefix("package ") }
      showsModel = showsModel || isShown && !map.own.contains(union.swift)
    }
    let head = showsModel ? head() : head(importing: false) + ["import \(vocabulary)", ""]
    return (head + lines + [""]).joined(separator: "\n")
  }

  /// Every word of the enum has a case, and every case a word; returns the name of the enum.
  private func check(
    _ used: Set<String>,
    against tag: String,
    of type: Declaration,
    _ fields: [Field]
  ) throws(Mistake) -> String {
    guard case .named(let name, _)? = fields.first(where: { $0.name == tag })?.shape,
      let words = types.first(where: { $0.name == name }),
      case .type(.words(let described)) = words.kind
    else { throw Mistake(line: type.line, text: "'\(tag)' of '\(type.name)' is not an enum") }
    let wrong = used.symmetricDifference(described).sorted()
    guard wrong.isEmpty else {
      throw Mistake(
        line: words.line,
        text: "map and '\(name)' differ in \(wrong.joined(separator: ", "))"
      )
    }
    return name
  }

  /// The members that `# @with` names for a word, which are all that its cases have.
  private func described(
    _ one: UnionCase,
    _ union: UnionRule,
    of enumeration: String,
    _ map: SwiftMap
  ) throws(Mistake) -> [String] {
    let described = (membersOfWords["\(enumeration).\(one.word)"] ?? []).map {
      $0.filter { $0 != "?" }
    }
    let cases = union.cases.filter { $0.word == one.word }
    let keys = cases.map { $0.keys(in: union.type, map) }
    guard Set(described) == Set(keys.joined()), Set(described).count == described.count else {
      throw .inMap(line: one.line, text: "'# @with' of '\(one.word)' is to be: \(keys)")
    }
    return described
  }

  /// `where message["folder"] != nil` for a case that another one of its word follows.
  private func condition(
    _ one: UnionCase,
    _ union: UnionRule,
    _ map: SwiftMap
  ) throws(Mistake) -> String {
    guard let last = union.cases.last(where: { $0.word == one.word }), last.line != one.line else {
      return ""
    }
    let others = last.keys(in: union.type, map)
    let own = one.keys(in: union.type, map).filter { !others.contains($0) }
    guard !own.isEmpty else {
      throw .inMap(line: one.line, text: "nothing tells the cases of '\(one.word)' apart")
    }
    return " where " + own.map { "message[\"\($0)\"] != nil" }.joined(separator: " && ")
  }

  private func union(
    _ union: UnionRule,
    of enumeration: String,
    _ fields: [Field],
    _ map: SwiftMap
  ) throws(Mistake) -> [String] {
    var (words, readings, writings, limits): ([String], [String], [String], [String]) = (
      [], [], [], []
    )
    for one in union.cases {
      let members = try one.fields(fields, in: union.type, self, map)
      let described = try described(one, union, of: enumeration, map)
      let values = Dictionary(uniqueKeysWithValues: zip(one.members.map(\.name), members))
      let condition = try condition(one, union, map)
      readings += [
        "case \"\(one.word)\"\(condition):",
        "self = \(one.filled { values[$0]?.readingValue ?? "" })",
      ]
      let pattern = one.filled { "let \(values[$0]?.property ?? "")" }
      words.append("case \(one.filled { _ in "_" }): \"\(one.word)\"")
      // In the order in which the interface names them.
      let inOrder = described.compactMap { key in
        one.members.first { member in
          let embed = map.embeds[union.type]?.first { $0.property == member.name }
          return (embed?.keys.first ?? member.name) == key
        }.flatMap { values[$0.name] }
      }
      writings += ["case \(pattern):"] + SwiftField.writing(inOrder)
      limits += members.flatMap(\.limitDeclarations)
    }
    if !limits.isEmpty { limits = ["// What the interface allows."] + limits + [""] }
    return ["extension \(union.swift) {"] + limits + [
      "/// The word for it in `\(union.type)`.",
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
      "throw message.invalid(\"\(tag)\")", "}",
      "try message.refuse(allBut: known.members.map(\\.key))", "self = known", "}", "",
      "package var members: [(key: String, value: JSON?)] { [(\"\(tag)\", word.json)] + ownMembers }",
      "}",
    ]
  }
}
