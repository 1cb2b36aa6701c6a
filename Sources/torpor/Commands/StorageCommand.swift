import ArgumentParser
import TorporModel
import TorporWire

/// `torpor storage`: what apps take of the disk.
struct StorageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage",
    abstract: "Show how much of the disk apps use: program, data, caches, downloads, log.",
    discussion: """
      Sizes are those of the allocated blocks, with each file counted once. CACHES is what the app can create again: \
      Library/Caches and tmp in its container, which `torpor purge` empties. A program that was installed from a \
      .desktop file keeps most of its data in the home folder, where it cannot be told which data is whose; that is \
      not counted.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: "The app: its identifier, its name, or the last part of its identifier.",
    completion: Suggestions.apps
  )
  var app: String?

  func run() throws {
    let daemon = try connection.connect()
    let answer = try StorageMeasurement(app: app).result(from: daemon)
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let clock = try daemon.clock()
    let reply = answer.reply
    if app != nil, let only = reply.apps.first {
      Terminal.showWrapped(StorageText.details(only, clock, Terminal.style))
    } else {
      Terminal.show(StorageText.lines(reply, clock, Terminal.style, width: Terminal.columns))
    }
    let capabilities = try daemon.call(Control.GetCapabilities()).reply.capabilities
    Terminal.showWrapped(JournalText.lines(capabilities, Terminal.style))
  }
}
