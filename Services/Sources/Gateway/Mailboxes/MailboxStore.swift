import TorporCrypto
import TorporSQLite

/// The file with devices, registrations and pushes; used on its keeper's thread.
///
/// It has a row for each push that waits or is in transit, not a document for each device: on one machine, a row costs
/// one write of its own size, whatever else the device has, and the commit that makes it durable is shared by all
/// pushes that arrived in the meantime. A document is for stores that change one value at a time (push.md, 5.1).
final class MailboxStore: MailboxRecords {
  // Shape: one method for each requirement of MailboxRecords; its state is the file.
  typealias Failure = SQLiteError

  /// The secret from which tokens are created.
  let secret: [UInt8]
  let database: Database
  let statements: Statements
  var known = KnownRows()
  private var dataVersion: Int64 = 0

  /// The maximum number of pushes in one place that are in transit or queued behind those; beyond it, the oldest are
  /// removed.
  ///
  /// Our choice: a device that acknowledges nothing does not fill a disk.
  static let placeMax = 256
  /// The maximum number of apps of one device: our choice, ten times as many as on a full phone.
  static var registrationsMax: Int64 { 2000 }
  /// As many as the device's daemon registers.
  static var channelsMax: Int64 { 1024 }

  /// A registration of an app on a device.
  struct Registration {
    let token: [UInt8]
    let mailbox: Mailbox
    let topic: String
    let environment: Environment
    let renewedMilliseconds: Int64
    let diedMilliseconds: Int64?
    let silentMilliseconds: [Int64]
  }

  /// A push in the file.
  struct Row: Hashable, Sendable {
    let version: Int64
    let push: Push
    let acceptedMilliseconds: Int64
    var isUnderWay: Bool
  }

  /// The format of the file (`PRAGMA user_version`); 0 was written by builds before the format had a number, and is the
  /// same.
  static let format: Int64 = 1

  /// Opens the file, or creates it.
  ///
  /// - Throws: `SQLiteError` if it cannot be opened, or was written by a later build; it is then not changed.
  init(path: String, pagesMax: Int?) throws(SQLiteError) {
    database = try Database(path: path)
    let format = try Self.checkedFormat(of: database)
    // FULL: a commit is on the disk when it returns, so that an answer of 200 also survives a loss of power.
    try database.execute(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000;"
        + Self.tables,
      for: "prepare"
    )
    database.leaveLogToCaller()
    if let pagesMax {
      try database.execute("PRAGMA max_page_count=\(pagesMax)", for: "limit")
    }
    if format != Self.format {
      try database.execute("PRAGMA user_version=\(Self.format)", for: "prepare")
    }
    secret = try Self.secret(in: database)
    statements = try Statements(database)
  }

  private static let tables = """
    CREATE TABLE IF NOT EXISTS fact(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS device(
      mailbox BLOB PRIMARY KEY, key BLOB NOT NULL, seen INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS registration(
      token BLOB PRIMARY KEY, mailbox BLOB NOT NULL, topic TEXT NOT NULL, environment TEXT NOT NULL,
      renewed INTEGER NOT NULL, died INTEGER, silent TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
    CREATE UNIQUE INDEX IF NOT EXISTS live ON registration(mailbox, topic, environment) WHERE died IS NULL;
    CREATE TABLE IF NOT EXISTS push(
      version INTEGER PRIMARY KEY AUTOINCREMENT, mailbox BLOB NOT NULL, topic TEXT NOT NULL,
      environment TEXT NOT NULL, slot TEXT NOT NULL, under_way INTEGER NOT NULL, id TEXT NOT NULL,
      type TEXT NOT NULL, priority INTEGER NOT NULL, expiration INTEGER, collapse TEXT, payload BLOB NOT NULL,
      silent INTEGER NOT NULL, accepted INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS of_device ON push(mailbox, topic, environment, slot);
    CREATE INDEX IF NOT EXISTS waiting ON push(mailbox) WHERE under_way=0;
    """ + FileChannels.table

  private static func checkedFormat(of database: Database) throws(SQLiteError) -> Int64 {
    var format: Int64 = 0
    try database.prepare("PRAGMA user_version", for: "read").run { format = $0.integer(0) }
    guard format > Self.format else { return format }
    throw SQLiteError(
      operation: "use",
      path: database.path,
      code: 0,
      text: "it is of format \(format), which a later build writes, and this build reads up to "
        + "\(Self.format); use that build, or another --data",
      systemCode: 0
    )
  }

  private static func secret(in database: Database) throws(SQLiteError) -> [UInt8] {
    var secret: [UInt8] = []
    let read = try database.prepare("SELECT value FROM fact WHERE name='secret'", for: "read")
    try read.run { secret = $0.bytes(0) }
    if secret.count == 32 { return secret }
    secret = Digest.random(count: 32)
    let write = try database.prepare(
      "INSERT INTO fact(name, value) VALUES('secret', ?)",
      for: "write"
    )
    try write.run([.bytes(secret)])
    return secret
  }

  /// Carries out everything or nothing.
  ///
  /// - Throws: `SQLiteError`; in this case nothing was done.
  func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    do throws(SQLiteError) {
      try database.transaction(for: "write") { () throws(SQLiteError) in
        try forgetWhatOthersChanged()
        try body()
      }
    } catch {
      forgetKnownRows()
      throw error
    }
  }

  /// Clears known rows after another write: no other process should write, but a person with a shell, or `.restore`,
  /// may.
  private func forgetWhatOthersChanged() throws(SQLiteError) {
    var version: Int64 = 0
    try statements.dataVersion.run { version = $0.integer(0) }
    if version != dataVersion { forgetKnownRows() }
    dataVersion = version
  }

  /// Makes the store read everything again.
  func forgetKnownRows() { known = KnownRows() }

  /// Sets the time to wait for another process that writes, if 5 s is too long.
  func setPatience(milliseconds: Int) throws(SQLiteError) {
    try database.execute("PRAGMA busy_timeout=\(milliseconds)", for: "prepare")
  }

  /// Prepares a statement about data in the file other than mailboxes.
  func prepare(_ text: String) throws(SQLiteError) -> Statement {
    try database.prepare(text, for: "use")
  }

  // MARK: The log

  /// The number of pages of the write-ahead log.
  var logPageCount: Int { database.logPageCount }

  /// Copies the log into the database, and waits for the disk.
  ///
  /// - Throws: `SQLiteError` if the disk cannot write it.
  func copyLog() throws(SQLiteError) -> (pages: Int, copied: Int) {
    try database.copyLog(for: "copy the log of")
  }

  // MARK: Devices

  /// Records that the device has connected; returns whether the key is that of its mailbox.
  func admit(_ mailbox: Mailbox, key: [UInt8], at now: Int64) throws(SQLiteError) -> Bool {
    var known: [UInt8]?
    try statements.keyOfDevice.run([.bytes(mailbox.bytes)]) { known = $0.bytes(0) }
    if let known, known != key { return false }
    try statements.noteDevice.run([.bytes(mailbox.bytes), .bytes(key), .integer(now)])
    try statements.renew.run([.integer(now), .bytes(mailbox.bytes)])
    self.known.forgetRegistrations(of: mailbox)
    return true
  }

  /// Returns the number of apps that the device has registered, or of Web Push channels.
  func registrationCount(
    of mailbox: Mailbox,
    _ environment: Environment
  ) throws(SQLiteError) -> Int64 {
    var count: Int64 = 0
    try statements.registrationCount.run([
      .bytes(mailbox.bytes), .integer(environment == .web ? 1 : 0),
    ]) { count = $0.integer(0) }
    return count
  }

  // MARK: Registrations

  func registration(of token: [UInt8]) throws(SQLiteError) -> Registration? {
    if let registration = known.registration(of: token) { return registration }
    var found: Registration?
    try statements.registration.run([.bytes(token)]) { found = Self.registration(in: $0) }
    if let found { known.note(found) }
    return found
  }

  func liveRegistration(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment
  ) throws(SQLiteError) -> Registration? {
    var found: Registration?
    try statements.liveRegistration.run([
      .bytes(mailbox.bytes), .text(topic), .text(environment.rawValue),
    ]) { found = Self.registration(in: $0) }
    return found
  }

  private static func registration(in row: borrowing Statement.Row) -> Registration? {
    guard let topic = row.text(2), let environment = Environment(rawValue: row.text(3) ?? "") else {
      return nil
    }
    return Registration(
      token: row.bytes(0),
      mailbox: Mailbox(bytes: row.bytes(1)),
      topic: topic,
      environment: environment,
      renewedMilliseconds: row.integer(4),
      diedMilliseconds: row.isNull(5) ? nil : row.integer(5),
      silentMilliseconds: (row.text(6) ?? "").split(separator: " ").compactMap { Int64($0) }
    )
  }

  func register(
    _ token: DeviceToken,
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(SQLiteError) {
    try statements.register.run([
      .bytes(token.bytes), .bytes(mailbox.bytes), .text(topic), .text(environment.rawValue),
      .integer(now),
    ])
    known.forgetRegistrations(of: mailbox)
  }

  /// Ends a registration, and removes its stored pushes.
  func unregister(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(SQLiteError) {
    let name: [Statement.Value] = [
      .bytes(mailbox.bytes), .text(topic), .text(environment.rawValue),
    ]
    try statements.unregister.run([.integer(now)] + name)
    try statements.removeOfTopic.run(name)
    known.forgetRegistrations(of: mailbox)
  }

  func note(silentMilliseconds: [Int64], of token: [UInt8]) throws(SQLiteError) {
    let text = silentMilliseconds.map { String($0) }.joined(separator: " ")
    try statements.noteSilent.run([.text(text), .bytes(token)])
    known.forgetRegistration(of: token)
  }

  // MARK: The whole store

  /// Removes expired pushes, registrations that ended 30 days ago, and devices without apps that have not connected for
  /// 180 days.
  func sweep(at now: Int64) throws(SQLiteError) {
    let day: Int64 = 86_400_000
    try statements.sweepPushes.run([
      .integer(now - PushHead.lifetimeMillisecondsMax), .integer(now),
    ])
    try statements.sweepRegistrations.run([.integer(now - 30 * day)])
    try statements.sweepDevices.run([.integer(now - 180 * day)])
    known = KnownRows()
  }

  /// Returns the numbers of devices, live registrations and stored pushes.
  func counts() throws(SQLiteError) -> (devices: Int64, registrations: Int64, pushes: Int64)? {
    var counts: (devices: Int64, registrations: Int64, pushes: Int64) = (0, 0, 0)
    try statements.counts.run { counts = ($0.integer(0), $0.integer(1), $0.integer(2)) }
    return counts
  }
}
