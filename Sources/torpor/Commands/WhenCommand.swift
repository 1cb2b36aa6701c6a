import ArgumentParser
import Glibc
import TorporModel
import TorporWire

/// `torpor when`: a command runs as soon as its conditions hold, and goes on while they do.
struct WhenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "when",
    abstract: "Run any command when conditions hold: it waits for them instead of being skipped.",
    usage: "torpor when [<options>] [--] <command> [<argument> ...]",
    discussion: """
      The daemon keeps the command even if this terminal closes or the machine restarts. It \
      runs with this shell's environment, working directory, umask, resource limits, niceness, \
      scheduling policy and I/O priority, as far as the daemon may set them; what it prints is kept for \
      `torpor jobs output`. When the command ends, processes that it leaves behind are ended.

      The whole environment is stored until the job is removed, in the daemon's state folder, in a file \
      that only the daemon's user can read. With --env or --no-env, only HOME, LANG, LC_*, LOGNAME, PATH, SHELL, \
      USER and the variables named are stored.

      TIME is local: +2h, 23:40, 'tomorrow 07:00', 'Sat 03:00', '2026-12-24 18:00'. EXPR is a \
      calendar expression of systemd.time(7): daily, 'Mon..Fri 09:00', '*:0/15'. LENGTH: 30s, 10m, \
      1h30m, 2d.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @OptionGroup(title: "Conditions, before it runs and while it does") var needs: NeedOptions
  @OptionGroup(title: "When it may begin") var times: TimeOptions
  @OptionGroup(title: "When it fails") var failures: FailureOptions
  @OptionGroup(title: "Its name") var naming: NameOptions
  @OptionGroup(title: "Its environment") var variables: EnvironmentOptions

  @Flag(
    help: """
      Wait until it has finished: show its output, exit with its status. Ctrl-C leaves the job running.
      """
  )
  var wait = false

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments, after --.")
  var command: [String] = []

  func validate() throws { _ = try TypedCommand(command, of: WhenCommand.self) }

  func run() throws {
    var submission = try submission()
    if wait, submission.request.schedule.every != nil {
      throw CommandFailure.usage(
        "--wait waits until the job has finished, and with --every it never does. Leave one out; "
          + "`torpor jobs output --follow` shows what it prints."
      )
    }
    let daemon = try connection.connect()
    if wait, PipedInput.isThere(within: PipedInput.patienceMilliseconds) {
      throw CommandFailure.usage(
        "A job gets no standard input: it may run later, and more than once. Give the command a file, "
          + "as in `torpor when --wait -- sh -c 'COMMAND <FILE'`, or close it: `<&-`."
      )
    }
    // Where no run can reach this program, what the daemon keeps of them is asked for.
    let server = wait && !output.json ? outputServer() : nil
    if let server { submission.environment.append("\(OutputServer.variable)=\(server.path)") }
    let answer = try daemon.call(Control.SubmitJob(submission))
    let (job, isNew) = (answer.reply.job, answer.reply.isNew)
    if output.json {
      try Terminal.show(answer.parameters, from: daemon)
    } else {
      try announce(job, isNew: isNew, daemon)
    }
    guard wait else { return }
    throw ExitCode(try end(of: job, isNew: isNew, server, daemon))
  }

  /// Where the runs send what they print; `nil`, and said, where this user has no folder for that.
  private func outputServer() -> OutputServer? {
    do {
      return try OutputServer.open()
    } catch {
      Terminal.reportError("torpor: " + AttachedJob.mergedStreams(error))
      return nil
    }
  }

  /// Stays with the job until it is over, and returns the exit status.
  private func end(
    of job: JobIdentifier,
    isNew: Bool,
    _ server: OutputServer?,
    _ daemon: ControlConnection
  ) throws -> Int32 {
    // A job that was there before sends nothing here: what is kept of it is read, from now on.
    var copy = output.json ? nil : OutputCopy(of: .job(job), hidesMarks: true)
    if !isNew { try copy?.skip(on: daemon) }
    let attached = AttachedJob(
      job: job,
      path: connection.path,
      output: copy,
      server: isNew ? server : nil
    )
    let (exitStatus, sentence) = AttachedJob.verdict(on: try attached.wait(on: daemon))
    if let sentence { Terminal.reportError("torpor: " + sentence) }
    if PipedInput.isThere(within: 0) {
      Terminal.reportError("torpor: the job did not get what arrived on standard input.")
    }
    return exitStatus
  }

  private func announce(
    _ job: JobIdentifier,
    isNew: Bool,
    _ daemon: ControlConnection
  ) throws {
    let status = try daemon.job(job)
    let lines = JobAnnouncement.lines(
      status,
      wasThere: !isNew,
      isAttached: wait,
      try daemon.clock()
    )
    // With --wait standard output belongs to the command.
    if wait {
      for line in lines { Terminal.reportError("torpor: " + line) }
    } else {
      Terminal.say(lines)
    }
  }

  private func submission() throws -> JobSubmission {
    let typed = try TypedCommand(command, of: WhenCommand.self)
    let request = try arguments.request(
      command: typed.words,
      at: Int64(Glibc.time(nil)),
      in: .current
    )
    let environment = CurrentEnvironment()
    environment.reportLeftOut()
    return JobSubmission(
      request: request,
      after: times.after,
      afterAny: times.afterAny,
      executable: try typed.executable(in: environment),
      arguments: typed.words,
      environment: variables.selection(from: environment.all),
      workingDirectory: environment.workingDirectory
    )
  }

  /// What was typed, in one value.
  var arguments: JobArguments {
    JobArguments(
      power: needs.power,
      battery: needs.battery,
      network: needs.network,
      idle: needs.idle,
      isCool: needs.cool,
      disk: needs.disk,
      at: times.at,
      every: times.every,
      notBefore: times.notBefore,
      deadline: times.deadline,
      retries: failures.retries,
      backoff: failures.backoff,
      timeout: failures.timeout,
      onFailure: failures.onFailure,
      name: naming.name,
      conflicts: naming.conflicts,
      pauses: needs.pause
    )
  }
}

/// Which variables of this shell are stored and given to the command.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "Pass only this variable and the basic environment; may be repeated.",
      valueName: "name[=value]"
    )
  )
  var named: [String] = []

  @Flag(name: .customLong("no-env"), help: "Pass only the basic environment variables.")
  var omitsOthers = false

  func validate() throws {
    if let wrong = named.first(where: { $0.isEmpty || $0.hasPrefix("=") }) {
      throw ValidationError("--env takes NAME or NAME=VALUE, not '\(wrong)'.")
    }
  }

  /// What is given to the command of an environment of `NAME=value` words.
  func selection(from all: [String]) -> [String] {
    guard omitsOthers || !named.isEmpty else { return all }
    func name(of word: String) -> Substring { word.prefix { $0 != "=" } }
    let named = Dictionary(named.map { (name(of: $0), $0) }) { _, last in last }
    let basic = all.filter { word in
      let name = name(of: word)
      return named[name] == nil
        && (EnvironmentOptions.basic.contains(String(name)) || name.hasPrefix("LC_"))
    }
    // A variable that this shell does not have is not given to the command either.
    let chosen = named.sorted { $0.key < $1.key }.compactMap { name, word in
      word.contains("=") ? word : all.first { $0.hasPrefix(name + "=") }
    }
    return basic + chosen
  }

  /// What any command may count on, as under cron(8), and the language of its messages; no secrets.
  static let basic: Set<String> = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "USER"]
}

/// What must hold.
struct NeedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("External power.", valueName: "ac"))
  var power: String?

  @Option(
    help: ArgumentHelp(
      "Minimum battery charge, or external power.",
      valueName: "percent"
    )
  )
  var battery: String?

  @Option(help: ArgumentHelp("A network: unmetered, any or none-needed.", valueName: "kind"))
  var network: String?

  @Option(
    help: ArgumentHelp("The machine has been idle for at least this long.", valueName: "length")
  )
  var idle: String?

  @Flag(help: "The machine is not hot.")
  var cool = false

  @Option(help: ArgumentHelp("Minimum free disk space: 500MB, 5GB.", valueName: "size"))
  var disk: String?

  @Flag(
    help: "Freeze the command when a condition is lost, instead of ending it and running it again."
  )
  var pause = false
}

/// When it may begin.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Once, at the next time that matches a calendar expression.",
      valueName: "expr"
    )
  )
  var at: String?

  @Option(
    help: ArgumentHelp(
      "At every time that matches a calendar expression; one run makes up for all missed runs.",
      valueName: "expr"
    )
  )
  var every: String?

  @Option(help: ArgumentHelp("Not before this time.", valueName: "time"))
  var notBefore: String?

  @Option(
    help: ArgumentHelp(
      "After this time, ignore all conditions except network and disk space.",
      valueName: "time"
    )
  )
  var deadline: String?

  @Option(
    name: .customLong("after"),
    help: ArgumentHelp(
      "After that job, by name or number, has succeeded; may be repeated. If it fails, this job fails too.",
      valueName: "job"
    ),
    completion: Suggestions.jobs
  )
  var after: [String] = []

  @Option(
    name: .customLong("after-any"),
    help: ArgumentHelp(
      "After that job has finished, whether it succeeded or failed; may be repeated.",
      valueName: "job"
    ),
    completion: Suggestions.jobs
  )
  var afterAny: [String] = []
}

/// What happens when it fails or takes too long.
struct FailureOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Number of retries when it fails (default: 0).", valueName: "n"))
  var retries: String?

  @Option(
    help: ArgumentHelp(
      "Delay before the first retry (default: 30s); doubles with each retry, up to 5 h.",
      valueName: "length"
    )
  )
  var backoff: String?

  @Option(
    help: ArgumentHelp("Stop a run that takes longer; it counts as failed.", valueName: "length")
  )
  var timeout: String?

  @Option(
    name: .customLong("on-failure"),
    help: ArgumentHelp(
      """
      Run this with /bin/sh, in the same environment, after permanent failure; for at most 10 min. \
      TORPOR_JOB, TORPOR_JOB_NAME and TORPOR_JOB_RESULT say which job and how.
      """,
      valueName: "command"
    )
  )
  var onFailure: String?
}

/// What it is called, and what becomes of another of that name.
struct NameOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Its name (default: made from the command).", valueName: "name"))
  var name: String?

  @Flag(help: "If a job with this name waits or runs, cancel and replace it.")
  var replace = false

  @Flag(help: "If a job with this name waits or runs, leave it unchanged.")
  var keep = false

  @Flag(help: "Run only once: like --keep, and also when a job with this name has succeeded.")
  var once = false

  /// The flags that were given.
  var conflicts: [JobRequest.Conflict] {
    (replace ? [.replace] : []) + (keep ? [.keep] : []) + (once ? [.once] : [])
  }
}
