import TorporModel

extension ScenarioReader {
  /// Reads a push: to whom, what, and how its sender marked it.
  func push(_ node: YAMLNode, apps: [AppDefinition]) -> PushDefinition? {
    guard var map = MapReader(node, subject: "a push", sink: sink) else { return nil }
    let app = map.required("to").flatMap { alias($0, key: "to", apps: apps) }
    let payload = map.required("payload")
    let kind: PushDefinition.Kind = map.scalar("type", Forms.choice("a push type")) ?? .alert
    let priority = map.scalar(
      "priority",
      ScalarForm(meant: "a priority", allowed: ["1", "5", "10"]) { (text: String) -> Int? in
        ["1", "5", "10"].contains(text) ? Int(text) : nil
      }
    )
    let collapse = map.scalar("collapseId", Forms.text)
    let expiration = map.scalar("expiration", Forms.duration)
    map.finish()
    guard let app, let payload, let root = MapReader(payload, subject: "a payload", sink: sink)
    else { return nil }
    let aps = root.entries.first { $0.key == "aps" }?.value
    let text = { (key: String) -> String? in aps?[key]?.scalar?.text }
    // A sound is a name or, for a critical one, a map.
    let isShown = ["alert", "sound", "badge"].contains { aps?[$0] != nil }
    return PushDefinition(
      app: app,
      payload: JSONText.of(payload),
      isVisible: kind != .voip && isShown,
      hasContent: text("content-available") == "1",
      kind: kind,
      priority: priority ?? (kind == .background ? 5 : 10),
      collapseIdentifier: collapse,
      expiration: expiration
    )
  }
}

/// JSON from YAML, for payloads.
enum JSONText {
  /// The node as JSON; plain numbers, booleans and null stay what they are.
  static func of(_ node: YAMLNode) -> String {
    switch node {
    case .mapping(let mapping, _):
      "{"
        + mapping.map { "\(string($0.key.scalar?.text ?? "")):\(of($0.value))" }
        .joined(separator: ",") + "}"
    case .sequence(let sequence, _):
      "[" + sequence.map(of).joined(separator: ",") + "]"
    case .scalar(let scalar, _):
      scalar.isPlain && isBare(scalar.text) ? scalar.text : string(scalar.text)
    }
  }

  /// A string with quotes and escapes.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isBare(_ text: String) -> Bool {
    ["true", "false", "null"].contains(text) || ScalarValues.real(text) != nil
  }
}
