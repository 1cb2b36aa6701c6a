import ArgumentParser
import TorporPosix
import TorporSimulator
import TorporWire

/// `torpor simulate`: scenario files in virtual time, on the same policy as the daemon's.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run scenario files, or lives drawn from seeds, in virtual time; needs no daemon.",
    discussion: """
      Exit status: 0 everything holds, 1 an expectation or a rule does not, 2 a file is wrong.
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
    help: ArgumentHelp("How many rows of a seed to show before a broken rule.", valueName: "count")
  )
  var rows = SeedRun.rowsUsual

  @Argument(help: "Scenario files (YAML).")
  var files: [String] = []

  func validate() throws {
    if files.isEmpty, seeds == nil {
      throw ValidationError(
        "Missing scenario file. Usage: torpor simulate FILE …, or --seeds 0-99."
      )
    }
    if let seeds, SeedRange(seeds) == nil {
      throw ValidationError("--seeds takes a number or two with a hyphen, not '\(seeds)'.")
    }
    if timeline != nil, files.isEmpty {
      throw ValidationError("--timeline draws scenario files; name one.")
    }
  }

  func run() throws {
    var status: Int32 = 0
    if let range = seeds.flatMap(SeedRange.init), !live(range.seeds) { status = 1 }
    if !files.isEmpty {
      let report = Simulation.run(files: files)
      if output.json {
        try SimulateCommand.show(JSONLines.lines(report))
      } else {
        Terminal.show(report.lines)
      }
      if let timeline { try write(report, to: timeline) }
      status = max(status, report.exitStatus)
    }
    if status != 0 { throw ExitCode(status) }
  }

  /// Lives the lives one by one, each told as soon as it is over; returns whether all of them hold.
  private func live(_ seeds: ClosedRange<UInt64>) -> Bool {
    var failing: [UInt64] = []
    for seed in seeds {
      let run = SeedRun(seed: seed)
      if !run.violations.isEmpty { failing.append(seed) }
      if output.json {
        Terminal.show(SimulateCommand.json(run), .withoutDaemon)
      } else {
        Terminal.show(run.lines(rows: rows))
      }
    }
    if !output.json {
      let count = seeds.upperBound - seeds.lowerBound + 1
      Terminal.show(["\(count - UInt64(failing.count)) of \(count) seeds hold"])
    }
    return failing.isEmpty
  }

  /// Writes lines of JSON, each with the dates of the simulated clock.
  private static func show(_ lines: [String]) throws {
    for line in lines {
      let json = try JSON(parsing: Array(line.utf8))
      Terminal.show(json, WallClock(simulated: json))
    }
  }

  private static func json(_ run: SeedRun) -> JSON {
    .object([
      "type": .string("seed"),
      "seed": .string(String(run.seed)),
      "verdict": .string(run.violations.isEmpty ? "holds" : "fails"),
      "digest": .string(run.digest),
      "violations": .array(run.violations.map { .string(TimelineText.line($0)) }),
    ])
  }

  private func write(_ report: SimulationReport, to file: String) throws(CommandFailure) {
    let reports = report.results.compactMap { result in
      if case .ran(let report) = result { report } else { nil }
    }
    do throws(SystemError) {
      try Files.replace(file, with: TimelinePage.html(reports))
    } catch {
      throw .failed("The timeline cannot be written: \(error). Name another file with --timeline.")
    }
  }
}
