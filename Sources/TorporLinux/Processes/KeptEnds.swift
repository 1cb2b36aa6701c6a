internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// How commands ended, in files that outlive the daemon: `FOLDER/APP@LAUNCH`.
///
/// The folder is the daemon's alone. The keeper of a command gets its file open, and writes over its one
/// line: `running 4711 4710` (the command, and itself), then `exited 0 4711` or `signalled 9 4711`. It is
/// not synced: when the machine loses its power every command was interrupted, whatever the line says.
/// Keepers of the build before wrote `running`, `exited 0` and `signalled 9`.
struct KeptEnds {
  /// The folder of the files.
  let folder: String

  /// What a keeper writes over; as long as any line of it.
  private static let unwritten = "running".padded(to: CurrentProcess.keptEndBytes - 1) + "\n"

  /// What the file of a command says.
  enum Line: Hashable {
    /// It runs, or was killed with its keeper; the numbers are those of a command that was made.
    case running(command: Int32, keeper: Int32)
    /// Nothing is known but that it was to be started.
    case unwritten
    case ended(ExitStatus)
  }

  /// Opens a fresh file for a command that is about to be started.
  ///
  /// - Throws: `SystemError` naming the path, as on a full disk.
  func open(_ app: AppIdentifier, _ launch: LaunchIdentifier) throws(SystemError) -> Descriptor {
    // Before the first job the folder above is not there; its files are their owners'.
    try Files.makeFolder(FolderTree.parent(of: folder), mode: 0o711)
    try Files.makeFolder(folder, mode: 0o700)
    let path = path(of: app, launch)
    try Files.remove(path)
    let file = try Files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    // Takes its room on the disk now, so that the end has it when the disk is full.
    try file.writeOnce(KeptEnds.unwritten, subject: path)
    // Held by the process that has this open file: the keeper, as long as it lives.
    _ = flock(file.rawValue, LOCK_EX | LOCK_NB)
    return file
  }

  /// Whether the keeper of the command lives; keepers of the build before did not show it.
  func isHeld(_ app: AppIdentifier, _ launch: LaunchIdentifier) -> Bool {
    guard let file = try? Files.open(path(of: app, launch), O_RDONLY | O_NOFOLLOW) else {
      return false
    }
    return flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// What is written down; `nil` where there is no file.
  func line(of app: AppIdentifier, _ launch: LaunchIdentifier) -> Line? {
    (try? Files.read(path(of: app, launch))).map { KeptEnds.line(parsing: $0) }
  }

  /// How the command ended; `nil` while it runs, and where it was not recorded.
  func end(of app: AppIdentifier, _ launch: LaunchIdentifier) -> ExitStatus? {
    if case .ended(let status) = line(of: app, launch) { status } else { nil }
  }

  static func line(parsing text: String) -> Line {
    let words = text.split(whereSeparator: \.isWhitespace)
    let numbers = words.dropFirst().compactMap { Int32($0) }
    guard text.hasSuffix("\n"), numbers.count == words.count - 1 else { return .unwritten }
    switch (words.first, numbers.count) {
    case ("running", 2): return .running(command: numbers[0], keeper: numbers[1])
    case ("exited", 1...2): return .ended(.exited(status: numbers[0]))
    case ("signalled", 1...2): return .ended(.signalled(signal: numbers[0]))
    default: return .unwritten
    }
  }

  /// Every command that has a file, by launch.
  func listing() -> [(app: AppIdentifier, launch: LaunchIdentifier)] {
    Files.names(in: folder).compactMap(GroupTree.parse).sorted { $0.launch < $1.launch }
  }

  /// Forgets the end of a command.
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
