package import TorporCore
package import TorporModel
internal import TorporSQLite

// The clock's anchor, which lies beside the journal.

extension SQLiteJournal {
  /// The last anchor saved; `nil` in a new journal.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  package func clockAnchor() throws(JournalFailure) -> ClockAnchor? {
    var anchor: ClockAnchor?
    do throws(SQLiteError) {
      try database.prepare(JournalStatements.selectAnchor, for: "read").run { row in
        anchor = ClockAnchor(
          bootID: row.text(0) ?? "",
          boottimeNanoseconds: row.integer(1),
          device: Instant(nanoseconds: row.integer(2)),
          wallNanoseconds: row.integer(3)
        )
      }
    } catch {
      throw JournalFailure(error)
    }
    return anchor
  }

  /// Replaces the anchor; on the disk when it returns.
  ///
  /// - Throws: `JournalFailure` when it could not be written; the old one is still there.
  package func save(_ anchor: ClockAnchor) throws(JournalFailure) {
    try place?.check()
    let operation = "write the clock to"
    try write(for: operation, isDurable: true) { () throws(SQLiteError) in
      try database.prepare(JournalStatements.putAnchor, for: operation).run([
        .text(anchor.bootID), .integer(anchor.boottimeNanoseconds),
        .integer(anchor.device.nanoseconds), .integer(anchor.wallNanoseconds),
      ])
    }
  }

  /// The last moment that the journal speaks of: no clock may begin before it.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  package func latestInstant() throws(JournalFailure) -> Instant {
    var latest: Int64 = 0
    do throws(SQLiteError) {
      try database.prepare(JournalStatements.selectLatest, for: "read").run { row in
        latest = row.integer(0)
      }
    } catch {
      throw JournalFailure(error)
    }
    return Instant(nanoseconds: latest)
  }
}
