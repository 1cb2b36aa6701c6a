import TorporModel

/// How long an app is suspended, and how long it was without a notification.
///
/// A frozen program does not see time pass. Its peers do, and may have given up on it: the first
/// callback after the freeze says how long it lasted, so that the app can reconnect.
struct SuspendedTime: Hashable, Sendable, Saved {
  private var since: Instant?
  private var untold: Duration?

  init() {}

  /// The app stands still from now on.
  mutating func begin(at now: Instant) {
    if since == nil { since = now }
  }

  /// The app runs from now on.
  mutating func end(at now: Instant) {
    guard let since else { return }
    untold = (untold ?? .zero) + (now - since)
    self.since = nil
  }

  /// What the app is told now; `nil` when it has not stood still since it was last told.
  mutating func take() -> Duration? {
    defer { untold = nil }
    return untold
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension SuspendedTime {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let since {
      writer.key("since")
      since.write(to: &writer)
    }
    if let untold {
      writer.key("untold")
      untold.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    since = try reader.hasKey("since") ? Instant(from: &reader) : nil
    untold = try reader.hasKey("untold") ? Duration(from: &reader) : nil
    try reader.endObject()
  }
}
