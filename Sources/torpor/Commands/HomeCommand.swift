import ArgumentParser
import TorporWire

/// `torpor home`: apps leave the screen.
struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Send an app, or every app, off the screen."
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The app; without it, every app on the screen.", completion: Suggestions.apps)
  var app: String?

  func run() throws {
    try connection.call(Control.Home(app: app))
    Terminal.confirm("\(app ?? "Every app") has left the screen.")
  }
}
