import TorporModel

// What the user lets background work use: of an app from the beginning, or by an action.

extension ScenarioReader {
  /// Reads the four settings where they stand among others.
  func allowances(_ map: inout MapReader) -> ScenarioAllowances {
    ScenarioAllowances(
      joules: map.scalar("energyAllowance", Forms.energy),
      bytes: map.scalar("dataAllowance", Forms.allowedSize),
      wifiOnly: map.scalar("wifiOnly", Forms.onOff),
      automaticDownloads: map.scalar("automaticDownloads", Forms.choice("a switch"))
    )
  }

  /// Reads the action: `{app: mail, dataAllowance: 50 MB}`, without an app of the device.
  func allow(_ node: YAMLNode, apps: [AppDefinition]) -> ScriptAction? {
    guard var map = MapReader(node, subject: "allow", sink: sink) else { return nil }
    let named = map.value("app").map { alias($0, key: "app", apps: apps) }
    let allowances = allowances(&map)
    map.finish()
    if let named, named == nil { return nil }
    guard allowances != ScenarioAllowances() else {
      sink.report("allow needs one setting at least, such as {dataAllowance: 50 MB}", at: node)
      return nil
    }
    return .allow(app: named ?? nil, allowances)
  }
}

extension Forms {
  /// The word for an allowance that is not set.
  private static let none = "none"

  static var energy: ScalarForm<Int> {
    ScalarForm(meant: "an energy such as 300 J, or none") { text in
      if text == none { return 0 }
      guard text.hasSuffix(" J") else { return nil }
      return ScalarValues.natural(String(text.dropLast(2)))
    }
  }

  static var allowedSize: ScalarForm<Int64> {
    ScalarForm(meant: "a size such as 100 kB, 20 MB or 3 GB, or none") { text in
      text == none ? 0 : ScalarValues.size(text)
    }
  }

  static var onOff: ScalarForm<Bool> {
    ScalarForm(meant: "a switch", allowed: ["on", "off"]) { text in
      ["on": true, "off": false][text]
    }
  }
}
