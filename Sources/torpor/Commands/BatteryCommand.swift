import ArgumentParser
import TorporModel
import TorporWire

/// `torpor battery`: what uses the battery, on screen and off it.
struct BatteryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "battery",
    abstract:
      "Show what uses the battery: apps on screen and off it, hour by hour, and what never sleeps.",
    discussion: """
      With an app: a receipt for each of its runs off screen. The current hour counts as a whole hour. Processor \
      time, bytes and the battery are measured; the energy of an app is estimated. The end of the page says where \
      each figure comes from, and what this machine does not report.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("How far back: up to 10d (default: 24h).", valueName: "length"))
  var last: String?

  @Argument(help: "Only this app, with its receipts.", completion: Suggestions.apps)
  var app: String?

  func run() throws {
    let hours = try OptionValue.length("--last", last).map(BatteryCommand.hours)
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.DescribeBattery(app: app, hours: hours))
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let page = BatteryText(
      answer.reply.battery,
      try daemon.clock(),
      Terminal.style,
      width: Terminal.columns ?? BatteryText.widthUsual,
      known: try daemon.call(Control.List()).reply.apps
    )
    Terminal.showWrapped(page.lines(of: app))
  }

  /// Whole hours, as many as the length touches, and no more than are kept.
  static func hours(_ length: Duration) -> Int {
    let hours = (length.microseconds + 3_599_999_999) / 3_600_000_000
    return Int(min(max(hours, 1), Int64(Control.DescribeBattery.hoursRange.upperBound)))
  }
}
