import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// `torpor run`: any command becomes an app for as long as it runs.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run any command as an app: out of sight it is frozen, in front it goes on.",
    discussion: """
      Waits for the command and ends with its status: 128 and the signal's number where a signal \
      ended it, 126 or 127 where it could not be started. Ctrl-C quits the command. Processes that the \
      command leaves behind continue as the app until the last of them ends.

      The command runs with this shell's environment, working directory, umask, resource limits, \
      niceness, scheduling policy and I/O priority, as far as the daemon may set them: a user's own \
      daemon cannot raise a hard limit above its own, nor lower a niceness. CPU affinity, namespaces, \
      capabilities and keyrings are not carried.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(help: "The app's identifier (default: run. and the command's name).")
  var id: String?

  @Option(help: "The app's name for people (default: the command's name).")
  var name: String?

  @Flag(help: "Do not wait; the command's output goes where this terminal shows it all the same.")
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
  }

  func run() throws {
    let request = try request()
    let daemon = try connection.connect()
    let answer = try daemon.call(.run(request), descriptors: [0, 1, 2])
    guard case .launched(let app, let launch) = answer.result else { return }
    if output.json {
      Terminal.show(answer.parameters)
    } else if detach {
      let process = try daemon.processName(of: launch).map { " (\($0))" } ?? ""
      Terminal.show(["Started \(app)\(process). Details: `torpor why \(app)`"])
    }
    if detach { return }
    let status = try AttachedRun(app: app, launch: launch, path: connection.path).wait(on: daemon)
    throw ExitCode(status)
  }

  private func request() throws -> RunRequest {
    let typed = try TypedCommand(command, of: RunCommand.self)
    let environment = CurrentEnvironment()
    return RunRequest(
      identifier: id.flatMap { AppIdentifier($0) },
      name: name,
      executable: try typed.executable(in: environment),
      arguments: typed.words,
      environment: environment.all,
      workingDirectory: environment.workingDirectory
    )
  }
}
