/// The interval of the link's beats, for one kind of network: as long as the network allows.
///
/// Routers drop a connection on which nothing is sent for some minutes, without a notice. The link begins with an
/// interval that nearly all of them allow, increases it while every beat is answered, and steps back if one is not.
package struct KeepAlive: Hashable, Sendable, Codable {
  /// The time between two beats, in seconds.
  package private(set) var intervalSeconds = KeepAlive.firstSeconds
  /// The number of consecutive answered beats since the interval last changed.
  private var successes = 0
  /// The number of consecutive unanswered beats.
  private var failures = 0
  /// Whether the limit of the network has been found.
  private var isSettled = false

  /// 4.5 min: the shortest of WeChat's adaptive beats (4 min 30 s to 9 min 50 s), according to push.md §6.
  package static let firstSeconds = 270
  /// Three answered beats, then a minute more (push.md §6).
  static let successesToGrow = 3
  static let stepSeconds = 60
  /// The margin below the detected limit (push.md §6).
  static let marginSeconds = 20
  /// Three failures in a row: the learned interval belongs to another network (push.md §6).
  static let failuresToRestart = 3
  /// 15 min on Wi-Fi and wired networks, 28 min on a mobile network: as FCM does (push.md §6).
  static let longestSeconds = 900
  static let longestMobileSeconds = 1680

  package init() {}

  /// Records an answered beat.
  package mutating func succeeded(isMobile: Bool) {
    failures = 0
    guard !isSettled else { return }
    successes += 1
    guard successes >= KeepAlive.successesToGrow else { return }
    successes = 0
    let longest = isMobile ? KeepAlive.longestMobileSeconds : KeepAlive.longestSeconds
    intervalSeconds = min(intervalSeconds + KeepAlive.stepSeconds, longest)
  }

  /// Records an unanswered beat: the connection was dropped on the way.
  package mutating func failed() {
    failures += 1
    successes = 0
    guard failures < KeepAlive.failuresToRestart else {
      self = KeepAlive()
      return
    }
    // The previous interval still worked.
    guard intervalSeconds > KeepAlive.firstSeconds else { return }
    let good = intervalSeconds - KeepAlive.stepSeconds - KeepAlive.marginSeconds
    intervalSeconds = max(good, KeepAlive.firstSeconds)
    isSettled = true
  }
}

/// The pause before the next attempt: twice as long after each failure, and randomised between devices.
package struct Backoff: Hashable, Sendable {
  private var failures = 0

  /// The shortest and the longest pause.
  ///
  /// 1 s, doubled up to 5 min: a restarted gateway is found at once, and one that is unavailable costs 12 attempts an
  /// hour. Our choice.
  static let firstMilliseconds = 1000
  static let longestMilliseconds = 300_000
  /// The duration of a connection after which it counts as a success.
  ///
  /// A minute: longer than a gateway takes to restart and fail again, and shorter than the first beat. Our choice.
  static let lastingSeconds: Int64 = 60

  package init() {}

  /// Returns the pause after a failed attempt, between half of the time and all of it.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
    let full = min(Backoff.firstMilliseconds << min(failures, 16), Backoff.longestMilliseconds)
    failures += 1
    return .milliseconds(Int.random(in: full / 2...full, using: &random))
  }

  package mutating func reset() { failures = 0 }
}
