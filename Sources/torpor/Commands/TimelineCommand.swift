import ArgumentParser
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor timeline`: what the ledger tells, drawn.
struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Draw what apps did and why: a page or a picture with a lane for each app.",
    discussion: """
      FILE is a page if its name ends in .html, and a picture if it ends in .svg; '-' is standard output. Neither \
      needs a network. On the page, point at a bar or a mark, or move to it with Tab and the arrow keys, to see why \
      it happened; + and - zoom. Without --since, the drawing begins 24 hours ago, or where the ledger begins if that is \
      later.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Begin at this time (default: 24h): \(PastTimeArgument.forms).",
      valueName: "time"
    )
  )
  var since: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write it (default: torpor-timeline.html).", valueName: "file")
  )
  var output = "torpor-timeline.html"

  @Flag(help: "Draw a picture (SVG) regardless of the file's name.")
  var svg = false

  @Argument(help: "The apps; without them, all.", completion: Suggestions.apps)
  var apps: [String] = []

  func run() throws {
    try PastTimeArgument.check(since)
    let daemon = try connection.connect()
    let clock = try daemon.clock()
    let asked = try PastTimeArgument.begin(since, clock)
    let from = asked.map { min($0, clock.now - .seconds(1)) } ?? clock.now - .hours(24)
    let statuses = try daemon.call(Control.List()).reply.apps
    var names: Set<AppIdentifier> = []
    for app in apps { names.insert(try daemon.call(Control.Why(app: app)).reply.app.app) }
    let (rows, isAll) = try rows(since: from, by: daemon)
    let timeline = LedgerTimeline(
      rows,
      apps: statuses,
      from: since == nil
        ? LedgerTimeline.begin(from, of: rows, isAll: isAll, at: clock.now) : from,
      clock: clock,
      only: names
    )
    let text =
      svg || output.hasSuffix(".svg") ? LedgerPage.svg(timeline) : LedgerPage.html(timeline)
    if output == "-" { return Terminal.pass(Array(text.utf8)[...]) }
    do throws(SystemError) {
      try OutputFile.put(text, to: output)
    } catch {
      throw CommandFailure.failed(
        "The timeline cannot be written: \(error). Choose another file with --output."
      )
    }
    let decisions = rows.count == 1 ? "1 decision" : "\(rows.count) decisions"
    Terminal.confirm(
      "Drew \(decisions) of \(timeline.sums.count) apps, \(timeline.span): \(output)"
    )
  }

  /// The decisions since then, oldest first, and whether there are no others.
  private func rows(
    since from: Instant,
    by daemon: ControlConnection
  ) throws(CommandFailure) -> (rows: [LoggedDecision], isAll: Bool) {
    let ledger = try LedgerReading(LedgerReading.Part(begin: from), by: daemon)
    let found = ledger.pages.flatMap(\.decisions)
    let rows = found.filter { $0.decision.at >= from }
    return (rows, ledger.isAll && rows.count == found.count)
  }
}
