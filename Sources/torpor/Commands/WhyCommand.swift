import ArgumentParser
import TorporWire

/// `torpor why`: all that the system knows and has decided about one app.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain an app: its state, what holds it, what was decided and why."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app: its identifier, its name, or the last part of its identifier.")
  var app: String

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(.why(app: app))
    if output.json { return Terminal.show(answer.parameters) }
    guard case .explained(let status, let decisions) = answer.result else { return }
    Terminal.show(Explanation.lines(status, decisions, try daemon.clock(), Terminal.style))
  }
}
