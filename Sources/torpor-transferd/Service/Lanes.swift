import TorporModel

/// Transfers that wait for their turn, by where they go.
///
/// A lane is one scheme, host and port, and one limit of connections to it. Over HTTP/1.1 a lane has
/// as many transfers under way as connections; over HTTP/2 many share one. Lanes take turns, so that
/// ten thousand files from one host do not keep the others waiting. A waiting transfer costs its number.
struct Lanes {
  /// One lane.
  struct Key: Hashable {
    let origin: String
    let connectionsMax: Int
  }

  private struct Lane {
    var waiting: [TransferIdentifier] = []
    var first = 0
    var underWayCount = 0
    /// Whether one connection serves many at once; `nil`: there was no answer yet.
    var isMultiplexed: Bool?
    /// Whether one of it has given way, and none has come to its end since.
    var isSlow = false

    var isEmpty: Bool { first == waiting.count }
    var connectionCount: Int { isMultiplexed == true ? min(1, underWayCount) : underWayCount }
  }

  private var lanes: [Key: Lane] = [:]
  /// Lanes with waiting transfers, in the order of their turns.
  private var turns: [Key] = []
  /// Connections of all lanes.
  private(set) var connectionCount = 0
  /// How many transfers wait.
  private(set) var waitingCount = 0

  /// Requests to one host at a time over HTTP/2: 32, a third of what servers commonly allow (100,
  /// RFC 9113, 6.5.2).
  ///
  /// Our choice.
  static let requestsPerConnectionMax = 32

  /// Adds a transfer behind those that wait in its lane.
  mutating func append(_ transfer: TransferIdentifier, to key: Key) {
    if lanes[key]?.isEmpty ?? true { turns.append(key) }
    lanes[key, default: Lane()].waiting.append(transfer)
    waitingCount += 1
  }

  /// Takes the next transfer whose lane has room; it is under way from now on.
  ///
  /// Lanes that were waited for in vain come behind all others: else each place that becomes
  /// free would go to one of a silent host's in its turn.
  mutating func next() -> (transfer: TransferIdentifier, lane: Key)? {
    let ready = turns.indices.first { isReady(turns[$0], isSlow: false) }
    guard let index = ready ?? turns.indices.first(where: { isReady(turns[$0], isSlow: true) }),
      let lane = lanes[turns[index]]
    else { return nil }
    let key = turns.remove(at: index)
    let transfer = lane.waiting[lane.first]
    change(key) { lane in
      lane.first += 1
      lane.underWayCount += 1
      guard lane.isEmpty else { return }
      lane.waiting = []
      lane.first = 0
    }
    waitingCount -= 1
    if lanes[key]?.isEmpty == false { turns.append(key) }
    return (transfer, key)
  }

  /// Whether a transfer could begin if one of that lane gave way.
  func hasUse(forPlaceIn key: Key) -> Bool {
    if lanes[key]?.isEmpty == false { return true }
    guard connectionCount >= CurlMulti.connectionsMax else { return false }
    return turns.contains { key in
      lanes[key].map { $0.underWayCount < limit(of: $0, key) } ?? false
    }
  }

  /// One that was under way before is again, whatever the limit; returns its lane.
  mutating func enter(_ key: Key) -> Key {
    change(key) { $0.underWayCount += 1 }
    return key
  }

  /// One that was under way is not any more.
  mutating func leave(_ key: Key) {
    guard lanes[key] != nil else { return }
    change(key) { $0.underWayCount -= 1 }
    if lanes[key]?.underWayCount == 0, lanes[key]?.isEmpty == true { lanes[key] = nil }
  }

  /// One of the lane has given its place to others.
  mutating func gaveWay(_ key: Key) { change(key) { $0.isSlow = true } }

  /// One of the lane has come to its end.
  mutating func completed(_ key: Key) {
    if lanes[key]?.isSlow == true { lanes[key]?.isSlow = false }
  }

  /// An answer came: now it is known whether its connection serves others beside it.
  mutating func answered(_ key: Key, isMultiplexed: Bool) {
    guard lanes[key] != nil else { return }
    change(key) { $0.isMultiplexed = isMultiplexed }
  }

  private mutating func change(_ key: Key, _ body: (inout Lane) -> Void) {
    let before = lanes[key]?.connectionCount ?? 0
    body(&lanes[key, default: Lane()])
    connectionCount += (lanes[key]?.connectionCount ?? 0) - before
  }

  private func isReady(_ key: Key, isSlow: Bool) -> Bool {
    guard let lane = lanes[key], lane.isSlow == isSlow, lane.underWayCount < limit(of: lane, key)
    else { return false }
    // One more of a shared connection takes none.
    let isShared = lane.isMultiplexed == true && lane.underWayCount > 0
    return isShared || connectionCount < CurlMulti.connectionsMax
  }

  /// Over TLS the first answer says whether one connection will do; until then one asks alone.
  ///
  /// curl has an option for that (PIPEWAIT), which leaves those that wait waiting until a transfer over
  /// HTTP/1.1 has ended.
  private func limit(of lane: Lane, _ key: Key) -> Int {
    switch lane.isMultiplexed {
    case true: Lanes.requestsPerConnectionMax
    case false: key.connectionsMax
    case nil: key.origin.hasPrefix("https") ? 1 : key.connectionsMax
    }
  }
}
