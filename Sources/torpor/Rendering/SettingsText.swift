import TorporModel
import TorporText
import TorporWire

/// Settings as `KEY=VALUE` lines, in the form in which `torpor settings` takes them.
enum SettingsText {
  static func lines(_ settings: Control.GetSettings.Reply) -> [String] {
    let values = settings.parameters
    return Control.settings.compactMap { row in
      values[row.key].flatMap(row.text).map { "\(row.name)=\($0)" }
    }
  }

  /// The same, with what an administrator has fixed marked by the file, and what is wrong with that file.
  static func lines(
    _ settings: Control.GetSettings.Reply,
    fixed: Control.GetRestrictions.Reply,
    _ style: Style
  ) -> [String] {
    let file = fixed.file.map(Printable.line) ?? ""
    let lines = lines(settings).map { line in
      guard fixed.settings.contains(String(line.prefix { $0 != "=" })) else { return line }
      return line + style.paint("  # fixed by the administrator in \(file)", .faint)
    }
    return lines + fixed.mistakes.map(Printable.line)
  }

  /// Settings with what is fixed of them, for programs; without restrictions as they are.
  static func json(_ settings: JSON, fixed: JSON) -> JSON {
    let isNone = fixed["file"]?.text == nil && (fixed["mistakes"]?.elements ?? []).isEmpty
    guard case .object(let members) = settings, !isNone else { return settings }
    return .object(members + [JSON.Member("restrictions", fixed)])
  }

  /// The names of the device's settings; no app is asked for by them.
  static let deviceNames = Control.settings.filter { $0.isOf(.device) }.map(\.name)

  /// The setting of the device whose name differs from the word only in upper and lower case.
  static func deviceName(inOtherCase word: String) -> String? {
    deviceNames.first { $0.lowercased() == word.lowercased() }
  }

  /// The names of an app's settings.
  static let appNames = Control.settings.filter { $0.isOf(.app) }.map(\.name)

  /// The value of one setting among its `KEY=VALUE` lines.
  static func value(of name: String, in lines: [String]) -> String? {
    lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
  }

  /// The name, if it is that of a setting of an app.
  ///
  /// - Throws: `CommandFailure.usage` with the names that there are.
  static func appName(_ name: String) throws(CommandFailure) -> String {
    if appNames.contains(name) { return name }
    throw noSetting(name, of: .app)
  }

  /// The key under which a reply has the setting.
  static func key(of name: String) -> String {
    Control.settings.first { $0.name == name }?.key ?? name
  }

  /// What the settings of an app, or of the device, take: "lowPowerMode=on|off, …".
  static func usage(of scope: SettingRow.Scope) -> String {
    Control.settings.filter { $0.isOf(scope) }.map { "\($0.name)=\($0.usage)" }
      .joined(separator: ", ")
  }

  static func noSetting(_ name: String, of scope: SettingRow.Scope) -> CommandFailure {
    let name = Printable.line(name)
    return switch scope {
    case .app:
      .usage(
        "An app has no setting '\(name)'. It has \(list(appNames))."
          + Spelling.hint(for: name, among: appNames)
      )
    case .device:
      .usage(
        "The device has no setting '\(name)'. It has \(list(deviceNames)); for a setting of an app, "
          + "name the app first." + Spelling.hint(for: name, among: deviceNames)
      )
    }
  }

  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
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
    var values: [String: JSON] = [:]
    if let app { values["app"] = .string(app) }
    for word in words {
      let (typed, text) = try split(word)
      let name = EarlierWords.setting(typed)
      let value = EarlierWords.value(text, of: name)
      let scope: SettingRow.Scope = app == nil ? .device : .app
      guard let row = Control.settings.first(where: { $0.name == name && $0.isOf(scope) }) else {
        throw SettingsText.noSetting(name, of: scope)
      }
      do throws(SettingMistake) {
        values[row.key] = try row.value(of: value)
      } catch {
        throw .usage(error.sentence)
      }
    }
    do throws(WireError) {
      let members = values.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
      return try Control.ChangeSetting(parameters: .object(members))
    } catch {
      throw .refused(error)
    }
  }

  private static func split(_ word: String) throws(CommandFailure) -> (name: String, value: String)
  {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .usage("'\(word)' is not a setting. Write KEY=VALUE.")
    }
    return (String(parts[0]), String(parts[1]))
  }
}

extension SettingRow {
  /// The values as the usage has them: "on|off".
  var usage: String {
    switch form {
    case .flag: "on|off"
    case .words(let words): words.joined(separator: "|")
    case .time(let zero, _): "TIME" + (zero.map { "|\($0)" } ?? "")
    case .number: "NUMBER"
    case .size(let zero, _): "SIZE" + (zero.map { "|\($0)" } ?? "")
    case .energy(let zero, _): "JOULES" + (zero.map { "|\($0)" } ?? "")
    }
  }
}
