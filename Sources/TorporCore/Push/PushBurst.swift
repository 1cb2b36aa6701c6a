package import TorporModel

/// Many silent pushes within seconds, for any apps (PN14: a "thundering herd").
///
/// After one, silent pushes are held for a while if the device is in use. A single push to a suspended
/// app runs it whether or not the device is in use.
package struct PushBurst: Hashable, Sendable, Saved {
  /// The times of the last silent pushes, oldest first; at most one less than a burst.
  private var arrivals: [Instant] = []
  /// When the last burst was complete.
  package private(set) var lastAt: Instant?

  /// How many within `length` are a burst.
  ///
  /// 8 within 10 s: "many within seconds" (PN14 has no number), and more than the apps of one user who has a chat, two
  /// mailboxes and a calendar are sent by one event; our choice.
  package static let count = 8
  package static let length = Duration.seconds(10)
  /// How long it counts (PN14: 900 s).
  package static let vetoLength = Duration.seconds(900)

  package init() {}

  /// Returns until when silent pushes are held while the device is in use; `nil`: they are not.
  package func vetoEnd(at now: Instant) -> Instant? {
    lastAt.map { $0 + PushBurst.vetoLength }.flatMap { $0 > now ? $0 : nil }
  }

  mutating func note(at now: Instant) {
    arrivals.removeAll { $0 + PushBurst.length < now }
    guard arrivals.count + 1 < PushBurst.count else {
      arrivals = []
      lastAt = now
      return
    }
    arrivals.append(now)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension PushBurst {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("arrivals")
    arrivals.write(to: &writer)
    if let lastAt {
      writer.key("lastAt")
      lastAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("arrivals")
    arrivals = try [Instant](from: &reader)
    lastAt = try reader.hasKey("lastAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
