import ArgumentParser
import TorporWire

/// `torpor settings`: what the user allows, for the device or for one app.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change settings of the device or of an app.",
    discussion: """
      Device: backgroundRefresh=on|off|wifi, lowPowerMode=on|off, profile=ios4…ios26|linux, \
      memoryVictims=largestFirst|leastRecentlyUsedFirst|leastMissedFirst, \
      pageOutAfter=TIME|never, sleepAgain=on|off.
      App: backgroundRefresh=on|off|wifi, location=never|whenInUse|always, \
      locationAccuracy=full|reduced, \
      allowsNotifications=on|off, allowsMicrophone=on|off.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "An app, then KEY=VALUE words; without an app the device is meant.")
  var words: [String] = []

  func run() throws {
    var rest = words[...]
    let app = rest.first.map { $0.contains("=") } == false ? rest.removeFirst() : nil
    if let app, rest.isEmpty, SettingsText.deviceNames.contains(app) {
      return try showOne(app)
    }
    if rest.isEmpty { return try show(app) }
    try connection.call(.changeSetting(try SettingsArgument.change(of: app, Array(rest))))
    Terminal.confirm("Changed: \(rest.joined(separator: " ")).")
  }

  /// One setting of the device, by its name: its value and nothing else, for scripts.
  private func showOne(_ name: String) throws {
    let answer = try connection.call(.getSettings(app: nil))
    guard case .deviceSettings(let settings) = answer.result else { return }
    if output.json {
      let key = name == "pageOutAfter" ? "pageOutMicroseconds" : name
      return Terminal.show(.object([name: answer.parameters[key] ?? .null]))
    }
    let prefix = name + "="
    Terminal.show(
      SettingsText.lines(settings).filter { $0.hasPrefix(prefix) }.map {
        String($0.dropFirst(prefix.count))
      }
    )
  }

  private func show(_ app: String?) throws {
    let answer = try connection.call(.getSettings(app: app))
    if output.json { return Terminal.show(answer.parameters) }
    switch answer.result {
    case .appSettings(let settings): Terminal.show(SettingsText.lines(settings))
    case .deviceSettings(let settings): Terminal.show(SettingsText.lines(settings))
    default: break
    }
  }
}
