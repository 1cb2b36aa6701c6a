import ArgumentParser
import TorporModel
import TorporWire

/// `torpor install`: an app comes onto the device.
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install an app: a folder with an Info.plist, or a .desktop file.",
    discussion: """
      Read from Info.plist (XML or binary): CFBundleIdentifier, CFBundleExecutable, \
      CFBundleDisplayName, UIBackgroundModes, BGTaskSchedulerPermittedIdentifiers, \
      UIApplicationExitsOnSuspend, TorporSavesBeforeTermination. From a .desktop file: Name, Exec, \
      Path, X-Torpor-Identifier, X-Torpor-BackgroundModes, X-Torpor-PermittedTaskIdentifiers, \
      X-Torpor-ExitsOnSuspend, X-Torpor-SavesBeforeTermination, X-Torpor-Cooperative.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help:
      "The bundle folder or the .desktop file; it stays where it is. The bundle of an offloaded app is restored first.",
    completion: .file()
  )
  var bundle: String

  @Flag(help: "Replace an app of the same identifier; its process ends, its data stay.")
  var replace = false

  func run() throws {
    try InstallSource.restoreProgram(at: bundle, environment: CurrentEnvironment())
    let request = try InstallSource.request(
      at: bundle,
      replaces: replace,
      environment: CurrentEnvironment()
    )
    let daemon = try connection.connect()
    let app = request.manifest.identifier
    let old =
      replace ? try? daemon.call(Control.GetStorage(app: app.exactName)).reply.apps.first : nil
    _ = try daemon.call(request)
    let status = try CommandFailure.after("\(app) is installed.") { () throws(CommandFailure) in
      let (status, parameters) = try daemon.app(named: app.exactName)
      if output.json { try Terminal.show(parameters, from: daemon) }
      return status
    }
    if !output.json {
      Terminal.say(["\(app) is installed. `torpor launch \(app)` starts it."])
      if let old, let archive = LeftArchive(of: old) { Terminal.say([archive.sentence]) }
    }
    for key in status.ignored { Terminal.reportError("Warning: \(key.sentence)") }
  }
}
