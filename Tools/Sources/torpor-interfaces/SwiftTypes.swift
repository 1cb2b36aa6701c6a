// What becomes of the types of an interface: enums, structures, and readers of types that the code has.

extension Interface {
  /// The enum that holds what is made of the interface.
  var namespace: String { String(shortName) }

  /// Whether apps make its calls: what is made of it is linked with them.
  var isOfApps: Bool { name == "io.torpor.App" }

  /// The module of the types that its calls carry.
  var vocabulary: String { isOfApps ? "TorporAppModel" : "TorporModel" }

  /// The module of its calls.
  var wire: String { isOfApps ? "TorporAppWire" : "TorporWire" }

  /// What stands above everything else in a file.
  func head(importing: Bool = true) -> [String] {
    [
      "// Made from Interfaces/\(name).varlink and Interfaces/swift.map by scripts/generate; change those,",
      "// not this.", "",
    ] + (importing ? ["package import \(vocabulary)", ""] : [])
  }

  /// The file of the types.
  func typesFile(_ map: SwiftMap) throws(Mistake) -> String {
    var lines = head()
    lines.append("/// What is made of \(name): its types, and a type for each call.")
    lines.append("package enum \(namespace) {}")
    var words: [String] = []
    for type in types {
      guard case .type(let shape) = type.kind else { continue }
      lines.append("")
      switch (shape, map.types[type.name]) {
      case (.words(let described), .words(let swift)),
        (.words(let described), .made(let swift, _)):
        lines.append("extension \(swift): WireWord {}")
        let list = described.map { "\"\($0)\"" }.joined(separator: ", ")
        words.append("(\"\(type.name)\", [\(list)], \(swift).allCases.map(\\.rawValue)),")
      case (.words(let described), .shared(let swift)):
        lines.removeLast()
        let list = described.map { "\"\($0)\"" }.joined(separator: ", ")
        words.append("(\"\(type.name)\", [\(list)], \(swift).allCases.map(\\.rawValue)),")
      case (.words(let described), .list(let used)):
        lines.removeLast()
        let list = described.map { "\"\($0)\"" }.joined(separator: ", ")
        words.append("(\"\(type.name)\", [\(list)], \(used)),")
      case (.words(let described), nil):
        lines += ["extension \(namespace) {"] + type.documentation
        lines.append(
          "  package enum \(type.name): String, Hashable, Sendable, CaseIterable, WireWord {"
        )
        lines += described.map { "    case \($0.escaped)" } + ["  }", "}"]
      case (.structure, .model(let swift, _)) where map.apps.contains(swift): lines.removeLast()
      case (.structure(let fields), .model(let swift, let members)):
        lines += try reader(of: swift, fields, members, type, map)
      case (.structure(let fields), .structure(let swift)):
        lines += type.documentation
        lines += try structure(swift, fields, scope: type.name, map)
      case (.structure, nil) where map.unions.contains { $0.type == type.name }:
        lines.removeLast()
        continue
      case (.structure(let fields), nil):
        lines += ["extension \(namespace) {"] + type.documentation
        lines += try structure(type.name, fields, scope: type.name, map) + ["}"]
      case (_, .hand), (.words, .tag), (.structure, .shared):
        lines.removeLast()
        continue
      default:
        throw map.linesOfTypes[type.name] == nil
          ? Mistake(line: type.line, text: "the map has no line for '\(type.name)'")
          : map.mistake(of: type, "this does not fit '\(type.name)'")
      }
    }
    if !words.isEmpty {
      lines += [
        "", "extension \(swiftName) {",
        "  /// The words of each enum, as the interface describes them and as the code has them.",
        "  package static let words: [(type: String, described: [String], used: [String])] = [",
      ]
      lines += words.map { "    \($0)" } + ["  ]", "}"]
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// The file of those types that apps have, too; `nil`: there are none.
  func appTypesFile(_ map: SwiftMap) throws(Mistake) -> String? {
    var lines: [String] = []
    for type in types {
      guard case .type(.structure(let fields)) = type.kind,
        case .model(let swift, let members) = map.types[type.name], map.apps.contains(swift)
      else { continue }
      lines += try reader(of: swift, fields, members, type, map) + [""]
    }
    guard !lines.isEmpty else { return nil }
    return (head(importing: false) + ["package import TorporAppModel", ""] + lines)
      .joined(separator: "\n")
  }

  /// A structure with its properties, its reader and its writer.
  func structure(
    _ swift: String,
    _ fields: [Field],
    scope: String,
    conformance: String = "WireObject",
    _ map: SwiftMap
  ) throws(Mistake) -> [String] {
    let members = try SwiftField.all(fields, in: scope, self, map)
    return ["package struct \(swift): Hashable, Sendable, \(conformance) {"]
      + body(of: members, keys: fields.map(\.name)) + ["}"]
  }

  /// Everything between the braces of a structure.
  func body(of members: [SwiftField], keys: [String]) -> [String] {
    let keys = keys.map { "\"\($0)\"" }.joined(separator: ", ")
    var lines = members.map(\.declaration)
    let limits = members.flatMap(\.limitDeclarations)
    if !limits.isEmpty { lines += ["", "// What the interface allows."] + limits }
    lines += ["", "package init("] + members.map(\.parameter).joined(separator: ",\n").lines
    lines += [") {"] + members.map { "self.\($0.property) = \($0.property)" } + ["}", ""]
    lines += ["package static let keys = [\(keys)]", ""]
    lines +=
      ["package init(_ message: ParameterReader) throws(WireError) {"] + members.map(\.reading)
      + ["}", ""]
    lines +=
      ["package var members: [(key: String, value: JSON?)] {"] + SwiftField.writing(members) + ["}"]
    return lines
  }

  private func reader(
    of swift: String,
    _ fields: [Field],
    _ members: [SwiftMap.Member],
    _ type: Declaration,
    _ map: SwiftMap
  ) throws(Mistake) -> [String] {
    var (arguments, properties, written): ([String], [String], [[String]: SwiftField]) = (
      [], [], [:]
    )
    for member in members {
      if !member.embedded.isEmpty {
        let isThere = "message[\"\(member.embedded[0])\"] == nil ? nil : "
        let condition = member.isEmbeddedOptional ? isThere : ""
        arguments.append("\(member.label): \(condition)try .init(message)")
        let rule = SwiftMap.EmbedRule(property: member.name, type: "", keys: member.embedded)
        written[member.embedded] = SwiftField(
          embedding: rule,
          isOptional: member.isEmbeddedOptional
        )
        continue
      }
      let keys =
        member.key.map { [$0] } ?? [
          member.name, member.name + "Microseconds",
          (member.name.hasSuffix("At") ? String(member.name.dropLast(2)) : member.name)
            + "Microseconds",
        ]
      guard let field = fields.first(where: { keys.contains($0.name) }) else {
        throw map.mistake(of: type, "'\(type.name)' has no '\(member.name)'")
      }
      let isOptional = if case .optional = field.shape { true } else { false }
      let limits = try field.limits(of: member.name, "").map { ", \($0.label): \($0.range)" }
      let reading =
        "try message.\(isOptional ? "optional" : "value")(\"\(field.name)\"\(limits.joined()))"
        + (member.standard.map { " ?? \($0)" } ?? "")
      switch member.use {
      case .argument: arguments.append("\(member.label): \(reading)")
      case .unnamedArgument: arguments.append(reading)
      case .property: properties.append("\(member.name) = \(reading)")
      case .written: break
      }
      written[[field.name]] = SwiftField(writing: member, as: field.name, isOptional: isOptional)
    }
    let known = Set(written.keys.joined())
    if let forgotten = fields.first(where: { !known.contains($0.name) }) {
      throw map.mistake(of: type, "'\(forgotten.name)' of '\(type.name)' is missing")
    }
    let inOrder = fields.compactMap { field in
      written.first { $0.key.first == field.name }?.value
    }
    let keys = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return [
      "extension \(swift): WireObject {", "package static let keys = [\(keys)]", "",
      "package init(_ message: ParameterReader) throws(WireError) {", "self.init(",
    ] + arguments.joined(separator: ",\n").lines + [")"] + properties + [
      "}", "", "package var members: [(key: String, value: JSON?)] {",
    ] + SwiftField.writing(inOrder) + ["}", "}"]
  }
}

extension SwiftMap {
  /// A mistake in the line of the map for that type.
  fileprivate func mistake(of type: Declaration, _ text: String) -> Mistake {
    .inMap(line: linesOfTypes[type.name] ?? 1, text: text)
  }
}

extension Declaration {
  /// The first sentence of its comment.
  var documentation: [String] {
    let text = comment.joined(separator: " ")
    var sentence = ""
    for character in text {
      if character == " ", sentence.last == "." { break }
      sentence.append(character)
    }
    if sentence.last == ":" { sentence = sentence.dropLast() + "." }
    if sentence.isEmpty { sentence = "`\(name)`, as the interface describes it." }
    var lines = ["///"]
    for word in sentence.split(separator: " ") {
      if lines[lines.count - 1].count + word.count > 92 { lines.append("///") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }
}

extension String {
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  /// The name as one of a case, also where Swift has a meaning for it.
  var escaped: String {
    ["default", "none", "in", "switch", "import", "return"].contains(self) ? "`\(self)`" : self
  }
}
