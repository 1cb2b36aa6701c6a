import TorporSQLite

/// The prepared statements of the store.
struct Statements {
  let keyOfDevice, noteDevice, renew, registrationCount: Statement
  let registration, liveRegistration, register, unregister, noteSilent: Statement
  let removeOfTopic, removeWaiting, insert, trim, rows, waiting, markUnderWay, remove,
    topicOfVersion: Statement
  let dataVersion, rowsOfApp, messageCount, counts, sweepPushes, sweepRegistrations,
    sweepDevices: Statement

  init(_ database: Database) throws(SQLiteError) {
    func prepare(_ text: String) throws(SQLiteError) -> Statement {
      try database.prepare(text, for: "use")
    }
    dataVersion = try prepare("PRAGMA data_version")
    keyOfDevice = try prepare("SELECT key FROM device WHERE mailbox=?")
    noteDevice = try prepare(
      """
      INSERT INTO device(mailbox, key, seen) VALUES(?, ?, ?)
      ON CONFLICT(mailbox) DO UPDATE SET seen=excluded.seen
      """
    )
    renew = try prepare("UPDATE registration SET renewed=? WHERE mailbox=? AND died IS NULL")
    registrationCount = try prepare(
      "SELECT count(*) FROM registration WHERE mailbox=? AND died IS NULL AND (environment='web')=?"
    )
    let facts = "token, mailbox, topic, environment, renewed, died, silent"
    registration = try prepare("SELECT \(facts) FROM registration WHERE token=?")
    liveRegistration = try prepare(
      """
      SELECT \(facts) FROM registration
      WHERE mailbox=? AND topic=? AND environment=? AND died IS NULL
      """
    )
    register = try prepare(
      "INSERT INTO registration(token, mailbox, topic, environment, renewed) VALUES(?, ?, ?, ?, ?)"
    )
    unregister = try prepare(
      """
      UPDATE registration SET died=?
      WHERE mailbox=? AND topic=? AND environment=? AND died IS NULL
      """
    )
    noteSilent = try prepare("UPDATE registration SET silent=? WHERE token=?")
    removeOfTopic = try prepare("DELETE FROM push WHERE mailbox=? AND topic=? AND environment=?")
    removeWaiting = try prepare(
      """
      DELETE FROM push
      WHERE mailbox=? AND topic=? AND environment=? AND slot=? AND under_way=0
      """
    )
    insert = try prepare(
      """
      INSERT INTO push(mailbox, topic, environment, slot, under_way, id, type, priority, expiration,
        collapse, payload, silent, accepted) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    )
    trim = try prepare(
      """
      DELETE FROM push WHERE version IN (SELECT version FROM push
        WHERE mailbox=? AND topic=? AND environment=? AND slot=?
        ORDER BY version DESC LIMIT -1 OFFSET \(MailboxStore.placeMax))
      """
    )
    let push = """
      version, topic, environment, under_way, id, type, priority, expiration, collapse, payload,
      silent, accepted
      """
    rows = try prepare(
      "SELECT \(push) FROM push WHERE mailbox=? AND environment<>'web' ORDER BY version"
    )
    waiting = try prepare(
      """
      SELECT \(push) FROM push WHERE mailbox=? AND under_way=0 AND environment<>'web'
      ORDER BY version
      """
    )
    markUnderWay = try prepare("UPDATE push SET under_way=1 WHERE version=?")
    remove = try prepare("DELETE FROM push WHERE version=? AND mailbox=? AND id=?")
    topicOfVersion = try prepare(
      "SELECT topic, environment FROM push WHERE version=? AND mailbox=?"
    )
    sweepPushes = try prepare(
      """
      DELETE FROM push WHERE version IN (SELECT version FROM push
        WHERE accepted<?1 OR expiration>0 AND expiration<?2/1000 LIMIT 10000)
      """
    )
    sweepRegistrations = try prepare("DELETE FROM registration WHERE died<?")
    sweepDevices = try prepare(
      """
      DELETE FROM device WHERE seen<? AND NOT EXISTS
        (SELECT 1 FROM registration r WHERE r.mailbox=device.mailbox AND r.died IS NULL)
      """
    )
    rowsOfApp = try prepare(
      "SELECT \(push) FROM push WHERE mailbox=? AND topic=? AND environment=? ORDER BY version"
    )
    messageCount = try prepare(
      """
      SELECT count(*) FROM push
      WHERE mailbox=? AND topic=? AND environment=? AND slot<>? AND expiration*1000>?
      """
    )
    counts = try prepare(
      """
      SELECT (SELECT count(*) FROM device),
        (SELECT count(*) FROM registration WHERE died IS NULL), (SELECT count(*) FROM push)
      """
    )
  }
}
