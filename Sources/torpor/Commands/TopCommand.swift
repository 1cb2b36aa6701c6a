import ArgumentParser
import TorporText
import TorporWire

/// `torpor top`: what the apps use, live.
struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Watch the processor and memory use of apps, and what keeps them running.",
    discussion: """
      CPU is the share of one processor since the previous update; TIME is the processor time of all processes of \
      the app since its launch. The kernel counts both. Press q or Ctrl-C to quit. If standard output is not a \
      terminal, each update is printed below the previous one.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("Time between two samples (default: 2s).", valueName: "length")
  )
  var interval: String?

  @Option(name: .short, help: "Number of samples; without it, until you quit.")
  var number: Int?

  func validate() throws {
    if let number, number < 1 { throw ValidationError("-n takes 1 or more, not \(number).") }
  }

  func run() throws {
    let length = try OptionValue.length("--interval", interval) ?? AppMonitor.intervalUsual
    let monitor = try AppMonitor(
      path: connection.path,
      interval: length,
      countMax: number,
      printsJSON: output.json
    )
    try monitor.watch()
  }
}
