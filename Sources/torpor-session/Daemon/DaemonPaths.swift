/// The places where a daemon may listen, the best first, and those to try now.
///
/// The user's own daemon has priority over root's. While it restarts, the bridge waits for it: otherwise it would stay
/// with root's, and the user's own daemon would have no desktop. A pure value.
struct DaemonPaths {
  private let all: [String]
  /// The place of the daemon that last accepted the bridge; `nil`: none yet.
  private var last: Int?
  /// The place of the current connection.
  private var connected: Int?
  private var attemptCount = 0

  /// The number of attempts for which only the previous daemon and better ones are looked for: a minute, with the
  /// pauses of `DaemonLink`; our choice.
  static let faithfulAttempts = 5

  init(_ all: [String]) { self.all = all }

  /// The places to try now, in order.
  var candidates: ArraySlice<String> {
    guard let last, attemptCount < DaemonPaths.faithfulAttempts else { return all[...] }
    return all[...last]
  }

  /// Records that no daemon has accepted the bridge at these places.
  mutating func noteAttempt() { attemptCount += 1 }

  /// Records that there is a listener at that place.
  mutating func noteConnected(to path: String) { connected = all.firstIndex(of: path) }

  /// Records that the daemon there has accepted the bridge.
  mutating func noteAttached() {
    last = connected
    attemptCount = 0
  }
}
