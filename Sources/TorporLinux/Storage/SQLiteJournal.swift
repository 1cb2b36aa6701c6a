internal import Glibc
package import TorporCore
package import TorporModel
internal import TorporPosix
internal import TorporSQLite

/// The journal, the ledger, the recipes and the contents of transfers in one SQLite file.
///
/// Write-ahead log; one transaction for each call. The file is opened for this process alone: a
/// second daemon on the same state folder is told so instead of mixing two devices, and no shared
/// memory file is needed, which on a full disk would be one more thing to fail. Nothing else reads
/// the file while a daemon runs; programs ask the daemon.
package final class SQLiteJournal: JournalPort {
  package let path: String
  let database: Database
  var place: JournalPlace?
  private let statements: JournalStatements
  private var isSyncingEachCommit: Bool
  private var decisionsSincePruning = 0
  let recipeFiles: RecipeFiles
  /// What was lost of the file while no daemon had it open, as a clause; `nil`: nothing that shows.
  package let damage: String?
  /// That the whole journal is gone, and what is left of it, as a clause; `nil`: it is not.
  package let loss: String?
  /// That the log was not that of the file, and what is kept of it, as a clause; `nil`: it was.
  package let replacement: String?
  /// Whether the tables were brought to this build's format in a transaction that `accept` commits.
  private var isUpgrading = false

  /// Opens the journal at the path, or makes it; `clockAnchor` and `load` tell what it holds.
  ///
  /// One of an earlier format is read as it will be, and is what it was until `accept`.
  ///
  /// - Throws: `JournalFailure` when the folder cannot be written, the file is in use, is damaged,
  ///   or has a format that this build does not read; then nothing of it was changed.
  package init(path: String) throws(JournalFailure) {
    self.path = path
    isSyncingEachCommit = true
    // Opened, the log is copied into whatever file is there, up to the damage, and then written over.
    loss = JournalRemains.keep(at: path)
    let log = try? WriteAheadLog(beside: path)
    do throws(SQLiteError) {
      replacement = try log?.putAsideIfForeign(beside: path).map { kept in
        JournalRemains.replaced(kept, isLogDamaged: log?.damage != nil, at: path)
      }
    } catch {
      throw JournalFailure(error)
    }
    damage = log?.damage?.description
    do throws(SQLiteError) {
      SQLiteJournal.keepPrivate(path)
      let database = try Database(path: path)
      database.leaveLogAtClose(true)
      // Before anything is read: no file of shared memory is made.
      try database.execute("PRAGMA locking_mode = EXCLUSIVE", for: "open")
      let format = try JournalSchema.format(of: database)
      try database.execute(SQLiteJournal.settings, for: "open")
      if format == 0 {
        try JournalSchema.make(in: database)
      } else if format < JournalFormat.current {
        try database.begin(for: "upgrade")
        try JournalSchema.migrate(from: format, database)
        isUpgrading = true
      }
      statements = try JournalStatements(database)
      self.database = database
      place = try JournalPlace(path: path, of: database)
      let folder = path.parentPath.map { $0 + "/" } ?? ""
      recipeFiles = RecipeFiles(folder: folder + "environments")
    } catch {
      throw JournalFailure(error, after: replacement)
    }
  }

  /// Keeps the upgrade of a file that could be read; before this nothing in the folder was changed.
  ///
  /// - Throws: `JournalFailure` when it could not be written; then the file is as it was.
  package func accept() throws(JournalFailure) {
    do throws(SQLiteError) {
      if isUpgrading { try database.commit(for: "upgrade") }
      isUpgrading = false
      database.leaveLogAtClose(false)
      defer { place?.noteWritten() }
      try moveEnvironmentsOut()
    } catch {
      throw JournalFailure(error)
    }
  }

  /// Makes the file, if it is not there, so that only its owner can read it.
  ///
  /// SQLite gives the files beside it the same mode. What goes wrong here, SQLite meets again and
  /// says.
  private static func keepPrivate(_ path: String) {
    _ = try? Files.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    for name in [path, path + "-wal"] { try? Files.setMode(0o600, of: name) }
  }

  /// Adds one turn.
  ///
  /// - Throws: `JournalFailure` when it could not be written; then nothing of it was.
  package func commit(_ turn: TurnRecord) throws(JournalFailure) {
    try place?.check()
    do throws(SystemError) {
      for (app, recipe) in turn.newRecipes { try recipeFiles.write(recipe, of: app) }
    } catch {
      throw JournalFailure(
        operation: error.operation,
        path: error.subject,
        cause: error.description,
        isDiskFull: error.code == ENOSPC || error.code == EDQUOT
      )
    }
    try write(for: "write to", isDurable: turn.isDurable) { () throws(SQLiteError) in
      for entry in turn.entries {
        try statements.insertEntry.run([
          .integer(Int64(bitPattern: entry.sequence)), .integer(entry.at.nanoseconds),
          .bytes(entry.bytes), .integer(Int64(entry.format)),
        ])
      }
      for decision in turn.decisions { try insert(decision) }
      for (app, recipe) in turn.newRecipes {
        try statements.putRecipe.run(RecipeColumns.values(of: recipe, for: app))
      }
      for app in turn.removedRecipes { try statements.removeRecipe.run([.text(app.text)]) }
      try writeTransfers(of: turn)
      try pruneLedger(adding: turn.decisions)
    }
    // One that came and went in the turn has no row either.
    for app in turn.removedRecipes { recipeFiles.remove(app) }
  }

  /// Replaces the snapshot and drops the entries that it contains; on the disk when it returns.
  ///
  /// - Throws: `JournalFailure` when it could not be written; the old one is still there.
  package func writeSnapshot(_ snapshot: SnapshotRecord) throws(JournalFailure) {
    try place?.check()
    try write(for: "write the snapshot to", isDurable: true) { () throws(SQLiteError) in
      let sequence = Int64(bitPattern: snapshot.sequence)
      try statements.putSnapshot.run([
        .integer(sequence), .integer(snapshot.at.nanoseconds), .bytes(snapshot.bytes),
        .integer(Int64(snapshot.format)),
      ])
      try statements.dropEntries.run([.integer(sequence)])
    }
  }

  /// The last snapshot, and every entry after it in order.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  package func load() throws(JournalFailure) -> (
    snapshot: SnapshotRecord?, entries: [JournalEntry]
  ) {
    var snapshot: SnapshotRecord?
    var entries: [JournalEntry] = []
    do throws(SQLiteError) {
      try statements.selectSnapshot.run { row in
        snapshot = SnapshotRecord(
          sequence: UInt64(bitPattern: row.integer(0)),
          at: Instant(nanoseconds: row.integer(1)),
          bytes: row.bytes(2),
          format: Int(row.integer(3))
        )
      }
      try statements.selectEntries.run([.integer(Int64(bitPattern: snapshot?.sequence ?? 0))]) {
        row in
        entries.append(
          JournalEntry(
            sequence: UInt64(bitPattern: row.integer(0)),
            at: Instant(nanoseconds: row.integer(1)),
            bytes: row.bytes(2),
            format: Int(row.integer(3))
          )
        )
      }
    } catch {
      throw JournalFailure(error)
    }
    return (snapshot, entries)
  }

  /// The newest ledger rows that match and lie between the two, newest last.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  package func decisions(
    about app: AppIdentifier?,
    after sequence: UInt64,
    before end: UInt64,
    countMax: Int
  ) throws(JournalFailure) -> [LedgerEntry] {
    let bounds: [Statement.Value] = [
      .integer(Int64(clamping: sequence)), .integer(Int64(max(0, countMax))),
      .integer(Int64(clamping: end)),
    ]
    var newestFirst: [LedgerEntry] = []
    do throws(SQLiteError) {
      let statement = app == nil ? statements.selectDecisions : statements.selectDecisionsAbout
      try statement.run(bounds + (app.map { [.text($0.text)] } ?? [])) { row in
        newestFirst.append(
          LedgerEntry(
            sequence: UInt64(bitPattern: row.integer(0)),
            at: Instant(nanoseconds: row.integer(1)),
            app: row.text(2).flatMap { AppIdentifier($0) },
            wallNanoseconds: row.integer(3),
            bytes: row.bytes(4),
            format: Int(row.integer(5))
          )
        )
      }
    } catch {
      throw JournalFailure(error)
    }
    return newestFirst.reversed()
  }

  /// Whose each app and each job is.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  package func owners() throws(JournalFailure) -> [AppIdentifier: RecipeOwner] {
    var owners: [AppIdentifier: RecipeOwner] = [:]
    do throws(SQLiteError) {
      try statements.selectOwners.run { row in
        guard let app = row.text(0).flatMap({ AppIdentifier($0) }) else { return }
        owners[app] = RecipeColumns.owner(from: row)
      }
    } catch {
      throw JournalFailure(error)
    }
    return owners
  }

  /// How an app is started.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  package func recipe(of app: AppIdentifier) throws(JournalFailure) -> LaunchRecipe? {
    var recipe: LaunchRecipe?
    do throws(SQLiteError) {
      try statements.selectRecipe.run([.text(app.text)]) { row in
        recipe = RecipeColumns.recipe(from: row)
      }
    } catch {
      throw JournalFailure(error)
    }
    return recipe.map { recipeFiles.complete($0, of: app) }
  }

  /// What is kept of transfers, in the order asked for.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  package func transfers(
    _ transfers: [TransferIdentifier]
  ) throws(JournalFailure) -> [StoredTransfer?] {
    var found: [StoredTransfer?] = []
    do throws(SQLiteError) {
      for transfer in transfers {
        var stored: StoredTransfer?
        try statements.selectTransfer.run([TransferColumns.number(transfer)]) { row in
          stored = TransferColumns.stored(from: row)
        }
        found.append(stored)
      }
    } catch {
      throw JournalFailure(error)
    }
    return found
  }

  /// The bytes of all transfers of a user.
  ///
  /// - Throws: `JournalFailure` when they cannot be read.
  package func transferBytes(ofUser userID: UInt32) throws(JournalFailure) -> Int {
    var bytes: Int64 = 0
    do throws(SQLiteError) {
      try statements.selectTransferBytes.run([.integer(Int64(userID))]) { row in
        bytes = row.integer(0)
      }
    } catch {
      throw JournalFailure(error)
    }
    return Int(bytes)
  }

  // MARK: Details

  /// Memory is a feature: 256 KiB of pages instead of 2 MiB, and a log that is written back at 256
  /// pages (1 MiB) instead of 1000.
  ///
  /// A turn writes a few pages. Our choice.
  private static let settings = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -256;
    PRAGMA wal_autocheckpoint = 256;
    PRAGMA journal_size_limit = 1048576;
    """

  /// Ledger rows kept, and how many come in before the oldest go: some weeks of a busy desktop at
  /// about 200 bytes a row, hence 20 MB.
  ///
  /// Our choice.
  package static let ledgerRowsMax = 100_000
  private static let decisionsBetweenPruning = 1000

  /// Does all of it in one transaction or nothing; after `place.check`.
  ///
  /// Durable, the disk has it when this returns, with every turn before it, because the log is one file (FULL).
  /// Otherwise the kernel has it, and a crash of the daemon loses nothing (NORMAL).
  ///
  /// - Throws: `JournalFailure` of the body or of the commit.
  func write(
    for operation: String,
    isDurable: Bool,
    _ body: () throws(SQLiteError) -> Void
  ) throws(JournalFailure) {
    defer { place?.noteWritten() }
    do throws(SQLiteError) {
      try setSynchronous(isDurable)
      try inTransaction(for: operation, body)
    } catch {
      throw JournalFailure(error)
    }
  }

  func inTransaction(
    for operation: String,
    _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try database.transaction(for: operation) { () throws(SQLiteError) in
      try place?.epochs.write(to: database)
      try body()
    }
    place?.epochs.noteCommitted()
  }

  private func setSynchronous(_ isDurable: Bool) throws(SQLiteError) {
    guard isDurable != isSyncingEachCommit else { return }
    try database.execute(
      "PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")",
      for: "set up"
    )
    isSyncingEachCommit = isDurable
  }

  private func insert(_ decision: LedgerEntry) throws(SQLiteError) {
    try statements.insertDecision.run([
      .integer(Int64(bitPattern: decision.sequence)), .integer(decision.at.nanoseconds),
      decision.app.map { .text($0.text) } ?? .null, .integer(decision.wallNanoseconds),
      .bytes(decision.bytes), .integer(Int64(decision.format)),
    ])
  }

  private func writeTransfers(of turn: TurnRecord) throws(SQLiteError) {
    for (transfer, stored) in turn.newTransfers {
      try statements.insertTransfer.run(TransferColumns.values(of: stored, for: transfer))
    }
    for (transfer, stored) in turn.replacedTransfers {
      var isThere = false
      let number = TransferColumns.number(transfer)
      try statements.selectTransfer.run([number]) { _ in isThere = true }
      guard isThere else { continue }
      // Not in one statement: the bytes that go would not be counted.
      try statements.removeTransfer.run([number])
      try statements.insertTransfer.run(TransferColumns.values(of: stored, for: transfer))
    }
    for (transfer, detail) in turn.transferDetails {
      try statements.updateTransferDetail.run(TransferColumns.values(of: detail, for: transfer))
    }
    for transfer in turn.removedTransfers {
      try statements.removeTransfer.run([TransferColumns.number(transfer)])
    }
  }

  private func pruneLedger(adding decisions: [LedgerEntry]) throws(SQLiteError) {
    decisionsSincePruning += decisions.count
    guard let newest = decisions.last,
      decisionsSincePruning >= SQLiteJournal.decisionsBetweenPruning
    else { return }
    decisionsSincePruning = 0
    let oldest = Int64(bitPattern: newest.sequence) - Int64(SQLiteJournal.ledgerRowsMax)
    try statements.dropDecisions.run([.integer(oldest)])
  }
}
