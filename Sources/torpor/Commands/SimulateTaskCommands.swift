import ArgumentParser
import TorporWire

/// `torpor simulate-launch`: a pending task runs now.
struct SimulateLaunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-launch",
    abstract: "Run a pending task of an app now, past its begin date and every condition."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var subject: TaskArguments

  func run() throws {
    try connection.call(Control.SimulateLaunch(app: subject.app, task: subject.task))
    Terminal.confirm("Task \(subject.task) was started. `torpor why \(subject.task)` explains it.")
  }
}

/// `torpor simulate-expiration`: the time of a running task ends now.
struct SimulateExpirationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-expiration",
    abstract: "End the time of a running task of an app now."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var subject: TaskArguments

  func run() throws {
    try connection.call(Control.SimulateExpiration(app: subject.app, task: subject.task))
    Terminal.confirm("Task \(subject.task) was told that its time is up.")
  }
}

/// A task of an app: `[APP] TASK`.
struct TaskArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The app, where several have such a task, and the task's identifier.",
      valueName: "[app] task"
    )
  )
  var names: [String] = []

  /// The app, where one is named.
  var app: String? { names.count == 2 ? names.first : nil }
  /// The task's identifier.
  var task: String { names.last ?? "" }

  mutating func validate() throws {
    guard (1...2).contains(names.count) else {
      let mistake = names.isEmpty ? "Missing task" : "One task at a time"
      throw ValidationError("\(mistake): give its identifier, or an app and the identifier.")
    }
  }
}
