import ArgumentParser
import TorporWire

/// `torpor launch`: the tap on an icon.
struct LaunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch",
    abstract: "Start an app, or bring it to the front; a locked device is unlocked.",
    discussion: "The program of an offloaded app is restored first."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: "The app: its identifier, its name, or the last part of its identifier.",
    completion: Suggestions.apps
  )
  var app: String

  func run() throws {
    let daemon = try connection.connect()
    try ProgramRestoring.restore(app, on: daemon)
    try daemon.announceUnlock()
    let answer = try daemon.call(Control.Launch(app: app))
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let process = try daemon.processID(of: answer.reply.launch).map { " (PID \($0))" } ?? ""
    Terminal.say(["\(answer.reply.app) is on screen\(process)."])
  }
}
