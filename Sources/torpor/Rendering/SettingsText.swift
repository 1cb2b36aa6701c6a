import TorporModel
import TorporText
import TorporWire

/// Settings as `KEY=VALUE` lines, in the form in which `torpor settings` takes them.
enum SettingsText {
  static func lines(_ settings: Control.GetSettings.Reply) -> [String] {
    [
      line("backgroundRefresh", settings.backgroundRefresh.rawValue),
      line("location", settings.location?.rawValue),
      line("locationAccuracy", settings.locationAccuracy?.rawValue),
      line("allowsNotifications", settings.allowsNotifications.map(switchWord)),
      line("allowsMicrophone", settings.allowsMicrophone.map(switchWord)),
      line("lowPowerMode", settings.lowPowerMode.map(switchWord)),
      line("profile", settings.profile?.rawValue),
      line("memoryVictims", settings.memoryVictims?.rawValue),
      line("pageOutAfter", settings.pageOutAfter.map(restWord)),
      line("sleepAgain", settings.sleepAgain.map(switchWord)),
      line("jobNotifications", settings.jobNotifications.map(switchWord)),
    ].compactMap { $0 }
  }

  private static func line(_ name: String, _ value: String?) -> String? {
    value.map { "\(name)=\($0)" }
  }

  /// The names of the device's settings; no app is asked for by them.
  static let deviceNames = [
    "backgroundRefresh", "lowPowerMode", "profile", "memoryVictims", "pageOutAfter", "sleepAgain",
    "jobNotifications",
  ]

  /// The setting of the device whose name differs from the word only in upper and lower case.
  static func deviceName(inOtherCase word: String) -> String? {
    deviceNames.first { $0.lowercased() == word.lowercased() }
  }

  /// The names of an app's settings.
  static let appNames = [
    "backgroundRefresh", "location", "locationAccuracy", "allowsNotifications", "allowsMicrophone",
  ]

  /// The value of one setting among its `KEY=VALUE` lines.
  static func value(of name: String, in lines: [String]) -> String? {
    lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
  }

  /// The name, if it is that of a setting of an app.
  ///
  /// - Throws: `CommandFailure.usage` with the names that there are.
  static func appName(_ name: String) throws(CommandFailure) -> String {
    if appNames.contains(name) { return name }
    throw noSetting(name)
  }

  static func noSetting(_ name: String) -> CommandFailure {
    .usage(
      "An app has no setting '\(Printable.line(name))'. It has backgroundRefresh, location, "
        + "locationAccuracy, allowsNotifications and allowsMicrophone."
        + Spelling.hint(for: name, among: appNames)
    )
  }

  private static func switchWord(_ isOn: Bool) -> String { isOn ? "on" : "off" }

  private static func restWord(_ rest: Duration) -> String {
    rest == .zero ? "never" : Quantities.typed(rest)
  }
}

/// `KEY=VALUE` words as a change of settings.
enum SettingsArgument {
  /// The change that the words ask for.
  ///
  /// - Throws: `CommandFailure.usage` naming the key or the value that is wrong, and what is allowed.
  static func change(
    of app: String?,
    _ words: [String]
  ) throws(CommandFailure) -> Control.ChangeSetting {
    var change = Control.ChangeSetting(app: app)
    for word in words {
      if app == nil { try setOfDevice(word, in: &change) } else { try setOfApp(word, in: &change) }
    }
    return change
  }

  private static func setOfApp(
    _ word: String,
    in change: inout Control.ChangeSetting
  ) throws(CommandFailure) {
    let (key, value) = try split(word)
    switch key {
    case "backgroundRefresh": change.backgroundRefresh = try choice(key, value)
    case "location": change.location = try choice(key, value)
    case "locationAccuracy": change.locationAccuracy = try choice(key, value)
    case "allowsNotifications": change.allowsNotifications = try flag(key, value)
    case "allowsMicrophone": change.allowsMicrophone = try flag(key, value)
    default:
      throw SettingsText.noSetting(key)
    }
  }

  private static func setOfDevice(
    _ word: String,
    in change: inout Control.ChangeSetting
  ) throws(CommandFailure) {
    let (key, value) = try split(word)
    switch key {
    case "backgroundRefresh": change.backgroundRefresh = try choice(key, value)
    case "lowPowerMode": change.lowPowerMode = try flag(key, value)
    case "profile": change.profile = try choice(key, value)
    case "memoryVictims": change.memoryVictims = try choice(key, value)
    case "sleepAgain": change.sleepAgain = try flag(key, value)
    case "jobNotifications": change.jobNotifications = try flag(key, value)
    case "pageOutAfter": change.pageOutAfter = try rest(key, value)
    default:
      throw .usage(
        "The device has no setting '\(key)'. It has backgroundRefresh, lowPowerMode, profile, "
          + "memoryVictims, pageOutAfter, sleepAgain and jobNotifications; for a setting of an app, "
          + "name the app first." + Spelling.hint(for: key, among: SettingsText.deviceNames)
      )
    }
  }

  private static func split(_ word: String) throws(CommandFailure) -> (key: String, value: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .usage("'\(word)' is not a setting. Write KEY=VALUE.")
    }
    return (String(parts[0]), String(parts[1]))
  }

  private static func choice<Choice: CaseIterable & RawRepresentable>(
    _ key: String,
    _ value: String
  ) throws(CommandFailure) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: value) { return choice }
    let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    let hint = Spelling.hint(for: value, among: Choice.allCases.map(\.rawValue))
    throw .usage("\(key) cannot be '\(value)'. Allowed: \(allowed)." + hint)
  }

  private static func flag(_ key: String, _ value: String) throws(CommandFailure) -> Bool {
    switch value {
    case "on", "true", "yes": return true
    case "off", "false", "no": return false
    default: throw .usage("\(key) cannot be '\(value)'. Allowed: on, off.")
    }
  }
  private static func rest(_ key: String, _ value: String) throws(CommandFailure) -> Duration {
    if value == "never" { return .zero }
    if let rest = DurationArgument.parse(value), rest <= .hours(7 * 24) { return rest }
    throw .usage(
      "\(key) cannot be '\(value)'. Allowed: never, or a time up to 7d, such as 5m or 1h30m."
    )
  }
}
