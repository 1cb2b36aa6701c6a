import ArgumentParser
import TorporModel
import TorporWire

/// `torpor advice`: what the figures of this device advise.
struct AdviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advice",
    abstract: "Show what would save energy on this device, with the figures and the commands.",
    discussion: """
      Based only on the figures of the last 24 hours: if they suggest nothing, there is no advice. `torpor battery` \
      shows the figures of all apps.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.GetAdvice())
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let text = AdviceText(answer.reply, try daemon.clock(), Terminal.style)
    let capabilities = try daemon.call(Control.GetCapabilities()).reply.capabilities
    Terminal.showWrapped(JournalText.lines(capabilities, Terminal.style) + text.lines)
  }
}
