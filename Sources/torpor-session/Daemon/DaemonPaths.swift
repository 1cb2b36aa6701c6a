/// Where a daemon may listen, the best place first, and which of these places are tried now.
///
/// The user's own daemon comes before root's. While it restarts, the bridge waits for it: with root's it would stay, and
/// the user's own would have no desktop. A pure value.
struct DaemonPaths {
  private let all: [String]
  /// The place of the daemon that took the bridge last; `nil`: none has yet.
  private var last: Int?
  /// The place that the connection leads to.
  private var connected: Int?
  private var attemptCount = 0

  /// So often only the daemon before is looked for, and better ones: a minute, with the pauses of `DaemonLink`; our choice.
  static let faithfulAttempts = 5

  init(_ all: [String]) { self.all = all }

  /// The places to try now, in order.
  var candidates: ArraySlice<String> {
    guard let last, attemptCount < DaemonPaths.faithfulAttempts else { return all[...] }
    return all[...last]
  }

  /// No daemon has taken the bridge at these places.
  mutating func noteAttempt() { attemptCount += 1 }

  /// There is a listener at that place.
  mutating func noteConnected(to path: String) { connected = all.firstIndex(of: path) }

  /// The daemon there has taken the bridge.
  mutating func noteAttached() {
    last = connected
    attemptCount = 0
  }
}
