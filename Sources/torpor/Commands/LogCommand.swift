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

  @Option(
    name: .short,
    help: "Number of latest decisions to show (default: 100, or all since --since)."
  )
  var number: Int?

  @Option(
    help: ArgumentHelp(
      "Show only decisions since this time: \(PastTimeArgument.forms).",
      valueName: "time"
    )
  )
  var since: String?

  func validate() throws {
    if let number, number < 0 { throw ValidationError("-n takes 0 or more, not \(number).") }
  }

  func run() throws {
    var daemon = try connection.connect()
    let begin = try since.map { try moment($0, try daemon.clock()) } ?? .min
    var query = Control.Log(app: app, countMax: number, follows: follow)
    var pages = LogPages(isDated: since != nil)
    func show(_ page: LedgerReading.Page, _ clock: WallClock) {
      if let last = page.decisions.last { query.after = last.sequence }
      let shown = page.since(begin)
      if output.json {
        Terminal.show(JSON.object(["decisions": .array(shown.facts)]), clock)
      } else {
        Terminal.showWrapped(pages.lines(shown.decisions, clock))
      }
    }
    var isRead = false
    while true {
      do {
        let clock = try daemon.clock()
        if !isRead, let countMax = earlierMax {
          let ledger = try LedgerReading(about: app, countMax: countMax, by: daemon) {
            $0.wallMicroseconds < begin
          }
          isRead = true
          query.countMax = LedgerReading.pageMax
          for page in ledger.pages { show(page, clock) }
          if !follow { return }
        }
        try daemon.stream(query) { show(LedgerReading.Page($0), clock) }
        return
      } catch let failure as CommandFailure {
        guard follow, case .connectionLost = failure else {
          throw NamedElsewhere.failure(failure, ofLog: app, at: connection.path)
        }
        daemon = try ControlConnection.awaitReturn(at: connection.path, of: "the log")
        // All that was decided since the last line; before the first, still nothing for `-n 0`.
        if query.after > 0 || query.countMax != 0 { query.countMax = LedgerReading.pageMax }
      }
    }
  }

  /// How many decisions are read before any is shown, where one answer of the daemon may not hold all of them.
  private var earlierMax: Int? {
    if let number { return number > LedgerReading.pageMax ? number : nil }
    return since == nil ? nil : .max
  }

  private func moment(_ text: String, _ clock: WallClock) throws(CommandFailure) -> Int64 {
    let now = clock.wallMicroseconds / 1_000_000
    guard let seconds = PastTimeArgument.parse(text, at: now, in: .current) else {
      throw .usage("--since takes a time such as \(PastTimeArgument.forms), not '\(text)'.")
    }
    return seconds * 1_000_000
  }
}
