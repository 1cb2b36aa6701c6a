internal import Glibc
internal import TorporModel
internal import TorporPosix

/// What is left of a journal whose file is gone, has become empty, or was replaced.
///
/// SQLite deletes a log beside an empty database and copies it into any other, and files of apps that a new journal does
/// not know are removed: they are kept under another name before it is opened.
enum JournalRemains {
  /// Keeps what is left at the path, and says what was found; `nil`: a journal stands there, or nothing has ever been.
  static func keep(at path: String) -> String? {
    let size: off_t?
    do throws(SystemError) {
      size = try Files.facts(of: path).st_size
    } catch {
      // What cannot be looked at is not gone; SQLite says why.
      guard error.code == ENOENT || error.code == ENOTDIR else { return nil }
      size = nil
    }
    if let size, size > 0 { return nil }
    guard let folder = path.parentPath.map(String.init) else { return nil }
    let name = path.lastPathComponent
    let logBytes = (try? Files.facts(of: path + "-wal")).map { $0.st_size } ?? 0
    var left: [String] = []
    if logBytes > logHeadBytes { left.append("\(name)-wal") }
    if !Files.names(in: folder + "/environments").isEmpty { left.append("environments") }
    // A first start that failed leaves an empty file, too, and nothing was lost with it.
    let hasApps = ["containers", "logs"].contains { !Files.names(in: "\(folder)/\($0)").isEmpty }
    guard !left.isEmpty || size != nil && hasApps else { return nil }
    let kept = left.compactMap { rename("\(folder)/\($0)") }
    let found =
      size == nil ? "the file was missing, but parts of it remained" : "the file was empty"
    let names = kept.isEmpty ? "" : "; kept beside it: " + kept.joined(separator: ", ")
    return found + ", so a new journal begins, without the earlier apps, jobs and settings"
      + names
  }

  /// Keeps what else belongs to the file that the log continues, and says what was found, as a clause.
  ///
  /// The environments of apps that the present file does not know are removed when it is opened.
  static func replaced(_ keptLog: String, isLogDamaged: Bool, at path: String) -> String {
    let folder = path.parentPath.map(String.init) ?? "."
    let kept = [keptLog] + (keepEnvironments(in: folder).map { [$0] } ?? [])
    let cause =
      isLogDamaged ? "the log is damaged, or the file was replaced," : "the file was replaced"
    return
      "\(cause) while no daemon had it open; the file is used as it is now, and kept beside it: "
      + kept.joined(separator: ", ")
      + ". To use the file that was there before, stop the daemon, and put it back "
      + "together with these, as journal.sqlite-wal and environments"
  }

  /// Gives each environment a second name in a folder beside theirs, and returns that folder's; `nil`: there is none.
  private static func keepEnvironments(in folder: String) -> String? {
    let names = Files.names(in: folder + "/environments")
    guard !names.isEmpty, let kept = try? Files.makeFolderAside(folder + "/environments") else {
      return nil
    }
    for name in names {
      // They are replaced as a whole, never changed in place.
      _ = link("\(folder)/environments/\(name)", "\(folder)/\(kept)/\(name)")
    }
    return kept
  }

  /// Gives a file another name in its folder, and says which; `nil`: it could not be moved.
  static func rename(_ path: String) -> String? { try? Files.moveAside(path) }

  /// The head of SQLite's log; without a frame behind it, it holds nothing.
  private static let logHeadBytes: off_t = 32
}
