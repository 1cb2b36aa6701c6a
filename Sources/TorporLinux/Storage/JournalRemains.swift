internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix
internal import TorporSQLite

/// What is left of a journal whose file is gone, has become empty, or was replaced.
///
/// SQLite deletes a log beside an empty database and copies it into any other, and files of apps that a new journal does
/// not know are removed: they are kept under another name before it is opened.
enum JournalRemains {
  /// Keeps what is left at the path, and says what was found; `nil`: a journal stands there, or nothing has ever been.
  static func keep(at path: String) -> String? {
    let size = (try? Files.facts(of: path)).map { $0.st_size }
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
    let kept = left.compactMap { keep($0, in: folder) }
    let found =
      size == nil ? "the file was missing, but parts of it remained" : "the file was empty"
    let names = kept.isEmpty ? "" : "; kept beside it: " + kept.joined(separator: ", ")
    return found + ", so a new journal begins, without the earlier apps, jobs and settings"
      + names
  }

  /// Puts the log of another file than the one at the path aside, and says so; `nil`: it is this one's, or there is none.
  ///
  /// - Throws: `JournalFailure` when the file is not a database, or the log cannot be moved; then nothing was changed.
  static func keepForeign(_ log: WriteAheadLog?, at path: String) throws(JournalFailure) -> String?
  {
    do throws(SQLiteError) {
      guard let log, try !log.continues(databaseAt: path) else { return nil }
    } catch {
      throw JournalFailure(error)
    }
    // What was read while another daemon writes may not belong together; SQLite finds its lock.
    if Files.isLockedByAnother(path) { return nil }
    if let kept = rename(path + "-wal") { return replaced(kept) }
    throw JournalFailure(operation: "open", path: path, cause: isStuck, isDiskFull: false)
  }

  static func replaced(_ keptLog: String) -> String {
    "it is used as it is now, and the log of the file that was there before is kept as \(keptLog); to use that file, "
      + "stop the daemon, and put it back together with its log (as journal.sqlite-wal)"
  }

  static let isStuck =
    "the file was replaced while no daemon had it open, and the log beside it (journal.sqlite-wal) continues another "
    + "one; it cannot be given another name: move it out of the folder, or put its own file back"

  /// Gives a file another name in its folder, and says which; `nil`: it could not be moved.
  static func rename(_ path: String) -> String? {
    path.parentPath.flatMap { keep(String(path.lastPathComponent), in: String($0)) }
  }

  /// The name under which it is kept; `nil`: it could not be moved.
  private static func keep(_ name: String, in folder: String) -> String? {
    guard let open = try? Files.open(folder, O_RDONLY | O_DIRECTORY) else { return nil }
    for number in 1...triesMax {
      let kept = "\(name).left\(number)"
      do throws(SystemError) {
        try Files.move(name, in: open, to: kept, in: open, replaces: false)
        return kept
      } catch {
        guard error.code == EEXIST else { return nil }
      }
    }
    return nil
  }

  /// The head of SQLite's log; without a frame behind it, it holds nothing.
  private static let logHeadBytes: off_t = 32
  /// How many are kept side by side; our choice.
  private static let triesMax = 100
}
