import ArgumentParser

/// `torpor simulate`: scenario files in virtual time, on the same policy as the daemon's.
///
/// The policy with its simulated world is a third of what this program would be, and one command of
/// thirty needs it. So `torpor-simulate` has it, and takes this process over.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run scenario files, or random devices, in virtual time; needs no daemon.",
    discussion: """
      Exit status: 0 everything holds, 1 an expectation fails or a rule is broken, 2 a file is wrong.
      """
  )

  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Write the timelines as one HTML page.", valueName: "file"))
  var timeline: String?

  @Option(
    help: ArgumentHelp(
      "Simulate random devices from these seeds (apps, loads, faults): 42, or 0-99.",
      valueName: "range"
    )
  )
  var seeds: String?

  @Option(
    help: ArgumentHelp(
      "Number of timeline rows to show before a broken rule (default: 16).",
      valueName: "count"
    )
  )
  var rows: Int?

  @Argument(help: "Scenario files (YAML).", completion: .file())
  var files: [String] = []

  func run() throws {
    try SiblingProgram("torpor-simulate").takeOver(with: words)
  }

  /// The command line of `torpor-simulate`.
  var words: [String] {
    var words = output.json ? ["--json"] : []
    if let timeline { words += ["--timeline", timeline] }
    if let seeds { words += ["--seeds", seeds] }
    if let rows { words += ["--rows", String(rows)] }
    return words + ["--"] + files
  }
}
