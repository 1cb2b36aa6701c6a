import ArgumentParser
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor jobs`: the commands that `torpor when` was given.
struct JobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Show and control the commands given to torpor when.",
    discussion: """
      JOB is a number, a name, or the beginning of a name that only one job has.
      """,
    subcommands: [
      JobsListCommand.self, JobsShowCommand.self, JobsOutputCommand.self, JobsRunCommand.self,
      JobsCancelCommand.self, JobsRemoveCommand.self,
    ],
    defaultSubcommand: JobsListCommand.self
  )
}

/// `torpor jobs list`, which is what `torpor jobs` does.
struct JobsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List waiting and running jobs, and those that finished within a day."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Include jobs that finished over a day ago.")
  var all = false

  /// Words that no verb of `torpor jobs` took; caught to say what was meant.
  @Argument(help: .hidden)
  var words: [String] = []

  /// What other tools call it, for which no letter need be alike.
  private static let synonyms = [
    "hold": "cancel", "pause": "cancel", "suspend": "cancel", "stop": "cancel", "kill": "cancel",
    "end": "cancel", "abort": "cancel", "delete": "remove", "rm": "remove", "forget": "remove",
    "release": "run", "resume": "run", "start": "run", "retry": "run", "rerun": "run",
    "log": "output", "logs": "output", "tail": "output", "info": "show", "status": "show",
    "why": "show", "ls": "list",
  ]

  func validate() throws {
    guard let word = words.first else { return }
    let verbs = JobsCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let about = words.dropFirst().first.map { " " + $0 } ?? ""
    let meant = JobsListCommand.synonyms[word.lowercased()]
      .map { " Did you mean 'torpor jobs \($0)\(about)'?" }
    let hint = meant ?? Spelling.hint(for: word, among: verbs)
    throw ValidationError(
      "'\(word)' is not a command of torpor jobs."
        + (hint.isEmpty ? " `torpor jobs show \(word)` shows the job of that name." : hint)
    )
  }

  func run() throws {
    let daemon = try connection.connect()
    let (jobs, parameters) = try daemon.jobPages()
    if output.json { return try Terminal.show(.object(["jobs": .array(parameters)]), from: daemon) }
    let clock = try daemon.clock()
    let lines = JobList.lines(
      jobs,
      clock,
      Terminal.style,
      showsAll: all,
      userID: CurrentProcess.userID,
      width: Terminal.columns
    )
    let tasks = try daemon.call(Control.ListActivities()).reply.activities
    Terminal.show(
      lines
        + ContinuedTaskList.lines(tasks, at: clock.now, Terminal.style, width: Terminal.columns)
    )
  }
}

/// `torpor jobs show`: all about one job.
struct JobsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything about a job: its conditions over time, what to expect, its runs."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The job.", completion: Suggestions.jobs)
  var job: String

  func run() throws {
    let daemon = try connection.connect()
    let (status, parameters) = try daemon.job(named: job)
    if output.json { return try Terminal.show(parameters, from: daemon) }
    Terminal.showWrapped(JobExplanation.lines(status, try daemon.clock(), Terminal.style))
  }
}

/// `torpor jobs run`: a job runs now.
struct JobsRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a job now, regardless of its conditions; a finished one runs once more."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The job.", completion: Suggestions.jobs)
  var job: String

  func run() throws {
    let daemon = try connection.connect()
    let job = try daemon.job(named: job).status.job
    _ = try daemon.call(Control.RunJobNow(job: job.description))
    try CommandFailure.after("Job \(job) is to run now.") { () throws(CommandFailure) in
      let (status, parameters) = try daemon.job(exactly: job.description)
      if output.json { return try Terminal.show(parameters, from: daemon) }
      Terminal.say(JobAnnouncement.lines(status, try daemon.clock()))
    }
  }
}

/// `torpor jobs cancel`: jobs are taken back.
struct JobsCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel jobs; running commands get SIGTERM, and SIGKILL after 5 s."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: JobArgumentList

  func run() throws {
    try subjects.forEach(on: try connection.connect()) {
      (daemon, job) throws(CommandFailure) in
      _ = try daemon.call(Control.CancelJob(job: job.job.description))
      let done = "Cancelled job \(job.job) (\(job.name))."
      guard output.json else { return Terminal.say([done]) }
      try CommandFailure.after(done) { () throws(CommandFailure) in
        let row = try daemon.job(exactly: job.job.description).parameters
        try Terminal.show(row, from: daemon)
      }
    }
  }
}

/// `torpor jobs remove`: jobs that are over are forgotten.
struct JobsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove finished jobs, with their output."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subjects: JobArgumentList

  func run() throws {
    try subjects.forEach(on: try connection.connect()) {
      (daemon, job) throws(CommandFailure) in
      let before = output.json ? try daemon.job(exactly: job.job.description).parameters : nil
      _ = try daemon.call(Control.RemoveJob(job: job.job.description))
      let done = "Removed job \(job.job) (\(job.name))."
      guard let before else { return Terminal.say([done]) }
      try CommandFailure.after(done) { () throws(CommandFailure) in
        try Terminal.show(before, from: daemon)
      }
    }
  }
}

/// Jobs as arguments: `JOB …`.
struct JobArgumentList: ParsableArguments {
  @Argument(help: "The jobs.", completion: Suggestions.jobs)
  var jobs: [String]

  /// Does something to each job; one that fails is told and does not keep the others from it.
  ///
  /// - Throws: the failure where there is one job; an exit status of 1 after several.
  func forEach(
    on daemon: ControlConnection,
    _ body: (ControlConnection, JobStatus) throws(CommandFailure) -> Void
  ) throws {
    var hasFailed = false
    for text in jobs {
      do throws(CommandFailure) {
        try body(daemon, try daemon.job(named: text).status)
      } catch {
        if case .connectionLost = error { throw error }
        guard jobs.count > 1 else { throw error }
        Terminal.reportError("torpor: " + error.sentence)
        hasFailed = true
      }
    }
    if hasFailed { throw ExitCode(1) }
  }
}
