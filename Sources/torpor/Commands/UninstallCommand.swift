import ArgumentParser
import TorporWire

/// `torpor uninstall`.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove an app and its data."
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The app: its identifier, its name, or the last part of its identifier.")
  var app: String

  func run() throws { try connection.call(Control.Uninstall(app: app)) }
}
