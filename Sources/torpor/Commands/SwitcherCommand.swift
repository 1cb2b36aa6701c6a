import ArgumentParser
import TorporWire

/// `torpor switcher`: the apps that are open, as cards.
struct SwitcherCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switcher",
    abstract: "Show the apps in the switcher, most recently used first, with their last pictures.",
    discussion: """
      A picture shows the app's window as it was when the app left the screen or last ran in the background. It is a \
      PNG file whose path is shown; kitty, Ghostty and WezTerm also show the picture itself. `torpor launch` opens an app, \
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
