package import TorporModel

/// One reason for which the system runs an app off screen, bounded in time.
package struct Wake: Hashable, Sendable, Saved {
  package let reason: WakeReason
  /// The callback for the event; the wake ends when its completion handler is called or, if it has
  /// none, when it returns, or with its time (`WakeReason.isFixedDuration`).
  package let token: CallbackToken
  package let startedAt: Instant
  /// When it must have ended; `nil` on screen, where an event has no limit.
  package private(set) var deadline: Instant?

  package init(reason: WakeReason, token: CallbackToken, startedAt: Instant) {
    self.reason = reason
    self.token = token
    self.startedAt = startedAt
  }

  /// The app is off screen from now on.
  package mutating func start(at now: Instant) { deadline = deadline ?? now + reason.budget }

  /// The app is on screen.
  package mutating func pause() { deadline = nil }

  /// Gives a wake with a time that passed unwatched until `moment`.
  package mutating func postpone(until moment: Instant) {
    deadline = deadline.map { max($0, moment) }
  }

  /// The machine slept meanwhile, and the app with it.
  mutating func slept(for length: Duration) { deadline = deadline.map { $0 + length } }

  /// The maximum number of uncompleted events of an app, on or off screen.
  ///
  /// 64: as many as a client may have calls open; our choice. More are denied.
  package static let countMax = 64
}

// MARK: - Saved, written by scripts/generate-saved

extension Wake {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let deadline {
      writer.key("deadline")
      deadline.write(to: &writer)
    }
    writer.key("reason")
    reason.write(to: &writer)
    writer.key("startedAt")
    startedAt.write(to: &writer)
    writer.key("token")
    token.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    deadline = try reader.hasKey("deadline") ? Instant(from: &reader) : nil
    try reader.key("reason")
    reason = try WakeReason(from: &reader)
    try reader.key("startedAt")
    startedAt = try Instant(from: &reader)
    try reader.key("token")
    token = try CallbackToken(from: &reader)
    try reader.endObject()
  }
}
