import TorporSQLite

/// The channels of one gateway, in the file of its mailboxes; used on the keeper's thread.
final class FileChannels {
  private let store: MailboxStore
  private let subscribers: Subscribers
  private let metrics: Metrics
  private let clock: GatewayClock
  private let read, write, remove, count, list: Statement
  private var rates = PublishRates()

  static let table = """
    CREATE TABLE IF NOT EXISTS channel(
      id BLOB PRIMARY KEY, app TEXT NOT NULL, environment TEXT NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS of_app ON channel(app, environment);
    """

  init(
    _ store: MailboxStore,
    _ subscribers: Subscribers,
    _ metrics: Metrics,
    _ clock: GatewayClock
  ) throws(SQLiteError) {
    (self.store, self.subscribers, self.metrics, self.clock) = (store, subscribers, metrics, clock)
    read = try store.prepare("SELECT record FROM channel WHERE id=?")
    write = try store.prepare(
      "INSERT OR REPLACE INTO channel(id, app, environment, record) VALUES(?, ?, ?, ?)"
    )
    remove = try store.prepare("DELETE FROM channel WHERE id=?")
    count = try store.prepare("SELECT count(*) FROM channel WHERE app=? AND environment=?")
    list = try store.prepare("SELECT id FROM channel WHERE app=? AND environment=? ORDER BY id")
  }

  /// Carries out orders, and gives their answers when the changes are on the disk.
  func perform(_ orders: [ChannelOrder]) {
    guard !orders.isEmpty else { return }
    var afterwards: [() -> Void] = []
    do throws(SQLiteError) {
      try store.transaction { () throws(SQLiteError) in
        for order in orders { afterwards.append(try perform(order, at: clock.nowMilliseconds())) }
      }
    } catch {
      metrics.noteStoreFailure("\(error)")
      for order in orders { order.fail(.internalServerError) }
      return
    }
    for act in afterwards { act() }
  }

  /// Carries out one order, and returns the work to do once it is on the disk.
  private func perform(
    _ order: ChannelOrder,
    at now: Int64
  ) throws(SQLiteError) -> () -> Void {
    switch order {
    case .create(let app, let policy, let most, let answer):
      guard try count(of: app) < most else {
        return { answer(.failure(Refusal(.cannotCreateChannelConfig))) }
      }
      let id = ChannelID.make()
      try save(BroadcastChannel(app: app, policy: policy), id)
      return { answer(.success(id)) }
    case .read(let name, let answer):
      let result = try channel(name)
      return { answer(result) }
    case .remove(let name, let answer):
      let result = try channel(name)
      if case .success = result { try remove.run([.bytes(name.id.bytes)]) }
      return { answer(result.map { _ in }) }
    case .list(let app, let answer):
      var ids: [ChannelID] = []
      try list.run([.text(app.name), .text(app.environment.rawValue)]) {
        ids.append(ChannelID(known: $0.bytes(0)))
      }
      return { [ids] in answer(.success(ids)) }
    case .publish(let push, let name, let answer):
      let result = try publish(push, name, at: now)
      let message = BroadcastChannel.Message(push: push, acceptedMilliseconds: now)
      return { [subscribers, metrics] in
        answer(result)
        guard case .success = result else { return }
        metrics.noteBroadcast()
        subscribers.send(message, by: name.id) { metrics.noteBroadcast(devices: $0) }
      }
    case .subscribe(let port, let name, let answer):
      let result = try channel(name)
      return { [subscribers, metrics] in
        guard case .success(let channel) = result else { return answer(result.map { _ in }) }
        subscribers.add(port, to: name.id)
        answer(.success(()))
        guard let message = channel.waiting(at: now) else { return }
        port.send(message, by: name.id) { metrics.noteBroadcast(devices: $0) }
      }
    }
  }

  private func publish(
    _ push: Push,
    _ name: ChannelName,
    at now: Int64
  ) throws(SQLiteError) -> Result<Void, Refusal> {
    guard case .success(var channel) = try channel(name) else {
      return try channel(name).map { _ in }
    }
    guard rates.take(name.id, at: now) else { return .failure(Refusal(.tooManyRequests)) }
    let isToWrite: Bool
    do throws(Refusal) {
      isToWrite = try channel.take(push, at: now)
    } catch {
      return .failure(error)
    }
    if isToWrite { try save(channel, name.id) }
    return .success(())
  }

  private func save(_ channel: BroadcastChannel, _ id: ChannelID) throws(SQLiteError) {
    try write.run([
      .bytes(id.bytes), .text(channel.app.name), .text(channel.app.environment.rawValue),
      .text(channel.json),
    ])
  }

  private func count(of app: ChannelApp) throws(SQLiteError) -> Int {
    var found: Int64 = 0
    try count.run([.text(app.name), .text(app.environment.rawValue)]) { found = $0.integer(0) }
    return Int(clamping: found)
  }

  private func channel(_ name: ChannelName) throws(SQLiteError) -> Result<BroadcastChannel, Refusal>
  {
    var found: [UInt8]?
    try read.run([.bytes(name.id.bytes)]) { row in found = row.text(0).map { Array($0.utf8) } }
    return BroadcastChannel.checked(found, name.app)
  }
}

extension BroadcastChannel {
  /// Returns the channel found in a store, if it belongs to the app.
  static func checked(
    _ found: [UInt8]?,
    _ app: ChannelApp
  ) -> Result<BroadcastChannel, Refusal> {
    do throws(Refusal) {
      guard let channel = try read(found) else { throw Refusal(.channelNotRegistered) }
      try channel.check(app)
      return .success(channel)
    } catch {
      return .failure(error)
    }
  }
}
