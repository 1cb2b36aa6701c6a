internal import CSQLite

/// One prepared statement; belongs to the thread of its database.
public final class Statement {
  /// A value of one column or parameter.
  public enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
  }

  private let statement: OpaquePointer
  private let database: Database
  private let operation: String

  init(_ statement: OpaquePointer, of database: Database, operation: String) {
    self.statement = statement
    self.database = database
    self.operation = operation
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Runs the statement with the values and gives `row` each row it returns.
  ///
  /// - Throws: `SQLiteError`; rows before it were given out.
  public func run(
    _ values: [Value] = [],
    row: (borrowing Row) -> Void = { _ in }
  ) throws(SQLiteError) {
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw database.error(operation, code) }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(Row(statement: statement))
      case SQLITE_DONE: return
      case let code: throw database.error(operation, code)
      }
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a cast that does not import: SQLite copies what it is given.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .text(let text):
      return sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copies)
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copies)
    }
  }

  /// The present row of a statement; valid only inside the call that it was given to.
  public struct Row: ~Copyable {
    fileprivate let statement: OpaquePointer

    /// The column as a number; 0 for null.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The column as text; `nil` for null.
    public func text(_ column: Int32) -> String? {
      sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    /// The column as bytes; empty for null.
    public func bytes(_ column: Int32) -> [UInt8] {
      guard let start = sqlite3_column_blob(statement, column) else { return [] }
      let count = Int(sqlite3_column_bytes(statement, column))
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Whether the column is null.
    public func isNull(_ column: Int32) -> Bool {
      sqlite3_column_type(statement, column) == SQLITE_NULL
    }
  }
}
