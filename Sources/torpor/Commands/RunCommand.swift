import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// `torpor run`: any command becomes an app for as long as it runs.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run any command as an app: it runs on screen, and is frozen off screen.",
    discussion: """
      Waits for the command and exits with its status: 128 plus the signal's number if a signal ended it, 126 or 127 \
      if it could not be started. On a terminal, the command gets a terminal of its own that is connected to yours: \
      keys, job control and window sizes work as without Torpor. Processes that the command leaves running continue \
      as the app until the last of them ends.

      The command runs with this shell's environment, working directory, umask, resource limits, \
      niceness, scheduling policy and I/O priority, as far as the daemon may set them: a user's own \
      daemon cannot raise a hard limit above its own, nor lower a niceness. CPU affinity, namespaces, capabilities \
      and keyrings are not passed on.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(help: "The app's identifier (default: run. and the command's name).")
  var id: String?

  @Option(help: "The app's display name (default: the command's name).")
  var name: String?

  @Flag(
    help: """
      Do not wait. Standard input is empty; `torpor output` shows the output.
      """
  )
  var detach = false

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments, after --.")
  var command: [String] = []

  func validate() throws {
    _ = try TypedCommand(command, of: RunCommand.self)
    if let id, AppIdentifier(id) == nil {
      throw ValidationError(
        "--id takes letters, digits, '.', '-' and '_', no part between dots empty, at most "
          + "\(AppIdentifier.bytesMax) bytes, not '\(id)'."
      )
    }
    if let name, name.allSatisfy(\.isWhitespace) {
      throw ValidationError(
        "--name takes a display name, not '\(name)'. Leave it out to use the command's."
      )
    }
  }

  func run() throws {
    var request = try request()
    let daemon = try connection.connect()
    if detach { return try start(request, on: daemon) }
    let loop = try EventLoop()
    let relay = try relay(on: loop)
    request.hasTerminal = relay != nil
    try daemon.announceUnlock()
    // From before the command can run, and so can tell its reader that it does.
    let signals = try PassedSignals(on: loop)
    try daemon.send(request, descriptors: relay?.streams() ?? [0, 1, 2])
    try signals.awaitAnswer(on: daemon)
    let answer = try daemon.receive(replyTo: request)
    if output.json {
      try Terminal.show(answer.parameters, from: daemon)
    }
    let run = AttachedRun(
      app: answer.reply.app,
      launch: answer.reply.launch,
      of: request,
      path: connection.path,
      loop: loop,
      signals: signals,
      relay: relay
    )
    throw ExitCode(try run.wait(on: daemon))
  }

  /// Starts the command without any stream of this program, and without waiting.
  private func start(_ request: Control.Run, on daemon: ControlConnection) throws {
    try daemon.announceUnlock()
    let answer = try daemon.call(request)
    let (app, launch) = (answer.reply.app, answer.reply.launch)
    let processID = try daemon.processID(of: launch)
    if output.json {
      var facts = answer.parameters
      if let processID, case .object(let members) = facts {
        facts = .object(members + [.init("pid", .integer(Int64(processID)))])
      }
      return try Terminal.show(facts, from: daemon)
    }
    let process = processID.map { " (PID \($0))" } ?? ""
    Terminal.say(["Started \(app)\(process). Details: `torpor why \(app)`"])
  }

  /// A terminal for the command, where this program is at one; `nil`: it gets the streams as they are.
  private func relay(on loop: EventLoop) throws -> TerminalRelay? {
    guard let outer = ControllingTerminal() else { return nil }
    let plan = TerminalPlan(isTerminal: [0, 1, 2].map(outer.is))
    // Where no terminal can be made, as in a container without /dev/pts, the streams serve.
    return plan == .none ? nil : try? TerminalRelay(outer, plan: plan, on: loop)
  }

  private func request() throws -> Control.Run {
    let typed = try TypedCommand(command, of: RunCommand.self)
    let environment = CurrentEnvironment()
    environment.reportLeftOut()
    return Control.Run(
      identifier: id.flatMap { AppIdentifier($0) },
      name: name,
      executable: try typed.executable(in: environment),
      arguments: typed.words,
      environment: environment.all,
      workingDirectory: environment.workingDirectory
    )
  }
}
