internal import TorporSQLite

/// The tables of the journal and every statement on them, prepared once.
struct JournalStatements {
  // Shape: one property for each prepared statement.
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
  let insertTransfer: Statement
  let updateTransferDetail: Statement
  let removeTransfer: Statement
  let selectTransfer: Statement
  let selectTransferBytes: Statement

  init(_ database: Database) throws(SQLiteError) {
    insertEntry = try database.prepare(
      "INSERT INTO journal (sequence, at, bytes, format) VALUES (?1, ?2, ?3, ?4)",
      for: "write to"
    )
    selectEntries = try database.prepare(
      "SELECT sequence, at, bytes, format FROM journal WHERE sequence > ?1 ORDER BY sequence",
      for: "read"
    )
    dropEntries = try database.prepare(
      "DELETE FROM journal WHERE sequence <= ?1",
      for: "write the snapshot to"
    )
    putSnapshot = try database.prepare(
      "INSERT OR REPLACE INTO snapshot (id, sequence, at, bytes, format) "
        + "VALUES (1, ?1, ?2, ?3, ?4)",
      for: "write the snapshot to"
    )
    selectSnapshot = try database.prepare(
      "SELECT sequence, at, bytes, format FROM snapshot",
      for: "read"
    )
    insertDecision = try database.prepare(
      "INSERT INTO ledger (sequence, at, app, wall, bytes, format) "
        + "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      for: "write to"
    )
    let decisions =
      "SELECT sequence, at, app, wall, bytes, format FROM ledger "
      + "WHERE sequence > ?1 AND sequence < ?3"
    let newestFirst = "ORDER BY sequence DESC LIMIT ?2"
    selectDecisions = try database.prepare("\(decisions) \(newestFirst)", for: "read")
    selectDecisionsAbout = try database.prepare(
      "\(decisions) AND app = ?4 \(newestFirst)",
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
    let places = (1...24).map { "?\($0)" }.joined(separator: ", ")
    // A request that is repeated after a lost reply gets the same numbers: the first one stands.
    insertTransfer = try database.prepare(
      "INSERT OR IGNORE INTO transfers VALUES (\(places))",
      for: "write to"
    )
    updateTransferDetail = try database.prepare(
      "UPDATE transfers SET path = ?1, final_url = ?2, mime_type = ?3, cause = ?4, "
        + "challenge_host = ?5, challenge_scheme = ?6, challenge_realm = ?7, "
        + "challenge_is_proxy = ?8 WHERE transfer = ?9",
      for: "write to"
    )
    removeTransfer = try database.prepare(
      "DELETE FROM transfers WHERE transfer = ?1",
      for: "write to"
    )
    selectTransfer = try database.prepare(
      "SELECT * FROM transfers WHERE transfer = ?1",
      for: "read"
    )
    selectTransferBytes = try database.prepare(
      "SELECT bytes FROM transfer_bytes WHERE user_id = ?1",
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
}
