package import TorporModel

/// A limiter that delays transfers begun by an app in the background, the longer the more often it was
/// woken for others (US17).
///
/// The delay doubles with each wake: 60 s, 120 s, 240 s … (measured). It is reset when the user opens
/// the app, or when the app was not woken for a whole delay after the last held transfer was released;
/// counted from the wake itself it would never grow, because every transfer that is held for a minute
/// ends more than a minute after the wake.
package struct ResumeRateLimiter: Hashable, Sendable, Saved {
  /// How long a new transfer is held now; zero: not at all.
  package private(set) var delay = Duration.zero
  /// From when on a whole delay without a wake must pass.
  private var quietSince = Instant.zero

  /// The first delay ([dts 14854], [obs 128813]).
  package static let firstDelay = Duration.seconds(60)
  /// The longest.
  ///
  /// None has been measured; 1 day is our choice, so that no app is stuck indefinitely.
  package static let delayMax = Duration.days(1)

  package init() {}

  /// The app is about to be woken for events.
  package mutating func wake(at now: Instant) {
    settle(at: now)
    delay = delay == .zero ? Self.firstDelay : min(delay * 2, Self.delayMax)
    quietSince = max(quietSince, now)
  }

  /// The app begins a transfer in the background; returns before when it does not start.
  package mutating func hold(at now: Instant) -> Instant? {
    settle(at: now)
    guard delay > .zero else { return nil }
    quietSince = max(quietSince, now + delay)
    return now + delay
  }

  /// The user has opened the app.
  package mutating func reset() { self = ResumeRateLimiter() }

  private mutating func settle(at now: Instant) {
    if delay > .zero, now >= quietSince + delay { delay = .zero }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ResumeRateLimiter {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("delay")
    delay.write(to: &writer)
    writer.key("quietSince")
    quietSince.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("delay")
    delay = try Duration(from: &reader)
    try reader.key("quietSince")
    quietSince = try Instant(from: &reader)
    try reader.endObject()
  }
}
