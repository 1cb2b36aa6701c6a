import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// Bringing back the program of an offloaded app.
enum ProgramRestoring {
  /// What the daemon runs this program with, as the process of an offloaded app; no command for people.
  ///
  /// Behind it stand the app, its bundle, the executable and its arguments. The bundle is put back, the daemon is told, and the process
  /// becomes the app: same process, same descriptors.
  static let word = "restore-program"

  /// `EX_TEMPFAIL` of `<sysexits.h>`: the program could not be put back now.
  private static let failureStatus: Int32 = 75

  static func becomeApp(_ words: [String]) throws(CommandFailure) -> Never {
    guard words.count >= 4 else { throw .usage("'\(word)' is for torpord alone.") }
    let (app, bundle, executable) = (words[0], words[1], words[2])
    // Where the daemon cannot be told, the next start looks again and finds the program.
    let path = SocketPath.resolve(
      option: nil,
      environment: { name in getenv(name).map { String(cString: $0) } },
      isRoot: CurrentProcess.userID == 0
    )
    do throws(CommandFailure) {
      try BundleArchive(of: bundle).restore {
        try? ControlConnection(to: path).perform(Control.RestoreProgram(app: app))
      }
    } catch {
      Terminal.reportError("torpor: The program of \(app) could not be restored. " + error.sentence)
      exit(failureStatus)
    }
    guard chdir(bundle) == 0 else {
      throw .failed("\(bundle) cannot be entered: \(SystemError.text(of: errno)).")
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words[3...].map { strdup($0) }
    arguments.append(nil)
    execv(executable, &arguments)
    throw .failed("\(executable) cannot be run: \(SystemError.text(of: errno)).")
  }

  /// Puts the program of an app back before it is opened, with words for what goes wrong and as much time as that takes.
  ///
  /// Only its own user can; for another one's the daemon has it done by the app's process.
  static func restore(_ app: String, on daemon: ControlConnection) throws(CommandFailure) {
    let row = try daemon.call(Control.GetStorage(app: app)).reply.apps.first
    // A process that brings it back already finishes by itself.
    guard let row, let bundle = row.bundle, row.ownerUserID == geteuid(), row.state == .notRunning
    else { return }
    let archive = BundleArchive(of: bundle)
    // What is on the disk counts where the daemon does not know of it.
    if row.offloadedSince == nil {
      guard !Files.isThere(bundle), try archive.archiveFound() != nil else { return }
    }
    let line = ProgressLine()
    line.show("Restoring \(bundle) …")
    defer { line.clear() }
    try archive.restore {
      try? daemon.perform(Control.RestoreProgram(app: row.app.text))
    }
  }
}
