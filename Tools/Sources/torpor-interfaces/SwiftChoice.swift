// What becomes of a structure of which one member is there, which `# @union` marks without a name: a case of Swift
// for each member, whose own members are those of the case.

extension Interface {
  /// The reader and the writer of such a structure.
  func choice(
    _ union: UnionRule,
    _ fields: [Field],
    _ map: SwiftMap
  ) throws(Mistake) -> [String] {
    let wrong = Set(union.cases.map(\.word)).symmetricDifference(fields.map(\.name)).sorted()
    guard wrong.isEmpty else {
      let differing = wrong.joined(separator: ", ")
      throw .inMap(line: union.line, text: "map and '\(union.type)' differ in \(differing)")
    }
    var (limits, readings, writings): ([String], [String], [String]) = ([], [], [])
    for field in fields {
      guard let one = union.cases.first(where: { $0.word == field.name }) else { continue }
      let member = try ChosenMember(field, one, in: union, self, map)
      limits += member.limits
      readings += ["case \"\(field.name)\":"] + member.reading
      writings += ["case \(member.pattern):"] + member.writing
    }
    if !limits.isEmpty { limits = ["// What the interface allows."] + limits + [""] }
    let keys = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return ["extension \(union.swift): WireObject {"] + limits + [
      "package static let keys = [\(keys)]", "",
      "package init(_ message: ParameterReader) throws(WireError) {",
      "let word = try message.only(of: Self.keys)", "switch word {",
    ] + readings + [
      "default: throw message.invalid(word)", "}", "}", "",
      "package var members: [(key: String, value: JSON?)] {", "switch self {",
    ] + writings + ["}", "}", "}"]
  }
}

/// How one member of such a structure is read and written.
private struct ChosenMember {
  /// The case as a pattern that takes its values.
  var pattern: String
  var reading: [String]
  var writing: [String]
  /// What the interface limits, each as a constant.
  var limits: [String] = []

  init(
    _ field: Field,
    _ one: UnionCase,
    in union: UnionRule,
    _ interface: Interface,
    _ map: SwiftMap
  ) throws(Mistake) {
    guard case .optional(let shape) = field.shape else {
      throw .inMap(line: one.line, text: "'\(field.name)' of '\(union.type)' has no '?'")
    }
    let key = field.name
    pattern = one.pattern
    switch shape {
    case .object where one.pattern == "hand":
      pattern = ".\(key)"
      reading = ["self = try Self(\(key): message)"]
      writing = ["[(\"\(key)\", \(key)JSON)]"]
    case .bool where one.members.isEmpty:
      reading = [
        "let isSo: Bool = try message.value(\"\(key)\")",
        "guard isSo else { throw message.invalid(\"\(key)\") }", "self = \(one.pattern)",
      ]
      writing = ["[(\"\(key)\", true.json)]"]
    case .structure(let fields):
      let members = try one.fields(fields, in: "\(union.type).\(key)", interface, map)
      let values = Dictionary(uniqueKeysWithValues: zip(one.members.map(\.name), members))
      try Self.check(one, fields)
      let keys = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let inside = fields.isEmpty ? "_" : "let message"
      pattern = one.filled { "let \(values[$0]?.property ?? "")" }
      reading = [
        "\(inside) = try message.object(\"\(key)\", keys: [\(keys)])",
        "self = \(one.filled { values[$0]?.readingValue ?? "" })",
      ]
      let written = SwiftField.writing(fields.compactMap { values[$0.name] })
      writing = ["[(\"\(key)\", .object(optional:"] + written + ["))]"]
      limits = members.flatMap(\.limitDeclarations)
    default:
      let members = try one.fields([field], in: union.type, interface, map)
      guard let member = members.first, members.count == 1 else {
        throw .inMap(line: one.line, text: "'\(one.word)' has one value, '$\(one.word)'")
      }
      pattern = one.filled { _ in "let \(member.property)" }
      reading = ["self = \(one.filled { _ in member.readingValue })"]
      writing = ["[\(member.writing)]"]
      limits = member.limitDeclarations
    }
  }

  /// The case has the members of the structure, and those may be missing that may be there.
  private static func check(_ one: UnionCase, _ fields: [Field]) throws(Mistake) {
    let described = fields.map { field in
      if case .optional = field.shape { field.name + "?" } else { field.name }
    }
    let used = one.members.map { $0.name + ($0.isOptional ? "?" : "") }
    guard Set(described) == Set(used) else {
      throw .inMap(line: one.line, text: "'\(one.word)' is described with \(described)")
    }
  }
}
