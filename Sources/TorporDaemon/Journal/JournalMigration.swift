import TorporWire

/// What a record of the journal holds.
enum RecordKind: Sendable {
  case snapshot, input, decision
}

/// What the records of one format must become to be records of the next: a pure function on JSON.
///
/// Members that a build has added need no change where it reads records without them; then the step says
/// only that the two formats differ. Whatever was renamed, removed or given another meaning is rewritten
/// here, one step at a time, so that nothing else knows of earlier formats.
struct JournalMigration: Sendable {
  /// The format that the step starts from.
  let format: Int
  let change: @Sendable (RecordKind, JSON) throws -> JSON

  init(
    from format: Int,
    _ change: @escaping @Sendable (RecordKind, JSON) throws -> JSON = { _, record in record }
  ) {
    self.format = format
    self.change = change
  }

  /// Every step, ascending.
  static let all: [JournalMigration] = [
    // Each record has the number of its format; what is in it is the same.
    JournalMigration(from: 3),
    // What was there is the same; notifications that no desktop shows are told, and programs that leave.
    JournalMigration(from: 4),
  ]
}
