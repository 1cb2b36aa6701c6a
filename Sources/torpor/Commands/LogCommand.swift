import ArgumentParser
import TorporModel
import TorporWire

/// `torpor log`: the ledger of decisions.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show what was decided and why, the latest last."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app; without it, all apps and the device.")
  var app: String?

  @Flag(name: .shortAndLong, help: "Go on with each decision as it is made.")
  var follow = false

  @Option(name: .short, help: "How many of the latest to show, at most 1000 (default: 100).")
  var number: Int?

  func validate() throws {
    if let number, number < 0 { throw ValidationError("-n takes 0 or more, not \(number).") }
  }

  func run() throws {
    let daemon = try connection.connect()
    let clock = try daemon.clock()
    let query = LogQuery(app: app, countMax: number, follows: follow)
    try daemon.stream(.log(query)) { answer in
      if output.json { return Terminal.show(answer.parameters) }
      guard case .decisions(let decisions) = answer.result else { return }
      Terminal.show(decisions.map { DecisionLog.line($0, clock) })
    }
  }
}
