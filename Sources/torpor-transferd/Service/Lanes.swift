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
    var isMultiplexed = false

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

  /// One answer came over a connection that others can share.
  mutating func isMultiplexed(_ key: Key) { lanes[key]?.isMultiplexed = true }

  private func limit(of lane: Lane, _ key: Key) -> Int {
    lane.isMultiplexed ? Lanes.requestsPerConnectionMax : key.connectionsMax
  }
}
