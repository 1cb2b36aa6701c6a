import ArgumentParser
import TorporText
import TorporWire

/// `torpor top`: what the apps use, live.
struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Watch the processor and memory use of apps, and what keeps them running.",
    discussion: """
      CPU is the share of one processor since the previous sample; TIME is the processor time of all processes of \
      the app since its launch. The kernel counts both. States are shown as they change. The arrow keys sort: left \
      and right choose the column, up and down the direction. Press q or Ctrl-C to quit. If standard output \
      is not a terminal, one sample is printed, or as many as -n says.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("Time between two samples (default: 1s).", valueName: "length")
  )
  var interval: String?

  @Option(
    name: .short,
    help: "Number of samples (default: until you quit; 1 if standard output is not a terminal)."
  )
  var number: Int?

  func validate() throws {
    if let number, number < 1 { throw ValidationError("-n takes 1 or more, not \(number).") }
  }

  func run() throws {
    let length = try OptionValue.length("--interval", interval) ?? AppMonitor.intervalUsual
    let monitor = try AppMonitor(
      path: connection.path,
      interval: length,
      // A reader of a pipe gets what there is, and is not kept waiting.
      countMax: number ?? (Terminal.isSeen || output.json ? nil : 1),
      printsJSON: output.json
    )
    try monitor.watch()
  }
}
