import ArgumentParser

/// `torpor dashboard`: the apps of this device in a browser.
///
/// A web server is many times what this program is, so that it is a program of its own, which takes this process over.
struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "Show this device in a browser: live apps and why they run, a timeline, settings.",
    discussion: """
      Serves a page on the loopback interface until Ctrl-C, opens it with xdg-open and prints its address. The \
      address opens the page once, in one browser, and no other user of the machine can open it.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("The port (default: a free one).", valueName: "number"))
  var port: Int?

  @Flag(help: "Print the address without opening a browser.")
  var noBrowser = false

  func run() throws {
    // A mistake in the socket is said here, before a browser opens.
    _ = try connection.connect()
    try SiblingProgram("torpor-dashboard", elseIn: Terminal.variable("PATH")).takeOver(with: words)
  }

  /// The command line of `torpor-dashboard`.
  var words: [String] {
    ["--socket", connection.path] + (port.map { ["--port", String($0)] } ?? [])
      + (noBrowser ? ["--no-browser"] : [])
  }
}
