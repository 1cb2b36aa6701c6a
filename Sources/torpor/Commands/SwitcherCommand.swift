import ArgumentParser
import TorporWire

/// `torpor switcher`: the apps that are open, as cards.
struct SwitcherCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switcher",
    abstract: "Show the apps in the switcher: the one used last first, each with its last picture.",
    discussion: """
      A picture is of the app's window when it left the screen, or when it last ran in the background. It is a file \
      (PNG), whose path is shown; kitty, Ghostty and WezTerm show the picture too. `torpor launch` opens an app, \
      `torpor quit` removes it from the switcher.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.ListSwitcher())
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let cards = answer.reply.cards
    guard !cards.isEmpty else { return Terminal.show(["No apps are in the switcher."]) }
    let clock = try daemon.clock()
    let showsPictures = TerminalPicture.isUnderstood(by: Terminal.variable)
    for card in cards {
      Terminal.show(SwitcherText.lines(card, clock, Terminal.style))
      guard showsPictures, Terminal.isSeen, let snapshot = card.snapshot,
        let png = TerminalPicture.read(snapshot.path)
      else { continue }
      Terminal.pass(TerminalPicture.kitty(png)[...])
    }
  }
}
