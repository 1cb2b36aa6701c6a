import ArgumentParser
import TorporWire

/// `torpor cancel`: the user cancels a task of an app.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel a running task of an app, or a queued continued task.",
    discussion: """
      The expiration handler of a running task is called, and the app has 6 s to end the task. A queued request is \
      removed, and its app is not notified. `torpor ps` lists running continued tasks. A job is cancelled with \
      `torpor jobs cancel`, a transfer with `torpor transfers cancel`.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subject: TaskArguments

  func run() throws {
    let daemon = try connection.connect()
    _ = try daemon.call(Control.CancelTask(app: subject.app, task: subject.task))
    try output.report("Cancelled task \(subject.task).", of: subject, from: daemon)
  }
}
