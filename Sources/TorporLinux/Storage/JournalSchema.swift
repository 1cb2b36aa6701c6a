internal import TorporCore
internal import TorporSQLite

/// The tables of the journal, and how those of each earlier format become them.
enum JournalSchema {
  /// Makes the tables in a new file.
  static func make(in database: Database) throws(SQLiteError) {
    try database.transaction(for: "set up") { () throws(SQLiteError) in
      try database.execute(firstTables, for: "set up")
      try migrate(from: JournalFormat.oldest, database)
    }
  }

  /// Brings the tables of an earlier format to this one, in a transaction of the caller's.
  static func migrate(from found: Int, _ database: Database) throws(SQLiteError) {
    for format in found..<JournalFormat.current {
      try database.execute(steps[format] ?? "", for: "upgrade")
    }
    try database.execute("PRAGMA user_version = \(JournalFormat.current)", for: "upgrade")
    // The log that has this in it continues the file as it was found, and no other.
    try database.write(database.epoch().successor)
  }

  /// The format of the file, 0 for a new one.
  ///
  /// - Throws: `SQLiteError` for one that this build does not read.
  static func format(of database: Database) throws(SQLiteError) -> Int {
    var found = 0
    try database.prepare("PRAGMA user_version", for: "open").run { row in
      found = Int(row.integer(0))
    }
    guard found == 0 || (JournalFormat.oldest...JournalFormat.current).contains(found) else {
      throw SQLiteError(
        operation: "open",
        path: database.path,
        code: 0,
        text: found > JournalFormat.current ? tooNew(found) : tooOld(found),
        systemCode: 0
      )
    }
    return found
  }

  private static var readable: String {
    "this one reads \(JournalFormat.oldest) to \(JournalFormat.current)"
  }

  private static func tooOld(_ found: Int) -> String {
    "it has format \(found), from the first day of Torpor's development, and \(readable); nothing was "
      + "changed. Move the state folder away, or give another one with --state, and install the apps "
      + "there again"
  }

  private static func tooNew(_ found: Int) -> String {
    "it was written by a newer Torpor (format \(found); \(readable)); nothing was changed. Install "
      + "that version again; to go back all the same, save what it holds there with `torpor export`, and "
      + "import that here into another state folder"
  }

  /// What the tables of a format need to become those of the next; where nothing is named, they are the same.
  ///
  /// A record without a number is of format 3.
  static let steps: [Int: String] = [
    3: """
    ALTER TABLE journal ADD COLUMN format INTEGER NOT NULL DEFAULT 3;
    ALTER TABLE snapshot ADD COLUMN format INTEGER NOT NULL DEFAULT 3;
    ALTER TABLE ledger ADD COLUMN format INTEGER NOT NULL DEFAULT 3;
    """
  ]

  /// The tables of the oldest format; a new file gets them and every step, as a migrated one has had them.
  ///
  /// All times are nanoseconds: `at` and `device` on the device's time line, `wall` since 1970,
  /// `boottime` since the machine started. Lists are texts that each end with a zero byte. What the
  /// transfers of each user take is added up as they come and go: to look at all of them would take
  /// a tenth of a second.
  static let firstTables = """
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
    CREATE TABLE transfers (
      transfer INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, group_id INTEGER NOT NULL,
      url TEXT NOT NULL, method TEXT, headers BLOB NOT NULL, source_root TEXT, source_path TEXT,
      destination_root TEXT, destination_path TEXT, destination_flags INTEGER, sha256 TEXT,
      bytes_per_second_max INTEGER, upload_resumption TEXT NOT NULL, label TEXT,
      path TEXT, final_url TEXT, mime_type TEXT, cause TEXT, challenge_host TEXT,
      challenge_scheme TEXT, challenge_realm TEXT, challenge_is_proxy INTEGER,
      bytes INTEGER NOT NULL);
    CREATE TABLE transfer_bytes (user_id INTEGER PRIMARY KEY, bytes INTEGER NOT NULL);
    CREATE TRIGGER transfer_comes AFTER INSERT ON transfers BEGIN
      INSERT INTO transfer_bytes VALUES (NEW.user_id, NEW.bytes)
        ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + NEW.bytes;
    END;
    CREATE TRIGGER transfer_goes AFTER DELETE ON transfers BEGIN
      UPDATE transfer_bytes SET bytes = bytes - OLD.bytes WHERE user_id = OLD.user_id;
    END;
    CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      boot_id TEXT NOT NULL, boottime INTEGER NOT NULL,
      device INTEGER NOT NULL, wall INTEGER NOT NULL);
    """
}
