/// Numbers the states of a database for a program that writes it alone.
///
/// In each transaction `write` comes first, and after its commit `noteCommitted`; a transaction that is rolled back has
/// given no number.
package struct EpochCounter {
  /// The number that the database has.
  private var epoch: LogEpoch
  /// Whether the log was copied into the file since that was given.
  private var isNextDue = true
  /// The number that the transaction under way gives.
  private var next: LogEpoch?

  /// Continues from the number that the database has.
  ///
  /// - Throws: `SQLiteError` when the database cannot be read.
  package init(of database: Database) throws(SQLiteError) { epoch = try database.epoch() }

  /// The log was copied into the file, or the file was written in another way.
  package mutating func noteCopied() { isNextDue = true }

  /// Gives the database its next number, in this transaction, where one is due.
  ///
  /// - Throws: `SQLiteError` where it cannot be written.
  package mutating func write(to database: Database) throws(SQLiteError) {
    next = isNextDue ? epoch.successor : nil
    if let next { try database.write(next) }
  }

  /// The transaction was committed.
  package mutating func noteCommitted() {
    guard let next else { return }
    (epoch, self.next, isNextDue) = (next, nil, false)
  }
}
