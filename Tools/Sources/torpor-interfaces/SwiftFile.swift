// What becomes of an interface in Swift.

extension Interface {
  /// The name of the enum that stands for it: `ControlInterface`.
  var swiftName: String { "\(shortName.prefix(1).uppercased())\(shortName.dropFirst())Interface" }

  /// The whole file.
  var swift: String {
    var lines = [
      "// Made from Interfaces/\(name).varlink by scripts/generate; change that, not this.",
      "",
      "/// \(name), as its file describes it.",
      "package enum \(swiftName) {",
      "  package static let name = \"\(name)\"",
    ]
    lines += methodNames + errorNames
    lines += ["", "  /// The text of the file, which `org.varlink.service` serves."]
    lines.append("  package static let description = #\"\"\"")
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : "    \($0)"
    }
    lines += ["    \"\"\"#", "}", ""]
    return lines.joined(separator: "\n")
  }

  private var methodNames: [String] {
    guard !methods.isEmpty else { return [] }
    let cases = methods.map { "    case \($0.swiftName) = \"\($0.name)\"" }
    return [
      "", "  /// The methods, in the order of the file.",
      "  package enum Method: String, Hashable, Sendable, CaseIterable {",
    ] + cases + [
      "",
      "    /// The name with the interface in front.",
      "    package var wholeName: String { \"\\(name).\\(rawValue)\" }",
      "  }",
    ]
  }

  private var errorNames: [String] {
    guard !errors.isEmpty else { return [] }
    let cases = errors.map { "    case \($0.swiftName) = \"\(name).\($0.name)\"" }
    return [
      "", "  /// The errors with their whole names, in the order of the file.",
      "  package enum ErrorName: String, Hashable, Sendable, CaseIterable {",
    ] + cases + ["  }"]
  }

  private static let varlinksOwn = "org.varlink.service"

  /// The file that lists all interfaces.
  static func list(_ interfaces: [Interface]) -> String {
    // A service names Varlink's own interface first.
    let ordered =
      interfaces.filter { $0.name == Self.varlinksOwn }
      + interfaces.filter { $0.name != Self.varlinksOwn }
    let rows = ordered.map { "    (\($0.swiftName).name, \($0.swiftName).description)," }
    let head = [
      "// Made from the files in Interfaces by scripts/generate; change those, not this.",
      "",
      "/// What the daemon serves.",
      "package enum Interfaces {",
      "  /// Every interface with its description; the one of Varlink itself comes first.",
      "  package static let all: [(name: String, description: String)] = [",
    ]
    return (head + rows + ["  ]", "}", ""]).joined(separator: "\n")
  }
}

extension Declaration {
  /// `runJobNow` of `RunJobNow`.
  var swiftName: String { name.prefix(1).lowercased() + name.dropFirst() }
}
