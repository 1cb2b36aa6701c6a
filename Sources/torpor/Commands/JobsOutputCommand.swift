import ArgumentParser
import TorporModel
import TorporWire

/// `torpor jobs output`: what the runs of a job printed.
struct JobsOutputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "output",
    abstract: "Show the output of a job's runs, latest last.",
    discussion: """
      The last 1 MiB is kept, and more during a run. On a terminal, control characters are shown, not obeyed; a pipe \
      or a file gets the bytes unchanged.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The job.", completion: Suggestions.jobs)
  var job: String

  @Flag(
    name: .shortAndLong,
    help: "Keep printing until the job has finished; Ctrl-C stops only this command."
  )
  var follow = false

  @Option(help: ArgumentHelp("Show only the last N lines.", valueName: "n"))
  var tail: Int?

  func validate() throws {
    if let tail, tail < 0 { throw ValidationError("--tail takes 0 or more lines, not \(tail).") }
  }

  func run() throws {
    let daemon = try connection.connect()
    let job = try identifier(on: daemon)
    var copy = OutputCopy(of: .job(job))
    if let tail {
      try copy.showTail(lines: tail, on: daemon)
    } else {
      try copy.copy(on: daemon)
    }
    guard follow else { return copy.finish() }
    let attached = AttachedJob(job: job, path: connection.path, output: copy)
    _ = try attached.wait(on: daemon)
  }

  private func identifier(on daemon: ControlConnection) throws(CommandFailure) -> JobIdentifier {
    do throws(CommandFailure) {
      return try daemon.job(named: job).status.job
    } catch {
      throw NamedElsewhere.failure(error, ofJob: job, at: connection.path)
    }
  }
}
