// What becomes of the settings in Swift: the values in TorporModel, and their way to and from the wire.

extension Interface {
  /// The values, for TorporModel.
  func settingsFile(_ rows: [Setting]) throws(Mistake) -> String {
    let ofApp = rows.filter(\.isOfApp)
    let held = rows.filter { $0.isOfDevice && $0.isHeld }
    let kept = rows.filter { $0.isOfDevice && !$0.isHeld }
    var lines = head(importing: false)
    lines += try Self.values(
      "AppSettings",
      ofApp,
      says: "What the user allows one app.",
      made: "Makes the settings of an app that the user has not changed: everything is allowed."
    )
    lines += try Self.values(
      "DeviceSettings",
      kept,
      says: "The settings of the device that are kept together; `HeldSettings` are the others.",
      made: "Makes the settings of a device that the user has not changed."
    )
    lines += [
      "/// The settings of the device that the policy has among what else it knows of them.",
      "@usableFromInline package struct HeldSettings: Hashable, Sendable {",
    ]
    lines += held.flatMap {
      $0.documentation + ["@usableFromInline package var \($0.name): \($0.type)"]
    }
    lines += ["", "package init("] + held.map { "\($0.name): \($0.type)" }.commaLines + [") {"]
    lines += held.map { "self.\($0.name) = \($0.name)" } + ["}", "}", ""]
    lines += [
      "/// One of the settings of the device that are kept together, with its new value.",
      "package enum KeptSetting: Hashable, Sendable, Saved {",
    ]
    lines +=
      kept.flatMap(\.unionCase) + [
        "}", "", "extension DeviceSettings {", "/// Takes over a change.",
        "package mutating func take(_ setting: KeptSetting) {", "switch setting {",
      ]
    lines += kept.map { "case .\($0.name)(let value): \($0.name) = value" } + ["}", "}"]
    lines += ["}", ""]
    lines += [
      "/// One of the settings of an app, with a value.",
      "package enum AppSetting: Hashable, Sendable, Saved {",
    ]
    lines +=
      ofApp.flatMap(\.unionCase) + [
        "}", "", "extension AppSettings {", "/// Takes over a change.",
        "package mutating func take(_ setting: AppSetting) {", "switch setting {",
      ]
    lines += ofApp.map { "case .\($0.name)(let value): \($0.name) = value" } + ["}", "}"]
    lines += ["}", ""]
    lines += Self.lookup("DeviceSettings", "KeptSetting", kept)
    lines += Self.lookup("AppSettings", "AppSetting", ofApp)
    lines += Self.names("KeptSetting", kept) + Self.names("AppSetting", ofApp)
    return lines.joined(separator: "\n")
  }

  /// The value that settings have where a setting has another.
  private static func lookup(_ type: String, _ union: String, _ rows: [Setting]) -> [String] {
    [
      "extension \(type) {", "/// The same setting with the value that it has here.",
      "package func value(of setting: \(union)) -> \(union) {", "switch setting {",
    ] + rows.map { "case .\($0.name): .\($0.name)(\($0.name))" } + ["}", "}", "}", ""]
  }

  /// What people call each case of a union of settings.
  private static func names(_ union: String, _ rows: [Setting], others: [String] = []) -> [String] {
    [
      "extension \(union) {", "/// Its name for people.", "package var name: String {",
      "switch self {",
    ] + others + rows.map { "case .\($0.name): \"\($0.label)\"" } + ["}", "}", "}", ""]
  }

  /// The union of all changes, for the boundary of the policy.
  func settingUnionFile(_ rows: [Setting]) -> String {
    let held = rows.filter { $0.isOfDevice && $0.isHeld }
    let lines =
      head() + [
        "/// A change of settings.", "package enum Setting: Hashable, Sendable, Saved {",
        "/// All those of an app.", "case appSettings(app: AppIdentifier, settings: AppSettings)",
      ] + held.flatMap(\.unionCase) + [
        "/// One of those of the device that are kept together.", "case kept(KeptSetting)", "}", "",
      ]
      + Self.names(
        "Setting",
        held,
        others: ["case .appSettings: \"appSettings\"", "case .kept(let setting): setting.name"]
      )
    return lines.joined(separator: "\n")
  }

  /// A call as changes, for the daemon.
  func settingChangesFile(_ method: Declaration, _ rows: [Setting]) -> String {
    var lines =
      head(importing: false) + [
        "import TorporCore", "import TorporModel", "import TorporWire", "",
        "extension \(namespace).\(method.name) {",
        "/// What changes of the device, each by itself.",
        "var settingsOfDevice: [Setting] {", "let settings: [Setting?] = [",
      ]
    lines += rows.filter(\.isOfDevice).map { row in
      row.isHeld
        ? "\(row.name).map { .\(row.name)($0) }," : "\(row.name).map { .kept(.\(row.name)($0)) },"
    }
    lines += ["]", "return settings.compactMap { $0 }", "}", ""]
    lines += [
      "/// What changes of an app, each by itself.",
      "var settingsOfApp: [AppSetting] {", "let settings: [AppSetting?] = [",
    ]
    lines += rows.filter(\.isOfApp).map { "\($0.name).map { .\($0.name)($0) }," }
    return (lines + ["]", "return settings.compactMap { $0 }", "}", "}", ""])
      .joined(separator: "\n")
  }

  private static func values(
    _ name: String,
    _ rows: [Setting],
    says: String,
    made: String
  ) throws(Mistake) -> [String] {
    var lines = [
      "/// \(says)", "@usableFromInline package struct \(name): Hashable, Sendable, Saved {",
    ]
    lines += rows.flatMap {
      $0.documentation + ["@usableFromInline package var \($0.name): \($0.type)"]
    }
    var parameters: [String] = []
    for row in rows { parameters.append("\(row.name): \(row.type) = \(try row.value())") }
    lines += ["", "/// \(made)", "package init("] + parameters.commaLines + [") {"]
    lines += rows.map { "self.\($0.name) = \($0.name)" } + ["}", "}", "", "extension \(name) {"]
    let sorted = rows.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    lines += ["package func write(to writer: inout SavedWriter) {", "writer.beginObject()"]
    for row in sorted {
      let write = ["writer.key(\"\(row.name)\")", "\(row.name).write(to: &writer)"]
      lines +=
        row.isAlwaysSaved && row.isOfApp
        ? write : ["if \(row.name) != \(try row.value()) {"] + write + ["}"]
    }
    lines += [
      "writer.endObject()", "}", "",
      "package init(from reader: inout SavedReader) throws(SavedFailure) {", "self.init()",
      "try reader.beginObject()", "while let key = try reader.nextKey() {", "switch key {",
    ]
    lines += sorted.map { "case \"\($0.name)\": \($0.name) = try \($0.type)(from: &reader)" }
    lines += ["default: throw reader.unknownMember(key)", "}", "}", "}", "}", ""]
    return lines
  }

  /// Their way to and from the wire.
  func settingsWireFile(
    _ method: Declaration,
    _ rows: [Setting]
  ) throws(Mistake) -> String {
    guard let reader = methods.first(where: { $0.notes["reply"] == method.name }) else {
      throw Mistake(line: method.line, text: "no method has '@reply \(method.name)'")
    }
    let ofApp = rows.filter(\.isOfApp)
    let ofDevice = rows.filter(\.isOfDevice)
    func from(_ row: Setting) -> String {
      "\(row.name): \(row.isHeld ? "held" : "settings").\(row.name)"
    }
    var lines = head() + ["extension \(namespace) {"]
    lines += [
      "/// Every setting, in the order of the interface.",
      "package static let settings: [SettingRow] = [",
    ]
    for row in rows { lines += try row.row() }
    lines += ["]", "}", ""]
    let change = "\(namespace).\(method.name)"
    for (type, extra) in [("\(namespace).\(reader.name).Reply", ""), (change, "app: app, ")] {
      let app = extra.isEmpty ? [] : ["app: app"]
      lines += [
        "extension \(type) {", "/// All settings of an app.",
        "package init(\(extra.isEmpty ? "" : "app: String, ")_ settings: AppSettings) {",
        "self.init(",
      ]
      lines += (app + ofApp.map { "\($0.name): settings.\($0.name)" }).commaLines + [")", "}", ""]
      lines += [
        "/// All settings of the device.",
        "package init(_ held: HeldSettings, _ settings: DeviceSettings) {", "self.init(",
      ]
      lines += ofDevice.map(from).commaLines + [")", "}", "}", ""]
    }
    lines += [
      "extension \(change) {", "/// The settings of an app after the change.",
      "package func applied(to settings: AppSettings) -> AppSettings {", "AppSettings(",
    ]
    lines += ofApp.map { "\($0.name): \($0.name) ?? settings.\($0.name)" }.commaLines
    lines += [
      ")", "}", "}", "",
    ]
    return lines.joined(separator: "\n")
  }
}

extension Setting {
  /// The first sentence of its text as a comment.
  fileprivate var documentation: [String] {
    Declaration(name: name, text: text).documentation
  }

  /// Its case of a union.
  fileprivate var unionCase: [String] {
    (savedName.map { ["// Saved: as \($0), its name in earlier builds."] } ?? []) + documentation
      + ["case \(name)(\(type))"]
  }

  /// The row for the command line.
  fileprivate func row() throws(Mistake) -> [String] {
    let form: String
    if let words {
      form = ".words([\(words.map { "\"\($0)\"" }.joined(separator: ", "))])"
    } else if type == "Bool" {
      form = ".flag"
    } else if type == "Duration" {
      let zero = zero.map { "\"\($0)\"" } ?? "nil"
      form = ".time(zero: \(zero), limits: \(field.limits.first?.range ?? "1 ... .max"))"
    } else if type == "Int" || type == "Int64", name != label {
      let zero = zero.map { "\"\($0)\"" } ?? "nil"
      let kind = name.hasSuffix("Bytes") ? "size" : "energy"
      form = ".\(kind)(zero: \(zero), limits: \(field.limits.first?.range ?? "1 ... .max"))"
    } else if type == "Int" || type == "Int64" {
      form = ".number(\(field.limits.first?.range ?? ".min ... .max"))"
    } else {
      throw Mistake(line: line, text: "'\(name)' is a \(type), of which a setting cannot be")
    }
    let scopes = (isOfApp ? [".app"] : []) + (isOfDevice ? [".device"] : [])
    return [
      "SettingRow(", "\"\(label)\",", "key: \"\(field.key)\",",
      "of: [\(scopes.joined(separator: ", "))],", form, "),",
    ]
  }
}

extension Declaration {
  fileprivate init(name: String, text: String) {
    self.init(name: name, kind: .error([]), comment: [Substring(text)], line: 0)
  }
}

extension [String] {
  /// One on each line, with commas between them.
  fileprivate var commaLines: [String] { joined(separator: ",\n").lines }
}
