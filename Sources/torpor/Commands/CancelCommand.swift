import ArgumentParser
import TorporWire

/// `torpor cancel`: a task of an app ends because the user does not want it any more.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel a running task of an app, or a continued one that waits for its turn.",
    discussion: """
      A running task gets its expiration handler called, and the app has 6 s to end it. A request that waits is \
      removed, and its app is not notified. `torpor ps` lists the continued tasks \
      that run. A job is cancelled with `torpor jobs cancel`, a transfer with `torpor transfers cancel`.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var subject: TaskArguments

  func run() throws {
    try connection.call(Control.CancelTask(app: subject.app, task: subject.task))
    Terminal.confirm("Task \(subject.task) was cancelled.")
  }
}
