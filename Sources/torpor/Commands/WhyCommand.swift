import ArgumentParser
import TorporModel
import TorporText
import TorporWire

/// `torpor why`: all that the system knows and has decided about an app, a task, a fetch or a job.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain an app, a task or a job: its state, what it waits for, recent decisions.",
    discussion: """
      SUBJECT is an app (identifier, name, or the last part of its identifier), a job (number, name, \
      or the beginning of its name), the identifier of a task, or 'fetch' for the background fetches \
      of all apps. If several have that name, each is explained.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var questions: QuestionOptions

  @Flag(help: "Show the learned usage pattern.")
  var usage = false

  @Argument(help: "The app, task or job to explain.", completion: Suggestions.subjects)
  var subject: String?

  func run() throws {
    if questions.questions { return Terminal.show(DiagnosisText.list(Terminal.style)) }
    guard let subject else {
      throw CommandFailure.usage(
        "Missing subject: an app, a task or a job, as in `torpor why mail`."
      )
    }
    let question = try questions.asked()
    let daemon = try connection.connect()
    if let question { return try answer(question, about: subject, by: daemon) }
    if usage { return try describeUsage(of: subject, by: daemon) }
    let lookup = SubjectLookup(daemon: daemon)
    let found = try lookup.explanations(of: subject)
    if output.json {
      for explanation in found {
        try Terminal.show(explanation.json(printed: printed(by: explanation, daemon)), from: daemon)
      }
      return
    }
    let clock = try daemon.clock()
    let pages = try found.map {
      try $0.lines(clock, Terminal.style)
        + KeptOutput.section(printed(by: $0, daemon), of: $0, Terminal.style)
        + hearing(of: $0, by: daemon) + pushes(to: $0, by: daemon, clock)
        + related(to: $0, by: daemon)
    }
    let others = try lookup.others(beginningWith: subject, besides: found)
    Terminal.showWrapped(
      Array(pages.joined(separator: ["", ""]))
        + (others.map { ["", Terminal.style.paint($0, .faint)] } ?? [])
    )
  }

  /// How much is kept of what an app has printed; `nil` for what is no app.
  private func printed(by subject: Subject, _ daemon: ControlConnection) -> KeptOutput? {
    guard case .app(let app, _, _, _) = subject else { return nil }
    let call = Control.AppOutput(app: app.app.text, lengthMax: 1)
    // Of a command that has ended without printing nothing is kept, which is refused.
    guard let output = (try? daemon.call(call))?.reply else { return nil }
    return KeptOutput(bytes: output.total - output.offset, bytesPrinted: output.total)
  }

  /// The answer to a question that was asked by name.
  private func answer(
    _ question: Question,
    about app: String,
    by daemon: ControlConnection
  ) throws {
    let answer = try daemon.call(Control.Diagnose(app: app, question: question))
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let clock = try daemon.clock()
    Terminal.showWrapped(
      answer.reply.answers.flatMap { DiagnosisText.lines($0, clock, Terminal.style) }
    )
  }

  /// What the usage model knows of an app.
  private func describeUsage(
    of app: String,
    by daemon: ControlConnection
  ) throws(CommandFailure) {
    let answer = try daemon.call(Control.DescribeUsage(app: app))
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    guard let usage = answer.reply.usage else {
      throw .failed(
        "'\(app)' was never opened, so nothing is known of its use. `torpor ps` lists all apps."
      )
    }
    Terminal.show(UsageText.lines(usage, Terminal.style))
  }

  /// Whether the sound of an app is heard, where that matters.
  private func hearing(
    of subject: Subject,
    by daemon: ControlConnection
  ) throws(CommandFailure) -> [String] {
    guard case .app(let app, _, _, _) = subject, !app.isCooperative else { return [] }
    let capabilities = try daemon.call(Control.GetCapabilities()).reply.capabilities
    return HearingText.section(about: app, capabilities, Terminal.style)
  }

  /// What came to an app from a push gateway.
  private func pushes(
    to subject: Subject,
    by daemon: ControlConnection,
    _ clock: WallClock
  ) throws(CommandFailure) -> [String] {
    guard case .app(let app, _, _, _) = subject, app.isCooperative else { return [] }
    let found = try daemon.call(Control.ListPushes(app: app.app.text)).reply.pushes
    return ReceivedPushText.section(found, clock, Terminal.style)
  }

  /// The questions that an app gives rise to.
  private func related(
    to subject: Subject,
    by daemon: ControlConnection
  ) throws(CommandFailure) -> [String] {
    guard case .app(let app, _, _, _) = subject else { return [] }
    let found = try daemon.call(Control.Diagnose(app: app.app.text)).reply.answers
    return DiagnosisText.section(found, of: app.app.text, Terminal.style)
  }
}
