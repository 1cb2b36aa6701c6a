import TorporModel
import TorporText
import TorporWire

/// What follows from a figure: the command, and a button where the command changes one setting.
enum Remedy {
  static func html(_ command: String) -> String {
    let code = "<code>\(Markup.text(command))</code>"
    guard let change = SettingChange(command) else { return "<p class=\"remedy\">\(code)</p>" }
    let json = String(decoding: change.json.bytes, as: UTF8.self)
    return
      "<p class=\"remedy\"><button type=\"button\" class=\"do\" data-change=\"\(Markup.text(json))\">"
      + "\(Markup.text(change.title))</button> \(code)</p>"
  }
}

/// One setting out of a command of the daemon: `torpor settings [APP] NAME=VALUE`.
struct SettingChange: Hashable {
  private let app: String?
  private let name: String
  private let text: String
  private let key: String
  private let value: JSON

  /// `nil` for any other command, and for a setting or a value that there is not.
  init?(_ command: String) {
    let words = command.split(separator: " ").map(String.init)
    guard words.starts(with: ["torpor", "settings"]), (3...4).contains(words.count) else {
      return nil
    }
    app = words.count == 4 ? words[2] : nil
    let parts = words[words.count - 1].split(separator: "=", maxSplits: 1).map(String.init)
    let scope: SettingRow.Scope = words.count == 4 ? .app : .device
    guard parts.count == 2,
      let row = Control.settings.first(where: { $0.name == parts[0] && $0.isOf(scope) }),
      let value = Self.value(parts[1], row.form)
    else { return nil }
    (name, text) = (parts[0], parts[1])
    (key, self.value) = (row.key, value)
  }

  private static func value(_ text: String, _ form: SettingRow.Form) -> JSON? {
    switch form {
    case .flag:
      return text == "on" ? .bool(true) : text == "off" ? .bool(false) : nil
    case .words(let words): return words.contains(text) ? .string(text) : nil
    case .time(_, let limits):
      guard let length = DurationArgument.parse(text)?.microseconds, limits.contains(length) else {
        return nil
      }
      return .integer(length)
    case .number, .size, .energy: return nil
    }
  }

  /// The members of `ChangeSetting`.
  var json: JSON { .object(optional: [("app", app.map { .string($0) }), (key, value)]) }

  /// What a button for it says.
  var title: String {
    switch (name, text) {
    case ("location", "never"): "Never allow location"
    case ("location", "whenInUse"): "Location only while in use"
    case ("backgroundRefresh", "off"): "Switch background refresh off"
    case ("allowsNotifications", "off"): "Switch notifications off"
    case ("lowPowerMode", "on"): "Switch Low Power Mode on"
    case ("automaticLowPowerMode", "on"):
      "Switch Low Power Mode on automatically at \(LowBattery.percent) %"
    case ("evictionOrder", "leastLikelyUsedFirst"): "End the least likely used apps first"
    case ("pageOutAfter", _): "Write memory to swap after \(text)"
    default: "Set \(name) to \(text)"
    }
  }
}
