import TorporModel
import TorporSQLite

/// The record in SQL: one table, whose columns are the members of `RecordRow` in order.
enum RecordStatements {
  static let schema = """
    CREATE TABLE IF NOT EXISTS transfers (
      transfer INTEGER PRIMARY KEY, stage INTEGER NOT NULL, url TEXT NOT NULL,
      root TEXT, folder TEXT NOT NULL, fresh_name TEXT NOT NULL, name TEXT NOT NULL,
      inode INTEGER NOT NULL, validator TEXT, total_bytes INTEGER, bytes INTEGER NOT NULL,
      synced_bytes INTEGER NOT NULL, boot_id TEXT NOT NULL, status INTEGER NOT NULL,
      path TEXT, final_url TEXT, mime_type TEXT,
      upload_url TEXT, upload_protocol INTEGER, source_bytes INTEGER NOT NULL,
      source_modified INTEGER NOT NULL, source_inode INTEGER NOT NULL
    ) STRICT;
    """
  /// The columns that later versions have added, each with its value for existing rows.
  static let laterColumns = [
    ("best_bytes", "INTEGER NOT NULL DEFAULT 0"),
    ("unanswered_ranges", "INTEGER NOT NULL DEFAULT 0"),
  ]
  static let columnNames = "SELECT name FROM pragma_table_info('transfers')"
  static let select = "SELECT * FROM transfers WHERE transfer = ?1"
  static let selectAll = "SELECT transfer FROM transfers"
  static let replace = """
    INSERT OR REPLACE INTO transfers VALUES
      (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
       ?22, ?23, ?24)
    """
  static let delete = "DELETE FROM transfers WHERE transfer = ?1"

  static func values(of row: RecordRow) -> [Statement.Value] {
    [
      .integer(Int64(bitPattern: row.transfer.rawValue)), .integer(row.stage.rawValue),
      .text(row.url), text(row.root), .text(row.folder), .text(row.freshName), .text(row.name),
      .integer(row.inode), text(row.validator), integer(row.totalBytes), .integer(row.bytes),
      .integer(row.syncedBytes), .text(row.bootID), .integer(Int64(row.status)),
      text(row.path), text(row.finalURL), text(row.mimeType),
      text(row.uploadURL), integer(row.uploadProtocol?.rawValue), .integer(row.sourceBytes),
      .integer(row.sourceModifiedNanoseconds), .integer(row.sourceInode),
      .integer(row.bestBytes), .integer(row.unansweredRanges),
    ]
  }

  /// Returns the transfer to which the row belongs.
  static func transfer(_ columns: borrowing Statement.Row) -> TransferIdentifier {
    TransferIdentifier(rawValue: UInt64(bitPattern: columns.integer(0)))
  }

  static func row(_ columns: borrowing Statement.Row) -> RecordRow {
    var row = RecordRow(
      transfer: transfer(columns),
      url: columns.text(2) ?? ""
    )
    // A stage of a later version: starting again is always correct.
    row.stage = RecordRow.Stage(rawValue: columns.integer(1)) ?? .partial
    row.root = columns.text(3)
    row.folder = columns.text(4) ?? ""
    row.freshName = columns.text(5) ?? ""
    row.name = columns.text(6) ?? ""
    row.inode = columns.integer(7)
    row.validator = columns.text(8)
    row.totalBytes = columns.isNull(9) ? nil : columns.integer(9)
    row.bytes = columns.integer(10)
    row.syncedBytes = columns.integer(11)
    row.bootID = columns.text(12) ?? ""
    row.status = Int(columns.integer(13))
    row.path = columns.text(14)
    row.finalURL = columns.text(15)
    row.mimeType = columns.text(16)
    row.uploadURL = columns.text(17)
    row.uploadProtocol = UploadProtocol(rawValue: columns.integer(18))
    row.sourceBytes = columns.integer(19)
    row.sourceModifiedNanoseconds = columns.integer(20)
    row.sourceInode = columns.integer(21)
    row.bestBytes = columns.integer(22)
    row.unansweredRanges = columns.integer(23)
    return row
  }

  private static func text(_ text: String?) -> Statement.Value { text.map { .text($0) } ?? .null }
  private static func integer(_ number: Int64?) -> Statement.Value {
    number.map { .integer($0) } ?? .null
  }
}
