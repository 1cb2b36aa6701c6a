import ArgumentParser
import TorporModel
import TorporWire

/// `torpor uninstall`.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove an app and its data."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: "The app: its identifier, its name, or the last part of its identifier.",
    completion: Suggestions.apps
  )
  var app: String

  func run() throws {
    let daemon = try connection.connect()
    let row = try daemon.call(Control.GetStorage(app: app)).reply.apps.first
    let before = output.json ? try daemon.app(named: app).parameters : nil
    try daemon.perform(Control.Uninstall(app: app))
    let done = "\(row?.app.text ?? app) was removed, with its data."
    if let before {
      return try CommandFailure.after(done) { () throws(CommandFailure) in
        try Terminal.show(before, from: daemon)
      }
    }
    Terminal.confirm(done)
    guard let row, let archive = LeftArchive(of: row) else { return }
    Terminal.say([archive.sentence])
  }
}
