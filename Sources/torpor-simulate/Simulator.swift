import TorporPosix
import TorporSimulator
import TorporText
import TorporWire

/// Runs what the options name, and shows what came of it.
struct Simulator {
  let options: Options

  /// Why a page could not be written, as a sentence.
  struct Failure: Error, Hashable {
    let sentence: String
  }

  /// Lives the lives, then runs the files; returns the exit status: 0 everything holds, 1 something
  /// does not, 2 a file is wrong.
  ///
  /// - Throws: `Failure` where the page of timelines cannot be written.
  func run() throws -> Int32 {
    var status: Int32 = 0
    if let seeds = options.seeds, !live(seeds) { status = 1 }
    if options.files.isEmpty { return status }
    let report = Simulation.run(files: options.files)
    if options.isJSON {
      for line in JSONLines.lines(report) {
        let json = try JSON(parsing: Array(line.utf8))
        Output.show(json, WallClock(simulated: json))
      }
    } else {
      Output.show(report.lines)
    }
    if let path = options.timelinePath { try write(report, to: path) }
    return max(status, report.exitStatus)
  }

  /// Lives the lives one by one, and shows each when it has ended; returns whether all of them hold.
  private func live(_ seeds: ClosedRange<UInt64>) -> Bool {
    var holding: UInt64 = 0
    for seed in seeds {
      let run = SeedRun(seed: seed)
      if run.violations.isEmpty { holding += 1 }
      if options.isJSON {
        Output.show(Simulator.json(run), .withoutDaemon)
      } else {
        Output.show(run.lines(rows: options.rowsMax))
      }
    }
    let count = seeds.upperBound - seeds.lowerBound + 1
    if !options.isJSON { Output.show(["\(holding) of \(count) seeds hold"]) }
    return holding == count
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

  private func write(_ report: SimulationReport, to path: String) throws(Failure) {
    let reports = report.results.compactMap { result in
      if case .ran(let report) = result { report } else { nil }
    }
    do throws(SystemError) {
      try Files.replace(path, with: TimelinePage.html(reports))
    } catch {
      throw Failure(
        sentence: "The timeline cannot be written: \(error). Name another file with --timeline."
      )
    }
  }
}
