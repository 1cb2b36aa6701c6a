import ArgumentParser
import Glibc
import TorporModel
import TorporWire

/// `torpor purge`: the caches of apps go.
struct PurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Remove the caches of apps, or write memory of suspended ones to swap.",
    discussion: """
      Removes the contents of Library/Caches and tmp in the app's container, except downloads that it has not \
      collected yet and files that an unfinished transfer needs. A running or exempt app is refused; a suspended one \
      is ended first (0xbaddd15c), so that it never reads half a file. When disk space is short, Torpor does this \
      automatically, starting with the app that was on screen longest ago.

      With --memory, no app is ended and no file is removed: the memory of the apps, or of all suspended apps, is \
      written to swap now, and read back when they are used.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Write memory of suspended apps to swap now; without apps, of all.")
  var memory = false

  @Argument(
    help: "The apps: identifiers, names, or the last parts of identifiers.",
    completion: Suggestions.apps
  )
  var apps: [String] = []

  func validate() throws {
    guard memory || !apps.isEmpty else {
      throw ValidationError(
        "Give the apps whose caches you want to remove (`torpor storage` shows them), or give --memory."
      )
    }
  }

  func run() throws {
    let daemon = try connection.connect()
    if memory { return try MemoryPurge(apps: apps).run(on: daemon) }
    var failure: CommandFailure?
    for app in apps {
      do throws(CommandFailure) {
        try purge(app, daemon)
      } catch {
        // One that runs does not keep the caches of the rest.
        if let failure { Terminal.reportError("torpor: " + failure.sentence) }
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func purge(_ app: String, _ daemon: ControlConnection) throws(CommandFailure) {
    // What came of an earlier request is not what comes of this one.
    let before = try row(of: app, daemon)?.requestedPurge
    _ = try daemon.call(Control.PurgeCaches(app: app))
    let line = ProgressLine()
    while let row = try row(of: app, daemon) {
      guard row.isPurging else {
        line.clear()
        return try CachePurgeText.report(row, since: before).show()
      }
      line.show("Removing the caches of \(row.app) …")
      usleep(StorageMeasurement.pauseMicroseconds)
    }
    line.clear()
    throw .failed("The app '\(app)' was uninstalled while its caches were removed.")
  }

  private func row(
    of app: String,
    _ daemon: ControlConnection
  ) throws(CommandFailure) -> AppStorage? {
    try daemon.call(Control.GetStorage(app: app)).reply.apps.first
  }
}

/// What `torpor purge` says of one app at its end.
struct CachePurgeText: Hashable {
  /// What was done; `nil`: nothing.
  var done: String?
  /// What was not; `nil`: all is done.
  var failure: String?

  static func report(_ row: AppStorage, since before: CachePurgeStatus?) -> CachePurgeText {
    guard let purge = row.requestedPurge, purge != before else {
      return CachePurgeText(
        failure:
          "Nothing is known of the purge of '\(row.app)': the daemon no longer keeps it. `torpor storage "
          + "\(row.app)` shows what is left of its caches; try again."
      )
    }
    var text = CachePurgeText()
    if purge.freedBytes > 0 || (!purge.isStopped && purge.cause == nil) {
      text.done = "Removed \(purge.freedBytes.sizePhrase) of caches of \(row.app)."
    }
    if purge.isStopped {
      let what = purge.freedBytes > 0 ? "The other caches" : "The caches"
      text.failure =
        if let cause = purge.cause {
          "\(what) of '\(row.app)' were not removed: \(cause). `torpor storage \(row.app)` shows what is left; try again."
        } else {
          "\(what) of '\(row.app)' were not removed: it began to run. Send it off the screen (`torpor home \(row.app)`) "
            + "and try again."
        }
    } else if let cause = purge.cause {
      text.failure =
        "Some of the caches of '\(row.app)' could not be removed: \(cause). `torpor storage \(row.app)` shows what is "
        + "left."
    }
    return text
  }

  fileprivate func show() throws(CommandFailure) {
    if let done { Terminal.say([done]) }
    if let failure { throw .failed(failure) }
  }
}
