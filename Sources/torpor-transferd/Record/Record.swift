import Glibc
import TorporModel
import TorporPosix
import TorporSQLite

/// The state that outlives this process: one row for each transfer, in SQLite.
///
/// Changes are collected and written by `commit`, one transaction for many. SQLite is configured not to sync
/// (`synchronous=NORMAL` syncs only at checkpoints), so that the thread that transfers bytes never waits for the disk:
/// a commit survives the end of this process at once, and a crash of the machine once the sync thread has synced
/// `logFile`, as SQLite itself would have done.
final class Record {
  private let database: Database
  private let select: Statement
  private let replace: Statement
  private let delete: Statement
  private var epochs: EpochCounter
  /// The state of the file when its log was last seen to be copied into it.
  private var copiedAt: timespec?
  /// The changed rows; `nil`: the row is removed.
  private var changes: [TransferIdentifier: RecordRow?] = [:]
  /// The transfers that have rows, or may have: the database is not queried for ten thousand new ones.
  private var known: Set<TransferIdentifier>
  /// SQLite's write-ahead log; its sync makes all commits durable.
  let logFile: OpenFile
  /// The identifier of the machine's current boot.
  let bootID: String
  /// The name of another record's log, which was beside this one and was moved away; `nil`: there was none.
  let foreignLog: String?

  /// Returns the message about that.
  static func replaced(_ foreignLog: String) -> String {
    "record.sqlite was replaced while no service had it open, and is used as it is now; the log of the file that was "
      + "there before is kept as \(foreignLog)"
  }

  /// The number of pages of the log at which it is copied to the database, with two syncs: 16 MiB, about 40,000
  /// transfers.
  ///
  /// Our choice.
  static let checkpointPages = 4096

  init(folder: String) throws {
    let path = folder + "/record.sqlite"
    foreignLog = try (try? WriteAheadLog(beside: path))?.putAsideIfForeign(beside: path)
    database = try Database(path: path)
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = \(Record.checkpointPages);
      PRAGMA locking_mode = EXCLUSIVE;
      """,
      for: "set up"
    )
    try Record.makeTable(in: database)
    epochs = try EpochCounter(of: database)
    select = try database.prepare(RecordStatements.select, for: "read")
    replace = try database.prepare(RecordStatements.replace, for: "write")
    delete = try database.prepare(RecordStatements.delete, for: "write")
    var known: Set<TransferIdentifier> = []
    try database.prepare(RecordStatements.selectAll, for: "read").run { row in
      known.insert(RecordStatements.transfer(row))
    }
    self.known = known
    logFile = OpenFile(try Files.open(path + "-wal", O_RDONLY), path: path + "-wal")
    bootID = try Files.read("/proc/sys/kernel/random/boot_id").filter { !$0.isWhitespace }
    // The names of the database and its log.
    try Files.sync(Files.open(folder, O_RDONLY | O_DIRECTORY), folder)
  }

  /// Makes the table, or brings that of an earlier version to this one's columns.
  private static func makeTable(in database: Database) throws(SQLiteError) {
    var names: Set<String> = []
    try database.prepare(RecordStatements.columnNames, for: "read").run { row in
      if let name = row.text(0) { names.insert(name) }
    }
    let later = RecordStatements.laterColumns.filter { !names.contains($0.0) }
    guard names.isEmpty || !later.isEmpty else { return }
    try database.transaction(for: "set up") { () throws(SQLiteError) in
      try database.execute(RecordStatements.schema, for: "set up")
      for (name, kind) in later {
        try database.execute("ALTER TABLE transfers ADD COLUMN \(name) \(kind)", for: "set up")
      }
      // The log that has this in it continues the file as it was found, and no other.
      try database.write(database.epoch().successor)
    }
  }

  /// Returns the row of the transfer, including uncommitted changes; `nil` if there is none.
  func row(of transfer: TransferIdentifier) throws(SQLiteError) -> RecordRow? {
    if let change = changes[transfer] { return change }
    guard known.contains(transfer) else { return nil }
    var found: RecordRow?
    try select.run([.integer(Int64(bitPattern: transfer.rawValue))]) { row in
      found = RecordStatements.row(row)
    }
    return found
  }

  /// Replaces the row with the next commit.
  func save(_ row: RecordRow) {
    known.insert(row.transfer)
    changes[row.transfer] = .some(row)
  }

  /// Removes the row with the next commit.
  func remove(_ transfer: TransferIdentifier) {
    guard known.remove(transfer) != nil else { return }
    changes[transfer] = .some(nil)
  }

  /// Writes all changes in one transaction.
  ///
  /// - Throws: `SQLiteError`; the changes are then still pending.
  func commit() throws(SQLiteError) {
    guard !changes.isEmpty else { return }
    let changes = self.changes
    noteCopied()
    try database.transaction(for: "write") { () throws(SQLiteError) in
      try epochs.write(to: database)
      for (transfer, row) in changes {
        if let row {
          try replace.run(RecordStatements.values(of: row))
        } else {
          try delete.run([.integer(Int64(bitPattern: transfer.rawValue))])
        }
      }
    }
    epochs.noteCommitted()
    self.changes.removeAll(keepingCapacity: changes.count <= 1024)
  }

  /// The file itself is written only when its log is copied into it.
  private func noteCopied() {
    guard let written = (try? Files.facts(of: database.path))?.st_mtim else { return }
    if let copiedAt, (copiedAt.tv_sec, copiedAt.tv_nsec) == (written.tv_sec, written.tv_nsec) {
      return
    }
    copiedAt = written
    epochs.noteCopied()
  }
}
