import ArgumentParser
import TorporWire

/// `torpor simulate-launch`: a pending task runs now.
struct SimulateLaunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-launch",
    abstract: "Run a pending task of an app now, regardless of its begin date and conditions."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subject: TaskArguments

  func run() throws {
    let daemon = try connection.connect()
    _ = try daemon.call(Control.SimulateLaunch(app: subject.app, task: subject.task))
    let sentence = "Task \(subject.task) was started. `torpor why \(subject.task)` explains it."
    try output.report(sentence, of: subject, from: daemon)
  }
}

/// `torpor simulate-expiration`: the time of a running task ends now.
struct SimulateExpirationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-expiration",
    abstract: "End the time of a running task of an app now."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var subject: TaskArguments

  func run() throws {
    let daemon = try connection.connect()
    _ = try daemon.call(Control.SimulateExpiration(app: subject.app, task: subject.task))
    let sentence = "Task \(subject.task) was notified that its time is up."
    try output.report(sentence, of: subject, from: daemon)
  }
}

/// A task of an app: `[APP] TASK`.
struct TaskArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The app, if several have such a task, and the task's identifier.",
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

extension OutputOptions {
  /// Says what a command did to a task: what is left of it with `--json`, else a sentence to a person.
  ///
  /// - Throws: `CommandFailure`.
  func report(
    _ sentence: String,
    of subject: TaskArguments,
    from daemon: ControlConnection
  ) throws(CommandFailure) {
    guard json else { return Terminal.confirm(sentence) }
    try CommandFailure.after(sentence) { () throws(CommandFailure) in
      let answer = try daemon.call(Control.ListActivities(app: subject.app)).parameters
      let rows = (answer["activities"]?.elements ?? []).filter {
        $0["activity"]?["task"]?.text == subject.task
      }
      try Terminal.show(.object(["activities": .array(rows)]), from: daemon)
    }
  }
}
