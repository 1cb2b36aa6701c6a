import ArgumentParser
import TorporModel
import TorporWire

/// `torpor settings`: what the user allows, for the device or for one app.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change settings of the device or of an app.",
    discussion: """
      Device: \(SettingsText.usage(of: .device)).
      App: \(SettingsText.usage(of: .app)).
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: """
      An app, then KEY=VALUE words or the name of one setting; without an app, settings of the device.
      """,
    completion: Suggestions.settings
  )
  var words: [String] = []

  func run() throws {
    var rest = words[...]
    let app = rest.first.map { $0.contains("=") } == false ? rest.removeFirst() : nil
    if let app, rest.isEmpty, SettingsText.deviceNames.contains(app) {
      return try showOne(app, of: nil)
    }
    if let app, rest.isEmpty, let meant = SettingsText.deviceName(inOtherCase: app) {
      throw CommandFailure.usage("The device has no setting '\(app)'. Did you mean '\(meant)'?")
    }
    if let app, let name = rest.first, rest.count == 1, !name.contains("=") {
      return try showOne(try SettingsText.appName(name), of: app)
    }
    if rest.isEmpty { return try show(app) }
    try connection.call(try SettingsArgument.change(of: app, Array(rest)))
    let done = "Changed: \(rest.joined(separator: " "))."
    guard output.json else { return Terminal.confirm(done) }
    try CommandFailure.after(done) { () throws(CommandFailure) in try show(app) }
  }

  /// One setting of the device or an app, by its name: its value and nothing else, for scripts.
  private func showOne(_ name: String, of app: String?) throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.GetSettings(app: app))
    if output.json {
      let key = SettingsText.key(of: name)
      let value = JSON.object([key: answer.parameters[key] ?? .null])
      return try Terminal.show(value, from: daemon)
    }
    Terminal.show(
      SettingsText.value(of: name, in: SettingsText.lines(answer.reply)).map { [$0] } ?? []
    )
  }

  private func show(_ app: String?) throws(CommandFailure) {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.GetSettings(app: app))
    let fixed = try daemon.call(Control.GetRestrictions(app: app))
    if output.json {
      return try Terminal.show(
        SettingsText.json(answer.parameters, fixed: fixed.parameters),
        from: daemon
      )
    }
    Terminal.show(SettingsText.lines(answer.reply, fixed: fixed.reply, Terminal.style))
    guard let app else { return }
    let undecided = try daemon.call(Control.Why(app: app)).reply.app.undecided ?? []
    if !undecided.isEmpty {
      let names = undecided.map(\.rawValue).joined(separator: ", ")
      let line = "Not decided yet: \(names). The app may ask; a setting decides as well."
      Terminal.say([Terminal.style.paint(line, .faint)])
    }
  }
}
