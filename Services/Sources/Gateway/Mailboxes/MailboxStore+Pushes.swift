import TorporSQLite

// Pushes and messages in the file, from their arrival until they are acknowledged.

extension MailboxStore {
  /// Returns true: the file has space for as long as the disk does.
  func hasRoom(for push: Push, _ mailbox: Mailbox, at now: Int64) -> Bool { true }

  /// Returns `nil`: a commit succeeds or fails, and no answer of the file is ever lost.
  func version(of push: Push, _ mailbox: Mailbox) -> Int64? { nil }

  /// Stores a push and returns its version; waiting pushes in the same place are removed if they are to be displaced.
  func store(
    _ push: Push,
    _ mailbox: Mailbox,
    isUnderWay: Bool,
    displaces: Bool,
    at now: Int64
  ) throws(SQLiteError) -> Int64 {
    let place: [Statement.Value] = [
      .bytes(mailbox.bytes), .text(push.topic), .text(push.environment.rawValue), .text(push.slot),
    ]
    let nothingWaits = known.nothingWaits(for: mailbox) && push.environment != .web
    if displaces, !nothingWaits { try statements.removeWaiting.run(place) }
    try statements.insert.run(
      place + [
        .integer(isUnderWay ? 1 : 0), .text(push.id), .text(push.type.rawValue),
        .integer(Int64(push.priority)), push.expirationSeconds.map { .integer($0) } ?? .null,
        push.collapseID.map { .text($0) } ?? .null, .bytes(push.payload),
        .integer(push.isSilent ? 1 : 0), .integer(now),
      ]
    )
    let version = database.lastInsertedRow
    if !isUnderWay { known.noteWaiting(for: mailbox) }
    // Only a queue grows; a displacing push has nothing beside it except pushes in transit, which are few.
    if !displaces { try statements.trim.run(place) }
    return version
  }

  /// Returns the stored pushes for the apps of a device, oldest first: all, or only those that it was never handed.
  func rows(of mailbox: Mailbox, onlyWaiting: Bool) throws(SQLiteError) -> [Row] {
    if onlyWaiting, known.nothingWaits(for: mailbox) { return [] }
    var rows: [Row] = []
    let statement = onlyWaiting ? statements.waiting : statements.rows
    var isReadable = true
    try statement.run([.bytes(mailbox.bytes)]) { row in
      if let read = Self.row(in: row) { rows.append(read) } else { isReadable = false }
    }
    if isReadable, rows.allSatisfy(\.isUnderWay) { known.noteNothingWaits(for: mailbox) }
    return rows
  }

  private static func row(in row: borrowing Statement.Row) -> Row? {
    guard let environment = Environment(rawValue: row.text(2) ?? ""),
      let type = PushType(rawValue: row.text(5) ?? ""), let topic = row.text(1),
      let id = row.text(4)
    else { return nil }
    return Row(
      version: row.integer(0),
      push: Push(
        id: id,
        topic: topic,
        environment: environment,
        type: type,
        priority: Int(row.integer(6)),
        expirationSeconds: row.isNull(7) ? nil : row.integer(7),
        collapseID: row.text(8),
        payload: row.bytes(9),
        isSilent: row.integer(10) == 1
      ),
      acceptedMilliseconds: row.integer(11),
      isUnderWay: row.integer(3) == 1
    )
  }

  /// Returns the stored messages of a Web Push channel, oldest first.
  func rows(of mailbox: Mailbox, _ app: HandoverWindow.App) throws(SQLiteError) -> [Row] {
    var rows: [Row] = []
    try statements.rowsOfApp.run([
      .bytes(mailbox.bytes), .text(app.topic), .text(app.environment.rawValue),
    ]) { row in
      if let read = Self.row(in: row) { rows.append(read) }
    }
    return rows
  }

  /// Returns the number of a channel's stored messages that are worth delivering, without those that this one
  /// displaces.
  func messageCount(
    of push: Push,
    _ mailbox: Mailbox,
    at now: Int64
  ) throws(SQLiteError) -> Int64 {
    var count: Int64 = 0
    try statements.messageCount.run([
      .bytes(mailbox.bytes), .text(push.topic), .text(push.environment.rawValue),
      .text(push.displaces ? push.slot : ""), .integer(now),
    ]) { count = $0.integer(0) }
    return count
  }

  func markUnderWay(_ version: Int64) throws(SQLiteError) {
    try statements.markUnderWay.run([.integer(version)])
  }

  /// Removes one version of a push of the device, and no later one; returns whether it existed.
  ///
  /// The id is compared in addition to the version, because a restored store assigns versions a second time.
  @discardableResult
  func remove(_ version: Int64, _ id: String, of mailbox: Mailbox) throws(SQLiteError) -> Bool {
    try statements.remove.run([.integer(version), .bytes(mailbox.bytes), .text(id)])
    return database.changedRowCount > 0
  }

  /// Returns the app of the version with which the device was handed this push, if it still exists.
  func topic(
    ofVersion version: Int64,
    of mailbox: Mailbox
  ) throws(SQLiteError) -> (topic: String, environment: Environment)? {
    var found: (topic: String, environment: Environment)?
    try statements.topicOfVersion.run([.integer(version), .bytes(mailbox.bytes)]) { row in
      if let topic = row.text(0), let environment = Environment(rawValue: row.text(1) ?? "") {
        found = (topic, environment)
      }
    }
    return found
  }
}
