import ArgumentParser
import TorporModel
import TorporWire

/// `torpor why`: all that the system knows and has decided about an app, a task, a fetch or a job.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain an app, a task or a job: its state, what it waits for, what was decided.",
    discussion: """
      SUBJECT is an app (identifier, name, or the last part of its identifier), a job (number, name, \
      or the beginning of its name), the identifier of a task, or 'fetch' for the background fetches \
      of all apps. Where a name fits several, each is explained.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "What is to be explained.")
  var subject: String

  func run() throws {
    let daemon = try connection.connect()
    let found = try SubjectLookup(daemon: daemon).explanations(of: subject)
    if output.json {
      for explanation in found { Terminal.show(explanation.json) }
      return
    }
    let clock = try daemon.clock()
    let pages = found.map { $0.lines(clock, Terminal.style) }
    Terminal.show(Array(pages.joined(separator: ["", ""])))
  }
}
