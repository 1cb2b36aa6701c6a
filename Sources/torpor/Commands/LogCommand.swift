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
    try PastTimeArgument.check(since)
    var daemon = try connection.connect()
    var pages = LedgerPrinter(
      isDated: since != nil,
      begin: try PastTimeArgument.begin(since, try daemon.clock()),
      asFacts: output.json
    )
    var query = Control.Log(app: app, countMax: number, follows: follow)
    var isRead = false
    while true {
      do {
        let clock = try daemon.clock()
        if !isRead, let countMax = earlierMax {
          let ledger = LedgerReading.Part(app: app, countMax: countMax, begin: pages.begin)
          let found = try LedgerReading(ledger, keepsFacts: output.json, by: daemon)
          isRead = true
          query.countMax = LedgerReading.pageMax
          for page in found.pages { pages.show(page, clock) }
          if !follow { return }
        }
        query.after = pages.last
        // What follows what was shown has no gap, however much was saved in between.
        var mayLack = isRead || query.after > 0
        try daemon.stream(query) { answer in
          if mayLack, let earlier = answer.reply.earlier {
            for page in try between(query.after, earlier).pages { pages.show(page, clock) }
          }
          mayLack = false
          pages.show(LedgerReading.Page(answer, keepsFacts: output.json), clock)
        }
        return
      } catch let failure as CommandFailure {
        guard follow, case .connectionLost = failure else {
          throw NamedElsewhere.failure(failure, ofLog: app, at: connection.path)
        }
        daemon = try ControlConnection.awaitReturn(at: connection.path, of: "the log")
        // All that was decided since the last line; before the first, still nothing for `-n 0`.
        if pages.last > 0 || query.countMax != 0 { query.countMax = LedgerReading.pageMax }
      }
    }
  }

  /// The decisions between two, where more were made meanwhile than the daemon gives at once.
  private func between(_ after: UInt64, _ before: UInt64) throws(CommandFailure) -> LedgerReading {
    let part = LedgerReading.Part(app: app, after: after, before: before)
    // The first connection belongs to the decisions that follow.
    guard let daemon = try? connection.connect() else {
      throw .connectionLost(path: connection.path)
    }
    return try LedgerReading(part, keepsFacts: output.json, by: daemon)
  }

  /// How many decisions are read before any is shown, where one answer of the daemon may not hold all of them.
  private var earlierMax: Int? {
    if let number { return number > LedgerReading.pageMax ? number : nil }
    return since == nil ? nil : .max
  }
}

/// Prints pages of the ledger, and knows how far it has come.
private struct LedgerPrinter {
  /// Nothing older is shown.
  let begin: Instant
  let asFacts: Bool
  /// The last decision that was read; 0: none.
  private(set) var last: UInt64 = 0
  private var pages: LogPages

  init(isDated: Bool, begin: Instant?, asFacts: Bool) {
    self.begin = begin ?? Instant(nanoseconds: .min)
    self.asFacts = asFacts
    pages = LogPages(isDated: isDated)
  }

  mutating func show(_ page: LedgerReading.Page, _ clock: WallClock) {
    last = page.decisions.last?.sequence ?? last
    let shown = page.since(begin)
    if asFacts {
      Terminal.show(JSON.object(["decisions": .array(shown.facts)]), clock)
    } else {
      Terminal.showWrapped(pages.lines(shown.decisions, clock))
    }
  }
}
