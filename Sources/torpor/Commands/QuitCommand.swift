import ArgumentParser
import TorporWire

/// `torpor quit`: an app leaves the app switcher.
struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit",
    abstract: "End apps; they are not started in the background until they are opened again."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: "The apps: identifiers, names, or the last parts of identifiers.",
    completion: Suggestions.apps
  )
  var apps: [String]

  func run() throws {
    let daemon = try connection.connect()
    var failure: CommandFailure?
    for app in apps {
      do throws(CommandFailure) {
        _ = try daemon.call(Control.Quit(app: app))
        try output.report("Asked \(app) to end.", of: app, from: daemon)
      } catch {
        // One that is not there does not keep the rest from being ended.
        guard error.isOfOneSubject else { throw error }
        if let failure { Terminal.reportError("torpor: " + failure.sentence) }
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
