import ArgumentParser
import Glibc
import TorporModel
import TorporWire

/// `torpor output`: what an app printed that was started without a terminal.
struct OutputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "output",
    abstract: "Show the output of an app: an installed one, or a command of `run --detach`.",
    discussion: """
      The last 1 MiB is kept, and up to 4 MiB while the app runs; the output of a command is kept for a day after \
      its end. On a terminal, control characters are shown, not obeyed; a pipe or a file gets the bytes unchanged.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The app; if it has ended, its identifier.", completion: Suggestions.apps)
  var app: String

  @Flag(
    name: .shortAndLong,
    help: "Keep printing until the app ends; Ctrl-C stops only this command."
  )
  var follow = false

  @Option(help: ArgumentHelp("Show only the last N lines.", valueName: "n"))
  var tail: Int?

  func validate() throws {
    if let tail, tail < 0 { throw ValidationError("--tail takes 0 or more lines, not \(tail).") }
  }

  /// How often an app that runs is asked for what it prints; what still feels immediate, our choice.
  private static let intervalMilliseconds: Int32 = 250

  func run() throws {
    do throws(CommandFailure) {
      try show()
    } catch {
      throw NamedElsewhere.failure(error, ofApp: app, at: connection.path)
    }
  }

  private func show() throws(CommandFailure) {
    var daemon = try connection.connect()
    var copy = OutputCopy(of: .app(app))
    if let tail { try copy.showTail(lines: tail, on: daemon) }
    while true {
      do throws(CommandFailure) {
        let mayPrint = try copy.copy(on: daemon)
        guard follow, mayPrint else { return copy.finish() }
      } catch {
        guard follow, case .connectionLost = error else { throw error }
        daemon = try ControlConnection.awaitReturn(at: connection.path, of: app)
      }
      poll(nil, 0, OutputCommand.intervalMilliseconds)
    }
  }
}
