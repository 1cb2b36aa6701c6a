// The settings of an interface: the members of the method that has them, each a row with `@of` in front of it.

/// One setting.
struct Setting {
  var field: SwiftField
  var shape: Shape
  /// Its sentences.
  var text: String
  var isOfApp: Bool
  var isOfDevice: Bool
  /// Whether the policy has the device's value elsewhere.
  var isHeld: Bool
  /// Whether an app's is saved even where it does not differ.
  var isAlwaysSaved: Bool
  /// The name by which a held one is saved, where it is another: its name in earlier builds.
  var savedName: String?
  /// As the catalogue says it: `on`, `5m`, or a few words.
  var standard: String
  /// The word for 0.
  var zero: String?
  /// The words of its type, for an enum.
  var words: [String]?
  var line: Int

  /// What may stand behind `@` in front of one, besides its limits.
  static let notes = ["of", "default", "held", "saved", "zero"]

  var name: String { field.property }
  /// Its name for people, who type the unit with the value: `dataAllowance=50MB`.
  var label: String {
    let unit = ["Bytes", "Joules"].first { name.hasSuffix($0) } ?? ""
    return String(name.dropLast(unit.count))
  }
  var type: String { field.type }

  /// The default as an expression.
  func value() throws(Mistake) -> String {
    if let words, words.contains(standard) { return ".\(standard.escaped)" }
    switch (type, standard) {
    case ("Bool", "on"): return "true"
    case ("Bool", "off"): return "false"
    case ("Duration", zero): return ".zero"
    case ("Duration", _):
      let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      if let unit = standard.last.flatMap({ units[$0] }), let count = Int(standard.dropLast()) {
        return ".seconds(\(count * unit))"
      }
    case ("Int", zero), ("Int64", zero): return "0"
    case ("Int", _), ("Int64", _):
      if Int(standard) != nil { return standard }
    default: break
    }
    throw Mistake(
      line: line,
      text: "'\(standard)' is not a default of '\(name)', which is a \(type)"
    )
  }
}

extension Interface {
  /// The method whose members are settings, and these.
  func settings(_ map: SwiftMap) throws(Mistake) -> (method: Declaration, rows: [Setting])? {
    let found = methods.first { method in
      guard case .method(let parameters, _) = method.kind else { return false }
      return parameters.contains { $0.notes["of"] != nil }
    }
    guard let found, case .method(let parameters, _) = found.kind else { return nil }
    var rows: [Setting] = []
    for parameter in parameters where parameter.name != "app" {
      rows.append(try setting(parameter, of: found, map))
    }
    return (found, rows)
  }

  private func setting(
    _ parameter: Field,
    of method: Declaration,
    _ map: SwiftMap
  ) throws(Mistake) -> Setting {
    let scopes = (parameter.notes["of"] ?? "").split(separator: " ")
    guard case .optional(let shape) = parameter.shape, !scopes.isEmpty,
      scopes.allSatisfy({ $0 == "app" || $0 == "device" }),
      let standard = parameter.notes["default"], !parameter.comment.isEmpty
    else {
      throw Mistake(
        line: method.line,
        text:
          "'\(parameter.name)' of '\(method.name)' is not a setting: it needs a sentence, '@of app', "
          + "'@of device' or both, '@default', and a type with '?'"
      )
    }
    var words: [String]?
    if case .named(let name, _) = shape,
      case .type(.words(let described))? = types.first(where: { $0.name == name })?.kind
    {
      words = described
    }
    return Setting(
      field: try SwiftField(parameter, in: method.name, self, map),
      shape: shape,
      text: parameter.comment.joined(separator: " "),
      isOfApp: scopes.contains("app"),
      isOfDevice: scopes.contains("device"),
      isHeld: parameter.notes["held"] != nil,
      isAlwaysSaved: parameter.notes["saved"] == "always",
      savedName: parameter.notes["saved"].flatMap {
        $0.hasPrefix("as ") ? String($0.dropFirst(3)) : nil
      },
      standard: standard,
      zero: parameter.notes["zero"],
      words: words,
      line: method.line
    )
  }

  /// The text of the file where the reply of the method `@reply METHOD` has all settings of that one.
  func withSettingsInReply(_ map: SwiftMap) throws(Mistake) -> String? {
    guard let (method, rows) = try settings(map),
      let reader = methods.first(where: { $0.notes["reply"] == method.name })
    else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = reader.line - 1
    guard lines[first].hasSuffix("-> ("),
      let last = lines[first...].firstIndex(where: { $0 == ")" })
    else {
      throw Mistake(line: reader.line, text: "'\(reader.name)' has no reply on lines of its own")
    }
    let members = rows.map { row in
      // What both have is in every reply.
      "  \(row.field.key): \(row.isOfApp && row.isOfDevice ? "" : "?")\(row.shape)"
    }
    lines.replaceSubrange((first + 1)..<last, with: [members.joined(separator: ",\n")])
    let new = lines.joined(separator: "\n")
    return new == text ? nil : new
  }
}
