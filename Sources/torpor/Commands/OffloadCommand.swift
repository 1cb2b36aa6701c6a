import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor offload`: the program of an app goes, and its data stay.
struct OffloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offload",
    abstract: "Pack the program of an app into an archive beside it; its data stay.",
    discussion: """
      The bundle is packed with tar and zstd (or gzip), the archive is compared with it file by file, and replaces it: \
      Mail.app becomes Mail.app.offloaded.tar.zst. Data, settings, notifications and tasks of the app stay. From \
      then on, only you can start it, with `torpor launch` or a tap on one of its notifications; its program is \
      restored first. `torpor install` of the same path restores it too.

      An app that is running or exempt is refused, and so is a bundle that an archive could not restore exactly: one \
      with files of other users, mounts, sockets, or names outside it. Apps installed from a .desktop file have no \
      bundle to pack.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(
    help: "The app: its identifier, its name, or the last part of its identifier.",
    completion: Suggestions.apps
  )
  var app: String

  func run() throws {
    try HeldSignals.during { () throws(CommandFailure) in try offload() }
  }

  private func offload() throws(CommandFailure) {
    let daemon = try connection.connect()
    let row = try self.row(daemon)
    // Refused before anything is packed, where that can be known.
    let bundle = try daemon.call(Control.Offload(app: row.app.text, isDryRun: true)).reply.bundle
    let archive = BundleArchive(of: bundle)
    // The daemon may not know it, as after its state was lost.
    let isOffloaded = try archive.isOffloaded { () throws(CommandFailure) in
      try daemon.perform(Control.Offload(app: row.app.text))
    }
    if isOffloaded {
      return Terminal.say([
        "\(row.app) is already offloaded. `torpor launch \(row.app)` restores it."
      ])
    }
    let line = ProgressLine()
    archive.progressed = { line.show("Packing \(bundle): \($0.sizePhrase) …") }
    defer { line.clear() }
    let done = try archive.offload { () throws(CommandFailure) in
      try begin(row.app, bundle, daemon)
    } orElse: {
      try? daemon.perform(Control.RestoreProgram(app: row.app.text))
    }
    line.clear()
    Terminal.say([
      "\(row.app) is offloaded: \(done.freedBytes.sizePhrase) are free again, and its program is in \(done.archive). "
        + "`torpor launch \(row.app)` restores it."
    ])
    if let rest = done.rest {
      Terminal.reportError(
        "Warning: Not all files of the old bundle could be removed. They are in \(rest); remove them as their owner or as root."
      )
    }
  }

  /// From now on nothing but its user starts the app, and no process of it is there.
  private func begin(
    _ app: AppIdentifier,
    _ bundle: String,
    _ daemon: ControlConnection
  ) throws(CommandFailure) {
    let told = try daemon.call(Control.Offload(app: app.text)).reply.bundle
    guard told == bundle else {
      throw .failed(
        "The app '\(app)' was replaced meanwhile; its bundle is now \(told). Try again."
      )
    }
    // A suspended process is killed, which takes milliseconds; 30 s, our choice, for a machine that is busy.
    for _ in 0..<600 {
      let row = try self.row(daemon)
      guard row.offloadedSince != nil else {
        throw .failed("The app '\(app)' was opened meanwhile, so its program stays. Try again.")
      }
      if row.state == .notRunning { return }
      guard row.state == .suspended else {
        throw .failed("The app '\(app)' was opened meanwhile, so its program stays. Try again.")
      }
      usleep(StorageMeasurement.pauseMicroseconds)
    }
    throw .failed(
      "The process of '\(app)' has not ended within 30 seconds, so its program stays. Try again; `torpor why \(app)` shows what it does."
    )
  }

  private func row(_ daemon: ControlConnection) throws(CommandFailure) -> AppStorage {
    guard let row = try daemon.call(Control.GetStorage(app: app)).reply.apps.first else {
      throw .failed("The app '\(app)' is not installed. `torpor storage` lists those that are.")
    }
    return row
  }
}
