internal import TorporSQLite

/// The tables of the journal, and which versions of them this program reads.
enum JournalSchema {
  /// The version of the tables below; `PRAGMA user_version` of the file.
  private static let version = 3

  /// Makes the tables in a new file, and turns down one that another version has written: what is in
  /// them, the device and its inputs, is read by the version that wrote it alone.
  static func setUp(_ database: Database) throws(SQLiteError) {
    let found = try writtenVersion(of: database)
    guard found == 0 || found == version else {
      throw SQLiteError(
        operation: "open",
        path: database.path,
        code: 0,
        text: found > version ? tooNew(found) : tooOld(found),
        systemCode: 0
      )
    }
    guard found == 0 else { return }
    try database.transaction(for: "set up") { () throws(SQLiteError) in
      try database.execute(tables, for: "set up")
    }
  }

  private static func writtenVersion(of database: Database) throws(SQLiteError) -> Int {
    var found = 0
    try database.prepare("PRAGMA user_version", for: "open").run { row in
      found = Int(row.integer(0))
    }
    return found
  }

  private static func tooOld(_ found: Int) -> String {
    "it was written by an earlier Torpor (schema \(found)), and this one reads schema "
      + "\(version) alone; give another state folder and install the apps there, or go on with "
      + "that version: the file stays as it is"
  }

  private static func tooNew(_ found: Int) -> String {
    "it was written by a newer Torpor (schema \(found), this one knows \(version)); "
      + "install that version, or give another state folder"
  }

  /// The tables of a new file.
  ///
  /// All times are nanoseconds: `at` and `device` on the device's time line, `wall` since 1970,
  /// `boottime` since the machine started. Lists are texts that each end with a zero byte. What the
  /// transfers of each user take is added up as they come and go: to look at all of them would take
  /// a tenth of a second.
  private static let tables = """
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
    PRAGMA user_version = \(version);
    """
}
