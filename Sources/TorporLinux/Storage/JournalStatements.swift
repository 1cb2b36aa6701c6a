internal import TorporSQLite

/// The tables of the journal and every statement on them, prepared once.
struct JournalStatements {
  let insertEntry: Statement
  let selectEntries: Statement
  let dropEntries: Statement
  let putSnapshot: Statement
  let selectSnapshot: Statement
  let insertDecision: Statement
  let selectDecisions: Statement
  let selectDecisionsAbout: Statement
  let dropDecisions: Statement
  let putRecipe: Statement
  let removeRecipe: Statement
  let selectOwners: Statement
  let selectRecipe: Statement

  init(_ database: Database) throws(SQLiteError) {
    insertEntry = try database.prepare(
      "INSERT INTO journal (sequence, at, bytes) VALUES (?1, ?2, ?3)",
      for: "write to"
    )
    selectEntries = try database.prepare(
      "SELECT sequence, at, bytes FROM journal WHERE sequence > ?1 ORDER BY sequence",
      for: "read"
    )
    dropEntries = try database.prepare(
      "DELETE FROM journal WHERE sequence <= ?1",
      for: "write the snapshot to"
    )
    putSnapshot = try database.prepare(
      "INSERT OR REPLACE INTO snapshot (id, sequence, at, bytes) VALUES (1, ?1, ?2, ?3)",
      for: "write the snapshot to"
    )
    selectSnapshot = try database.prepare("SELECT sequence, at, bytes FROM snapshot", for: "read")
    insertDecision = try database.prepare(
      "INSERT INTO ledger (sequence, at, app, wall, bytes) VALUES (?1, ?2, ?3, ?4, ?5)",
      for: "write to"
    )
    let decisions = "SELECT sequence, at, app, wall, bytes FROM ledger WHERE sequence > ?1"
    let newestFirst = "ORDER BY sequence DESC LIMIT ?2"
    selectDecisions = try database.prepare("\(decisions) \(newestFirst)", for: "read")
    selectDecisionsAbout = try database.prepare(
      "\(decisions) AND app = ?3 \(newestFirst)",
      for: "read"
    )
    dropDecisions = try database.prepare("DELETE FROM ledger WHERE sequence <= ?1", for: "write to")
    putRecipe = try database.prepare(
      "INSERT OR REPLACE INTO recipes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      for: "write to"
    )
    removeRecipe = try database.prepare("DELETE FROM recipes WHERE app = ?1", for: "write to")
    selectRecipe = try database.prepare("SELECT * FROM recipes WHERE app = ?1", for: "read")
    selectOwners = try database.prepare(
      "SELECT app, user_id, group_id, container FROM recipes ORDER BY app",
      for: "read"
    )
  }

  static let putAnchor =
    "INSERT OR REPLACE INTO clock (id, boot_id, boottime, device, wall) VALUES (1, ?1, ?2, ?3, ?4)"
  static let selectAnchor = "SELECT boot_id, boottime, device, wall FROM clock"
  static let selectLatest = """
    SELECT max(
      coalesce((SELECT at FROM snapshot), 0),
      coalesce((SELECT at FROM journal ORDER BY sequence DESC LIMIT 1), 0))
    """

  /// The tables of a new file.
  ///
  /// All times are nanoseconds: `at` and `device` on the device's time line, `wall` since 1970,
  /// `boottime` since the machine started. Lists are texts that each end with a zero byte.
  static let schema = """
    CREATE TABLE journal (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, bytes BLOB NOT NULL);
    CREATE TABLE snapshot (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sequence INTEGER NOT NULL, at INTEGER NOT NULL, bytes BLOB NOT NULL);
    CREATE TABLE ledger (
      sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, app TEXT,
      wall INTEGER NOT NULL, bytes BLOB NOT NULL);
    CREATE INDEX ledger_by_app ON ledger (app, sequence);
    CREATE TABLE recipes (
      app TEXT PRIMARY KEY, executable TEXT NOT NULL, arguments BLOB NOT NULL,
      environment BLOB NOT NULL, working_directory TEXT NOT NULL,
      user_id INTEGER NOT NULL, group_id INTEGER NOT NULL, container TEXT) WITHOUT ROWID;
    CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      boot_id TEXT NOT NULL, boottime INTEGER NOT NULL,
      device INTEGER NOT NULL, wall INTEGER NOT NULL);
    PRAGMA user_version = 2;
    """
}
