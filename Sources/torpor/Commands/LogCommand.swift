import ArgumentParser
import TorporModel
import TorporText
import TorporWire

/// `torpor log`: the ledger of decisions.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the decision log, newest last."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The app; without it, all apps and the device.", completion: Suggestions.apps)
  var app: String?

  @Flag(name: .shortAndLong, help: "Keep printing decisions as they are made.")
  var follow = false

  @Option(name: .short, help: "Number of latest decisions to show, at most 1000 (default: 100).")
  var number: Int?

  @Option(
    help: ArgumentHelp(
      "Show only decisions since this time: \(PastTimeArgument.forms).",
      valueName: "time"
    )
  )
  var since: String?

  /// The most that the daemon gives at once.
  private static let countMax = 1000

  func validate() throws {
    if let number, number < 0 { throw ValidationError("-n takes 0 or more, not \(number).") }
  }

  func run() throws {
    var daemon = try connection.connect()
    let begin = try since.map { try moment($0, try daemon.clock()) }
    var query = Control.Log(
      app: app,
      countMax: number ?? (begin == nil ? nil : LogCommand.countMax),
      follows: follow
    )
    var pages = LogPages(isDated: since != nil)
    while true {
      do {
        let clock = try daemon.clock()
        try daemon.stream(query) { answer in
          let all = answer.reply.decisions
          let decisions = all.filter { $0.wallMicroseconds >= begin ?? .min }
          if let last = all.last { query.after = last.sequence }
          if output.json {
            // What is filtered must not be in the facts either.
            let facts = zip(all, answer.parameters["decisions"]?.elements ?? [])
              .filter { $0.0.wallMicroseconds >= begin ?? .min }
            Terminal.show(JSON.object(["decisions": .array(facts.map(\.1))]), clock)
          } else {
            Terminal.showWrapped(pages.lines(decisions, clock))
          }
        }
        return
      } catch let failure as CommandFailure {
        guard follow, case .connectionLost = failure else {
          throw NamedElsewhere.failure(failure, ofLog: app, at: connection.path)
        }
        daemon = try ControlConnection.awaitReturn(at: connection.path, of: "the log")
        // All that was decided since the last line; before the first, still nothing for `-n 0`.
        if query.after > 0 || query.countMax != 0 { query.countMax = LogCommand.countMax }
      }
    }
  }

  private func moment(_ text: String, _ clock: WallClock) throws(CommandFailure) -> Int64 {
    let now = clock.wallMicroseconds / 1_000_000
    guard let seconds = PastTimeArgument.parse(text, at: now, in: .current) else {
      throw .usage("--since takes a time such as \(PastTimeArgument.forms), not '\(text)'.")
    }
    return seconds * 1_000_000
  }
}
