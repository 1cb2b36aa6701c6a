import NIOCore

/// When a store is asked again that could not say what channels have kept for a device.
struct LeftRetries {
  /// Whether the time until then has not passed.
  var isWaiting = false
  private var hasFailed = false
  private var failureCount = 0

  /// The shortest and the longest wait.
  ///
  /// 1 s, doubled up to a minute: as a device's own link begins, but nobody waits for minutes when the store is back. Our
  /// choice.
  private static let firstMilliseconds: Int64 = 1000
  private static let longestMilliseconds: Int64 = 60_000

  /// The store has answered for one of those that it was asked for at once.
  mutating func note(hasFailed: Bool) { self.hasFailed = self.hasFailed || hasFailed }

  /// All of them are answered for: how long to wait before the next, between half of the time and all of it, so that not
  /// all devices ask at once; `nil`: the store is well.
  mutating func pause() -> TimeAmount? {
    guard hasFailed else {
      failureCount = 0
      return nil
    }
    let full = min(Self.firstMilliseconds << min(failureCount, 16), Self.longestMilliseconds)
    failureCount += 1
    (hasFailed, isWaiting) = (false, true)
    return .milliseconds(Int64.random(in: full / 2...full))
  }
}
