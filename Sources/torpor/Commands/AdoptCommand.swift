import ArgumentParser
import TorporModel
import TorporWire

/// `torpor adopt`: the apps that the desktop has started.
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Freeze and thaw the apps that the desktop has started, in their own control groups.",
    discussion: """
      Turns adoption on, which stays on after restarts, and shows the apps that the desktop has started and whether \
      each is adopted. An adopted app is only frozen and thawed: it is never ended, moved or changed.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Flag(
    name: .customLong("dry-run"),
    help: "Only show which apps would be frozen now, and why the others would not."
  )
  var isDryRun = false

  @Flag(name: .customLong("off"), help: "Let all adopted apps run, and adopt no more.")
  var isOff = false

  func validate() throws {
    if isDryRun, isOff {
      throw ValidationError("--dry-run changes nothing, and --off does. Use one of them.")
    }
  }

  func run() throws {
    let daemon = try connection.connect()
    if isOff {
      try daemon.call(Control.ChangeSetting(adoption: false))
      let done = "Adoption is off. Every app that was adopted runs."
      if output.json {
        return try CommandFailure.after(done) { () throws(CommandFailure) in try show(daemon) }
      }
      Terminal.confirm(done)
      if let unsaved = try daemon.call(Control.ListAdoptable()).reply.unsaved {
        Terminal.showWrapped([Terminal.style.paint("It is not saved yet: \(unsaved)", .bad)])
      }
      return
    }
    guard !isDryRun else { return try show(daemon) }
    try daemon.call(Control.ChangeSetting(adoption: true))
    try CommandFailure.after("Adoption is on.") { () throws(CommandFailure) in try show(daemon) }
  }

  private func show(_ daemon: ControlConnection) throws(CommandFailure) {
    let answer = try daemon.call(Control.ListAdoptable())
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    Terminal.showWrapped(
      AdoptionText.lines(answer.reply, isDryRun: isDryRun, Terminal.style, width: Terminal.columns)
    )
  }
}
