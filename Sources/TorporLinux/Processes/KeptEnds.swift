internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// How the runs of jobs ended, in files that outlive the daemon: `FOLDER/APP@LAUNCH`.
///
/// The folder is the daemon's alone. The keeper of a run gets its file open, and writes one line. It is
/// not synced: when the machine loses its power the run was interrupted, whatever the line says.
struct KeptEnds {
  /// The folder of the files.
  let folder: String

  /// What a keeper writes over; as long as any line of it.
  private static let unwritten = "running".padded(to: CurrentProcess.keptEndBytes - 1) + "\n"

  /// Opens a fresh file for a run that is about to be started.
  ///
  /// - Throws: `SystemError` naming the path, as on a full disk.
  func open(_ app: AppIdentifier, _ launch: LaunchIdentifier) throws(SystemError) -> Descriptor {
    try Files.makeFolder(folder, mode: 0o700)
    let path = path(of: app, launch)
    try Files.remove(path)
    let file = try Files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    // Takes its room on the disk now, so that the end has it when the disk is full.
    try file.writeOnce(KeptEnds.unwritten, subject: path)
    return file
  }

  /// How the run ended; `nil` while it runs, and where nobody wrote it down.
  func end(of app: AppIdentifier, _ launch: LaunchIdentifier) -> ExitStatus? {
    guard let line = try? Files.read(path(of: app, launch)), line.hasSuffix("\n") else {
      return nil
    }
    let words = line.dropLast().split(separator: " ")
    guard words.count == 2, let number = Int32(words[1]) else { return nil }
    switch words[0] {
    case "exited": return .exited(status: number)
    case "signalled": return .signalled(signal: number)
    default: return nil
    }
  }

  /// Every run that has a file, by launch.
  func listing() -> [(app: AppIdentifier, launch: LaunchIdentifier)] {
    Files.names(in: folder).compactMap(GroupTree.parse).sorted { $0.launch < $1.launch }
  }

  /// Forgets the end of a run.
  func remove(_ app: AppIdentifier, _ launch: LaunchIdentifier) {
    // What cannot be removed is told again to the next daemon, which knows of no such process.
    try? Files.remove(path(of: app, launch))
  }

  private func path(of app: AppIdentifier, _ launch: LaunchIdentifier) -> String {
    "\(folder)/\(GroupTree.name(of: app, launch))"
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - utf8.count))
  }
}
