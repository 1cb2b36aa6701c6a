// What becomes of the errors of all interfaces: the names and members of `WireError`.

extension Interface {
  /// The file that reads and writes every error; it does not compile without a case for each, and the
  /// generator fails without an error for each case.
  static func errorsFile(
    _ interfaces: [Interface],
    _ maps: [String: SwiftMap]
  ) throws(Mistake) -> String {
    var (names, writings, readings): ([String], [String], [String]) = ([], [], [])
    for interface in interfaces where !interface.errors.isEmpty {
      guard let map = maps[interface.name] else {
        throw .inMap(line: 1, text: "the errors of \(interface.name) are missing")
      }
      for error in interface.errors {
        guard case .error(let fields) = error.kind,
          let rule = map.errors.first(where: { $0.word == error.name })
        else {
          throw Mistake(
            file: "\(interface.name).varlink",
            line: error.line,
            text: "the map has no 'error \(error.name)'"
          )
        }
        let members = try rule.fields(fields, in: error.name, interface, map)
        let values = Dictionary(uniqueKeysWithValues: zip(rule.members.map(\.name), members))
        let name = "\(interface.name).\(error.name)"
        names.append("case \(rule.filled { _ in "_" }): \"\(name)\"")
        writings.append("case \(rule.filled { "let \(values[$0]?.property ?? "")" }):")
        writings += SwiftField.writing(members)
        readings.append("case \"\(name)\": \(rule.filled { values[$0]?.readingValue ?? "" })")
      }
      let known = Set(interface.errors.map(\.name))
      if let extra = map.errors.first(where: { !known.contains($0.word) }) {
        throw .inMap(line: extra.line, text: "\(interface.name) has no error '\(extra.word)'")
      }
    }
    return
      ([
        "// Made from the files in Interfaces by scripts/generate; change those, not this.", "",
        "import TorporAppModel", "", "extension WireError {",
        "/// The error's name with its interface in front.", "package var name: String {",
        "switch self {",
      ] + names + [
        "case .other(let name, _): name", "}", "}", "",
        "/// What the interface says that the error carries, but for the sentence.",
        "var members: [(key: String, value: JSON?)] {", "switch self {",
      ] + writings + [
        "case .other: []", "}", "}", "",
        "/// Reads an error; `nil` for one that this version does not know.", "///",
        "/// - Throws: `WireError.invalidParameter` with the member that is wrong.",
        "static func known(_ name: String, _ message: ParameterReader) throws(WireError) -> WireError? {",
        "switch name {",
      ] + readings + ["default: nil", "}", "}", "}", ""]).joined(separator: "\n")
  }
}
