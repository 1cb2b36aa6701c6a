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
    /// Whether one connection serves many at once; `nil`: nobody has answered yet.
    var isMultiplexed: Bool?

    var isEmpty: Bool { first == waiting.count }
  }

  private var lanes: [Key: Lane] = [:]
  /// Lanes in which somebody waits, in the order of their turns.
  private var turns: [Key] = []

  /// Requests to one host at a time over HTTP/2: 32, a third of what servers commonly allow (100,
  /// RFC 9113, 6.5.2).
  ///
  /// Our choice.
  static let requestsPerConnectionMax = 32

  /// Adds a transfer behind those that wait in its lane.
  mutating func append(_ transfer: TransferIdentifier, to key: Key) {
    if lanes[key]?.isEmpty ?? true { turns.append(key) }
    lanes[key, default: Lane()].waiting.append(transfer)
  }

  /// Takes the next transfer whose lane has room; it is under way from now on.
  mutating func next() -> (transfer: TransferIdentifier, lane: Key)? {
    for index in turns.indices {
      let key = turns[index]
      guard var lane = lanes[key], lane.underWayCount < limit(of: lane, key) else { continue }
      let transfer = lane.waiting[lane.first]
      lane.first += 1
      lane.underWayCount += 1
      turns.remove(at: index)
      if lane.isEmpty {
        lane.waiting = []
        lane.first = 0
      } else {
        turns.append(key)
      }
      lanes[key] = lane
      return (transfer, key)
    }
    return nil
  }

  /// One that was under way before is again, whatever the limit; returns its lane.
  mutating func enter(_ key: Key) -> Key {
    lanes[key, default: Lane()].underWayCount += 1
    return key
  }

  /// One that was under way is not any more.
  mutating func leave(_ key: Key) {
    guard var lane = lanes[key] else { return }
    lane.underWayCount -= 1
    lanes[key] = lane.underWayCount == 0 && lane.isEmpty ? nil : lane
  }

  /// An answer came: now it is known whether its connection serves others beside it.
  mutating func answered(_ key: Key, isMultiplexed: Bool) {
    lanes[key]?.isMultiplexed = isMultiplexed
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
