internal import CSQLite
internal import Glibc
internal import TorporPosix

/// What SQLite said about a failed call.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb that fits after "cannot".
  public let operation: String
  /// The file.
  public let path: String
  /// The extended result code.
  public let code: Int32
  /// SQLite's own sentence.
  public let text: String
  /// The errno beneath, or 0.
  public let systemCode: Int32

  /// Makes an error from its facts; code 0 where SQLite itself had nothing against it.
  public init(operation: String, path: String, code: Int32, text: String, systemCode: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
    self.text = text
    self.systemCode = systemCode
  }

  /// Whether it is for want of room: SQLite found the disk full, or the kernel said so.
  public var isDiskFull: Bool {
    code & 0xff == SQLITE_FULL || [ENOSPC, EDQUOT].contains(systemCode)
  }

  /// What SQLite says of a file that does not begin as its own do.
  static func notADatabase(_ path: String) -> SQLiteError {
    let text = String(cString: sqlite3_errstr(SQLITE_NOTADB))
    return SQLiteError(
      operation: "open",
      path: path,
      code: SQLITE_NOTADB,
      text: text,
      systemCode: 0
    )
  }

  /// A file that cannot be read before SQLite opens it.
  static func unreadable(_ path: String, _ cause: SystemError) -> SQLiteError {
    SQLiteError(
      operation: "open",
      path: path,
      code: SQLITE_CANTOPEN,
      text: String(cString: sqlite3_errstr(SQLITE_CANTOPEN)),
      systemCode: cause.code
    )
  }

  /// A log that continues another file, and cannot be moved.
  static func foreignLog(beside path: String, _ cause: SystemError) -> SQLiteError {
    SQLiteError(
      operation: "open",
      path: path,
      code: 0,
      text:
        "the file was replaced while no process had it open, and the log beside it (\(path)-wal) continues another "
        + "one and cannot be renamed: \(SystemError.text(of: cause.code)); move the log away, or put its own file back",
      systemCode: 0
    )
  }

  /// Whether the file is not a database, or a damaged one.
  public var isCorrupt: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff) }

  /// Whether another process has the file open.
  public var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff) }

  /// One sentence: "cannot open /x/journal.sqlite: unable to open database file (SQLite 14)".
  public var description: String {
    let beneath = systemCode == 0 ? "" : ", \(SystemError.text(of: systemCode))"
    return "cannot \(operation) \(path): \(text) (SQLite \(code)\(beneath))"
  }
}

/// One connection to an SQLite database; belongs to one thread.
public final class Database {
  /// The file.
  public let path: String
  private let handle: OpaquePointer
  /// Prepared by the first transaction: read anew, the two cost as much as a row.
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?

  /// Opens the file, or makes it.
  ///
  /// - Throws: `SQLiteError` when it cannot be opened.
  public init(path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    // One thread: SQLite's own locks are not needed.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle, code == SQLITE_OK else {
      let error = SQLiteError(
        operation: "open",
        path: path,
        code: code,
        text: handle.map { String(cString: sqlite3_errmsg($0)) }
          ?? String(cString: sqlite3_errstr(code)),
        systemCode: handle.map { sqlite3_system_errno($0) } ?? 0
      )
      sqlite3_close_v2(handle)
      throw error
    }
    self.path = path
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(begin)
    sqlite3_finalize(commit)
    // Statements that are still alive keep the connection until they go.
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows.
  ///
  /// - Throws: `SQLiteError` of the first that fails; those before it are done.
  public func execute(_ statements: String, for operation: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, statements, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(operation, code) }
  }

  /// Prepares one statement to be run many times.
  ///
  /// - Throws: `SQLiteError` when it is wrong, or the database cannot be read.
  public func prepare(
    _ statement: String,
    for operation: String
  ) throws(SQLiteError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle,
      statement,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &prepared,
      nil
    )
    guard code == SQLITE_OK, let prepared else { throw error(operation, code) }
    return Statement(prepared, of: self, operation: operation)
  }

  /// Has the files stay byte for byte as they are when this connection closes, which otherwise copies the
  /// write-ahead log into the database and removes it.
  public func leaveLogAtClose(_ leaves: Bool) {
    // It fails only for a setting that this SQLite does not know; then the copy changes no content.
    _ = torpor_sqlite_leave_log(handle, leaves ? 1 : 0)
  }

  /// The first bytes of the file, or of its write-ahead log, as this connection has it open; `nil` where they cannot be
  /// read.
  public func head(ofLog: Bool, byteCount: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let code = torpor_sqlite_read_head(handle, ofLog ? 1 : 0, &bytes, Int32(byteCount))
    return code == SQLITE_OK ? bytes : nil
  }

  /// The number that says which state of the database its log continues.
  ///
  /// - Throws: `SQLiteError` when the database cannot be read.
  package func epoch() throws(SQLiteError) -> LogEpoch {
    var number: Int64 = 0
    try prepare("PRAGMA application_id", for: "read").run { row in number = row.integer(0) }
    return LogEpoch(number: number)
  }

  /// Gives the database that number, in the transaction under way; writes its first page, also where it has it already.
  ///
  /// - Throws: `SQLiteError` where it cannot be written.
  package func write(_ epoch: LogEpoch) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(epoch.number)", for: "write to")
  }

  /// How many pages the write-ahead log had after the last commit of this connection; counted from
  /// `leaveLogToCaller` on.
  public private(set) var logPageCount = 0

  /// Leaves it to the caller when the write-ahead log is copied into the database (`copyLog`), and counts its pages.
  ///
  /// Otherwise SQLite copies it at the end of a commit, which takes as long as the disk takes for all of it.
  public func leaveLogToCaller() {
    // The hook takes the place of SQLite's own, which is what copies. It lives as long as the connection.
    let counter = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      handle,
      { counter, _, _, pages in
        if let counter {
          Unmanaged<Database>.fromOpaque(counter).takeUnretainedValue().logPageCount = Int(pages)
        }
        return SQLITE_OK
      },
      counter
    )
  }

  /// Copies the write-ahead log into the database, as far as nobody uses it, and waits for the disk.
  ///
  /// Another connection may write meanwhile. Returns how many pages the log has, and how many of them are copied; once
  /// that is all, the next commit begins the log anew.
  ///
  /// - Throws: `SQLiteError` where the disk does not take it, or another connection copies.
  public func copyLog(for operation: String) throws(SQLiteError) -> (pages: Int, copied: Int) {
    var (pages, copied): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      handle,
      nil,
      SQLITE_CHECKPOINT_PASSIVE,
      &pages,
      &copied
    )
    guard code == SQLITE_OK else { throw error(operation, code) }
    return (Int(pages), Int(copied))
  }

  /// The number of the row that was last inserted into a table that has numbers.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement that changes some has changed.
  public var changedRowCount: Int { Int(sqlite3_changes(handle)) }

  /// Does all of it or nothing.
  ///
  /// - Throws: `SQLiteError` of the body or of the commit; the database is as before then.
  public func transaction(
    for operation: String,
    _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try begin(for: operation)
    do throws(SQLiteError) {
      try body()
    } catch {
      rollBack()
      throw error
    }
    try commit(for: operation)
  }

  /// Begins a transaction; one that is not committed when the connection closes never was.
  ///
  /// - Throws: `SQLiteError` when another process writes.
  public func begin(for operation: String) throws(SQLiteError) {
    try step(&begin, "BEGIN IMMEDIATE", for: operation)
  }

  /// Commits the transaction.
  ///
  /// - Throws: `SQLiteError`; the database is as before the transaction then.
  public func commit(for operation: String) throws(SQLiteError) {
    do throws(SQLiteError) {
      try step(&commit, "COMMIT", for: operation)
    } catch {
      rollBack()
      throw error
    }
  }

  /// SQLite rolls back by itself after some errors; then there is nothing to roll back.
  private func rollBack() { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }

  /// Runs a statement without values or rows, and prepares it where that was not done.
  private func step(
    _ statement: inout OpaquePointer?,
    _ text: String,
    for operation: String
  ) throws(SQLiteError) {
    if statement == nil {
      let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
      let code = sqlite3_prepare_v3(handle, text, -1, flags, &statement, nil)
      guard code == SQLITE_OK else { throw error(operation, code) }
    }
    let code = sqlite3_step(statement)
    defer { sqlite3_reset(statement) }
    guard code == SQLITE_DONE else { throw error(operation, code) }
  }

  func error(_ operation: String, _ code: Int32) -> SQLiteError {
    SQLiteError(
      operation: operation,
      path: path,
      code: code,
      text: String(cString: sqlite3_errmsg(handle)),
      systemCode: code & 0xff == SQLITE_IOERR || code & 0xff == SQLITE_CANTOPEN
        ? sqlite3_system_errno(handle) : 0
    )
  }
}
