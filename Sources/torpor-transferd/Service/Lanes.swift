import TorporModel

/// Transfers that wait for their turn, by destination.
///
/// A lane is one scheme, host and port, and one limit of connections to it. Over HTTP/1.1, a lane has as many transfers
/// in progress as connections; over HTTP/2, many share one. Lanes take turns, so that ten thousand files from one host
/// do not delay the others. A waiting transfer only costs its number.
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
    /// Whether one connection serves many requests at once; `nil`: there was no response yet.
    var isMultiplexed: Bool?
    /// Whether one of its transfers has yielded its place, and none has finished since.
    var isSlow = false

    var isEmpty: Bool { first == waiting.count }
    var connectionCount: Int { isMultiplexed == true ? min(1, underWayCount) : underWayCount }
  }

  private var lanes: [Key: Lane] = [:]
  /// Lanes with waiting transfers, in the order of their turns.
  private var turns: [Key] = []
  /// The maximum number of connections of all lanes.
  private(set) var connectionCount = 0
  /// The number of waiting transfers.
  private(set) var waitingCount = 0

  /// The maximum number of simultaneous requests to one host over HTTP/2: 32, a third of what servers commonly allow
  /// (100, RFC 9113, 6.5.2).
  ///
  /// Our choice.
  static let requestsPerConnectionMax = 32

  /// Adds a transfer behind those waiting in its lane.
  mutating func append(_ transfer: TransferIdentifier, to key: Key) {
    if lanes[key]?.isEmpty ?? true { turns.append(key) }
    lanes[key, default: Lane()].waiting.append(transfer)
    waitingCount += 1
  }

  /// Removes and returns the next transfer whose lane has a free place; it counts as in progress from now on.
  ///
  /// Lanes without a response come after all others: otherwise each freed place would go in turn to a transfer of an
  /// unresponsive host.
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

  /// Returns whether a transfer could begin if one of that lane yielded its place.
  func hasUse(forPlaceIn key: Key) -> Bool {
    if lanes[key]?.isEmpty == false { return true }
    guard connectionCount >= CurlMulti.connectionsMax else { return false }
    return turns.contains { key in
      lanes[key].map { $0.underWayCount < limit(of: $0, key) } ?? false
    }
  }

  /// Marks a transfer as in progress again, whatever the limit; returns its lane.
  mutating func enter(_ key: Key) -> Key {
    change(key) { $0.underWayCount += 1 }
    return key
  }

  /// Marks a transfer as no longer in progress.
  mutating func leave(_ key: Key) {
    guard lanes[key] != nil else { return }
    change(key) { $0.underWayCount -= 1 }
    if lanes[key]?.underWayCount == 0, lanes[key]?.isEmpty == true { lanes[key] = nil }
  }

  /// Records that a transfer of the lane has yielded its place to others.
  mutating func gaveWay(_ key: Key) { change(key) { $0.isSlow = true } }

  /// Records that a transfer of the lane has finished.
  mutating func completed(_ key: Key) {
    if lanes[key]?.isSlow == true { lanes[key]?.isSlow = false }
  }

  /// Records a response, which shows whether its connection serves other requests at the same time.
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
    // Another transfer on a shared connection takes none.
    let isShared = lane.isMultiplexed == true && lane.underWayCount > 0
    return isShared || connectionCount < CurlMulti.connectionsMax
  }

  /// Over TLS the first response shows whether one connection is sufficient; until then, only one request is made.
  ///
  /// curl has an option for that (PIPEWAIT), which keeps waiting requests until a transfer over HTTP/1.1 has ended.
  private func limit(of lane: Lane, _ key: Key) -> Int {
    switch lane.isMultiplexed {
    case true: Lanes.requestsPerConnectionMax
    case false: key.connectionsMax
    case nil: key.origin.hasPrefix("https") ? 1 : key.connectionsMax
    }
  }
}
