package import TorporModel

/// The apps with waiting pushes; the pushes themselves are kept with the apps.
package struct PushTable: Hashable, Sendable, Saved {
  /// Apps with a held push or a call, in the order in which they came.
  private(set) var waiting: [AppIdentifier] = []
  /// Apps with a push that was stored while there was no connection, in the order in which it came.
  private(set) var unconnected: [AppIdentifier] = []
  /// Recent silent pushes.
  package private(set) var burst: PushBurst?
  /// When the device looks at it again.
  package internal(set) var nextReview: Instant?

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case waiting, unconnected, burst
    case nextReview = "nextLook"
  }

  package init() {}

  /// A silent push has come in.
  mutating func noteSilentPush(at now: Instant) {
    var noted = burst ?? PushBurst()
    noted.note(at: now)
    burst = noted
  }

  mutating func wait(_ app: AppIdentifier) {
    if !waiting.contains(app) { waiting.append(app) }
  }

  mutating func store(_ app: AppIdentifier) {
    unconnected.removeAll { $0 == app }
    unconnected.append(app)
  }

  mutating func forget(_ app: AppIdentifier) {
    waiting.removeAll { $0 == app }
    unconnected.removeAll { $0 == app }
  }

  mutating func drop(waiting app: AppIdentifier) {
    if let index = waiting.firstIndex(of: app) { waiting.remove(at: index) }
  }

  mutating func takeUnconnected() -> [AppIdentifier] {
    defer { unconnected = [] }
    return unconnected
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension PushTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let burst {
      writer.key("burst")
      burst.write(to: &writer)
    }
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.key("unconnected")
    unconnected.write(to: &writer)
    writer.key("waiting")
    waiting.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    burst = try reader.hasKey("burst") ? PushBurst(from: &reader) : nil
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.key("unconnected")
    unconnected = try [AppIdentifier](from: &reader)
    try reader.key("waiting")
    waiting = try [AppIdentifier](from: &reader)
    try reader.endObject()
  }
}
