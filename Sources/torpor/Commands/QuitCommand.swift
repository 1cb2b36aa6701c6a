import ArgumentParser
import TorporWire

/// `torpor quit`: an app leaves the app switcher.
struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit",
    abstract: "End an app; it is not started in the background until it is opened again."
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The app: its identifier, its name, or the last part of its identifier.")
  var app: String

  func run() throws { try connection.call(.quit(app: app)) }
}
