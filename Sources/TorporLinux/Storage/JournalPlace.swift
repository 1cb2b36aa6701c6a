internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix
internal import TorporSQLite

/// Where the journal's file and its log stand in their folder, so that nothing is accepted into one that is gone.
///
/// A file that was removed while it is open takes everything that is written, and gives it back to nobody. One that
/// another has taken the place of, or that others have written over, must not meet the log at the next start: SQLite
/// would copy that into it page by page. The log is put aside then, and back where the file is what it was.
struct JournalPlace {
  private let path: String
  private let database: Database
  private var file: Seen
  /// The log, of which a connection keeps one from its first write to its end; `nil` before it was seen.
  private var log: Seen?
  /// The name that the log has while something else stands in the file's place.
  private var keptLog: String?
  private var isInTrouble = false
  /// What is written continues one state of the file and no other: at the next start a copy of an earlier one does not
  /// meet this log.
  var epochs: EpochCounter

  /// The file that stands at the path now; `nil`: none, as with a journal in memory.
  ///
  /// - Throws: `SQLiteError` when the database cannot be read.
  init?(path: String, of database: Database) throws(SQLiteError) {
    guard let facts = try? Files.facts(of: path) else { return nil }
    (self.path, self.database) = (path, database)
    epochs = try EpochCounter(of: database)
    file = Seen(facts, database.head(ofLog: false, byteCount: Self.fileHeadBytes))
    noteWritten()
  }

  private var logPath: String { path + "-wal" }

  // MARK: Before and after a write

  /// Takes some microseconds, before a transaction that takes a hundred or more.
  ///
  /// - Throws: `JournalFailure` when nothing or something else stands at one of the paths.
  mutating func check() throws(JournalFailure) {
    var standing = look()
    if standing == (.own, .gone), let keptLog, putBack(keptLog) { standing = look() }
    if standing == (.own, .own) {
      if isInTrouble { database.leaveLogAtClose(false) }
      (isInTrouble, keptLog) = (false, nil)
      return
    }
    isInTrouble = true
    // Otherwise SQLite copies the log into what it takes for its file when it is closed.
    database.leaveLogAtClose(standing.file != .own)
    if standing == (.other, .own) { keptLog = JournalRemains.rename(logPath) }
    let cause = standing.file == .other ? keptLog.map(Self.replaced) : nil
    throw JournalFailure(
      operation: "write to",
      path: path,
      cause: cause ?? Self.gone,
      isDiskFull: false
    )
  }

  /// Takes in what the daemon itself has written.
  mutating func noteWritten() {
    if let facts = try? Files.facts(of: path), file.isSameFile(facts), file.hasChanged(facts) {
      file = Seen(facts, database.head(ofLog: false, byteCount: Self.fileHeadBytes))
      epochs.noteCopied()
    }
    guard let facts = try? Files.facts(of: logPath), log?.isSameFile(facts) ?? true else { return }
    log = Seen(facts, database.head(ofLog: true, byteCount: Self.logHeadBytes))
  }

  // MARK: Looking

  private enum Standing { case own, other, gone }

  private mutating func look() -> (file: Standing, log: Standing) {
    let database = self.database
    let found = Self.standing(of: &file, at: path) {
      database.head(ofLog: false, byteCount: Self.fileHeadBytes)
    }
    guard var log else { return (found, .own) }
    let foundLog = Self.standing(of: &log, at: logPath) {
      database.head(ofLog: true, byteCount: Self.logHeadBytes)
    }
    self.log = log
    return (found, foundLog)
  }

  /// What cannot be told now is no sign that anything has changed.
  private static func standing(
    of seen: inout Seen,
    at path: String,
    head: () -> [UInt8]?
  ) -> Standing {
    do throws(SystemError) {
      let facts = try Files.facts(of: path)
      guard seen.isSameFile(facts) else { return .other }
      guard seen.hasChanged(facts) else { return .own }
      // One that was only touched has the same head.
      guard head() == seen.head else { return .other }
      seen = Seen(facts, seen.head)
      return .own
    } catch {
      return error.code == ENOENT || error.code == ENOTDIR ? .gone : .own
    }
  }

  /// Puts the log back that was put aside; whether it is there again.
  private func putBack(_ keptLog: String) -> Bool {
    guard let folder = path.parentPath.map(String.init),
      let open = try? Files.open(folder, O_RDONLY | O_DIRECTORY)
    else { return false }
    let name = String(logPath.lastPathComponent)
    return (try? Files.move(keptLog, in: open, to: name, in: open, replaces: false)) != nil
  }

  /// What is known of a file since the daemon wrote to it last.
  private struct Seen {
    private let device: dev_t
    private let node: ino_t
    private let size: off_t
    private let changed: timespec
    let head: [UInt8]?

    init(_ facts: stat, _ head: [UInt8]?) {
      (device, node) = (facts.st_dev, facts.st_ino)
      (size, changed, self.head) = (facts.st_size, facts.st_mtim, head)
    }

    func isSameFile(_ facts: stat) -> Bool { (facts.st_dev, facts.st_ino) == (device, node) }

    func hasChanged(_ facts: stat) -> Bool {
      (facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        != (size, changed.tv_sec, changed.tv_nsec)
    }
  }

  /// The heads of SQLite's files: that of the database has a number for each time that the log was copied into it, and
  /// that of the log has a salt for each time that it was begun.
  private static let fileHeadBytes = 100
  private static let logHeadBytes = 32

  // MARK: What is said

  static let gone =
    "the file or its log was moved, removed or replaced while the daemon had it open; stop the daemon, then put "
    + "both back together (journal.sqlite and journal.sqlite-wal), or move both away to begin a new journal"

  static func replaced(_ keptLog: String) -> String {
    "the file was replaced or written by another program while the daemon had it open, and its log is kept as "
      + "\(keptLog); restart the daemon to use the file that is there now, or stop it, and put the file of before "
      + "back together with that log (as journal.sqlite-wal)"
  }
}
