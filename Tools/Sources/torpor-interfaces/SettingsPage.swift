// What becomes of the settings in Markdown.

extension Interface {
  /// The page of all settings.
  static func settingsPage(_ rows: [Setting]) -> String {
    let head = [
      "# Settings",
      "",
      "What `torpor settings` shows and changes ([the command line](cli.md#the-device)), from",
      "`Interfaces/io.torpor.Control.varlink`. `scripts/generate` makes this page, and `./test` fails where it is stale.",
      "Programs use `GetSettings` and `ChangeSetting` ([interfaces](interfaces.md)).",
    ]
    return
      (head + table("Setting of the device", rows.filter(\.isOfDevice))
      + table("Setting of an app", rows.filter(\.isOfApp)) + [""]).joined(separator: "\n")
  }

  private static func table(_ title: String, _ rows: [Setting]) -> [String] {
    ["", "| \(title) | Values | Default | |", "|---|---|---|---|"]
      + rows.map { row in
        "| `\(row.label)` | \(row.values) | \(row.shownDefault) | \(row.text) |"
      }
  }
}

extension Setting {
  fileprivate var shownDefault: String {
    (try? value()) == nil ? standard : "`\(standard)`"
  }

  fileprivate var values: String {
    if let words { return words.map { "`\($0)`" }.joined(separator: ", ") }
    switch type {
    case "Bool": return "`on`, `off`"
    case "Duration": return "a time such as `5m` or `1h30m`" + (zero.map { ", or `\($0)`" } ?? "")
    case _ where name.hasSuffix("Bytes"):
      return "a size such as `50MB` or `2GB`" + (zero.map { ", or `\($0)`" } ?? "")
    case _ where name.hasSuffix("Joules"):
      return "an energy such as `300J`" + (zero.map { ", or `\($0)`" } ?? "")
    default:
      let ends = field.limits.first?.range.split(separator: ".").map { "`\($0)`" } ?? []
      return "a number" + (ends.isEmpty ? "" : " from " + ends.joined(separator: " to "))
    }
  }
}
