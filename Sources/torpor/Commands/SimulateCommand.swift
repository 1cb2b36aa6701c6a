import ArgumentParser
import TorporPosix
import TorporSimulator

/// `torpor simulate`: scenario files in virtual time, on the same policy as the daemon's.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run scenario files in virtual time and check what they expect; needs no daemon.",
    discussion: """
      Exit status: 0 every expectation holds, 1 one does not or needs what is not built yet, 2 a \
      file is wrong.
      """
  )

  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Write the timelines as one HTML page.", valueName: "file"))
  var timeline: String?

  @Argument(help: "Scenario files (YAML).")
  var files: [String] = []

  func validate() throws {
    if files.isEmpty { throw ValidationError("Name a scenario file: torpor simulate FILE …") }
  }

  func run() throws {
    let report = Simulation.run(files: files)
    Terminal.show(output.json ? JSONLines.lines(report) : report.lines)
    if let timeline { try write(report, to: timeline) }
    if report.exitStatus != 0 { throw ExitCode(report.exitStatus) }
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
