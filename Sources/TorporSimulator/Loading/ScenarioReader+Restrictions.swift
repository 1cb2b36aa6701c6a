import TorporModel
import TorporText

// What an administrator fixes, as the lines of the file.

extension ScenarioReader {
  /// Reads the action: `[wifiOnly=on, "* location=never"]`; an app may be named by its alias.
  func restrict(_ node: YAMLNode, apps: [AppDefinition]) -> ScriptAction? {
    guard node.sequence != nil else {
      sink.report("restrict needs a list of lines such as [wifiOnly=on], or []", at: node)
      return nil
    }
    var lines: [String] = []
    for item in list(node, "restrict") {
      guard let line = Forms.text.read(item, key: "restrict", sink: sink) else { return nil }
      let words = line.split(separator: " ", maxSplits: 1)
      let app = words.first.flatMap { word in apps.first { $0.alias == word } }
      let named = app.map { "\($0.identifier) \(words.dropFirst().first ?? "")" } ?? line
      guard let mistake = RestrictionsFile(named, path: "restrict").mistakes.first else {
        lines.append(named)
        continue
      }
      sink.report(mistake, at: item)
      return nil
    }
    return .restrict(lines)
  }
}
