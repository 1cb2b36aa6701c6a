/// How often the link says that it is there, for one kind of network: as rarely as the network allows.
///
/// Routers forget a connection on which nothing is sent for some minutes, and do not say so. The link begins with what
/// nearly all of them allow, grows while every beat is answered, and steps back where one is not.
package struct KeepAlive: Hashable, Sendable, Codable {
  /// The time between two beats, in seconds.
  package private(set) var intervalSeconds = KeepAlive.firstSeconds
  /// Beats in a row that were answered, since the interval last changed.
  private var successes = 0
  /// Beats in a row that were not.
  private var failures = 0
  /// Whether the limit of the network has been found.
  private var isSettled = false

  /// 4.5 min: the shortest of WeChat's adaptive beats (4 min 30 s to 9 min 50 s), as push.md §6 has it.
  package static let firstSeconds = 270
  /// Three good beats, then a minute more (push.md §6).
  static let successesToGrow = 3
  static let stepSeconds = 60
  /// So far below the limit that was found (push.md §6).
  static let marginSeconds = 20
  /// Three failures in a row: what was learned is of another network (push.md §6).
  static let failuresToRestart = 3
  /// 15 min by Wi-Fi and by wire, 28 min by a mobile network: what FCM does (push.md §6).
  static let longestSeconds = 900
  static let longestMobileSeconds = 1680

  package init() {}

  /// A beat was answered.
  package mutating func succeeded(isMobile: Bool) {
    failures = 0
    guard !isSettled else { return }
    successes += 1
    guard successes >= KeepAlive.successesToGrow else { return }
    successes = 0
    let longest = isMobile ? KeepAlive.longestMobileSeconds : KeepAlive.longestSeconds
    intervalSeconds = min(intervalSeconds + KeepAlive.stepSeconds, longest)
  }

  /// A beat was not answered: the connection was forgotten on the way.
  package mutating func failed() {
    failures += 1
    successes = 0
    guard failures < KeepAlive.failuresToRestart else {
      self = KeepAlive()
      return
    }
    // The interval before this one was still good.
    guard intervalSeconds > KeepAlive.firstSeconds else { return }
    let good = intervalSeconds - KeepAlive.stepSeconds - KeepAlive.marginSeconds
    intervalSeconds = max(good, KeepAlive.firstSeconds)
    isSettled = true
  }
}

/// How long to wait before the next attempt: twice as long after each that failed, and never all devices at once.
package struct Backoff: Hashable, Sendable {
  private var failures = 0

  /// The shortest and the longest wait.
  ///
  /// 1 s, doubled up to 5 min: a gateway that was restarted is found at once, and one that is gone costs 12 attempts
  /// an hour. Our choice.
  static let firstMilliseconds = 1000
  static let longestMilliseconds = 300_000
  /// How long a connection has lasted after which it counts as a success.
  ///
  /// A minute: longer than a gateway takes to start anew and fail again, and shorter than the first beat. Our choice.
  static let lastingSeconds: Int64 = 60

  package init() {}

  /// An attempt has failed: how long to wait now, between half of the time and all of it.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
    let full = min(Backoff.firstMilliseconds << min(failures, 16), Backoff.longestMilliseconds)
    failures += 1
    return .milliseconds(Int.random(in: full / 2...full, using: &random))
  }

  package mutating func reset() { failures = 0 }
}
