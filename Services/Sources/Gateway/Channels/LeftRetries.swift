import NIOCore

/// The times at which a store that could not report a channel's stored push for a device is asked again.
struct LeftRetries {
  /// Whether the pause has not ended yet.
  var isWaiting = false
  private var hasFailed = false
  private var failureCount = 0

  /// The shortest and the longest pause.
  ///
  /// 1 s, doubled up to a minute: as a device's own link begins, but without waiting for minutes when the store is
  /// available again. Our choice.
  private static let firstMilliseconds: Int64 = 1000
  private static let longestMilliseconds: Int64 = 60_000

  /// Records the store's answer to one of the simultaneous requests.
  mutating func note(hasFailed: Bool) { self.hasFailed = self.hasFailed || hasFailed }

  /// Returns the pause before the next requests when all of them are answered, between half of the time and all of it,
  /// so that not all devices ask at once; `nil`: the store is available.
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
