package import TorporModel

/// A fact with the time at which it began.
package struct Observed<Value: Hashable & Sendable & Saved>: Hashable, Sendable, Saved {
  package private(set) var value: Value
  /// When it began; `nil` if it was so when the device was first observed.
  package private(set) var since: Instant?

  package init(_ value: Value) { self.value = value }

  /// Takes in a report; returns whether it is new.
  ///
  /// `keepsSince`: the part that conditions depend on is unchanged.
  mutating func update(_ value: Value, at now: Instant, keepsSince: Bool = false) -> Bool {
    guard value != self.value else { return false }
    self.value = value
    if !keepsSince { since = now }
    return true
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Observed {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let since {
      writer.key("since")
      since.write(to: &writer)
    }
    writer.key("value")
    value.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    since = try reader.hasKey("since") ? Instant(from: &reader) : nil
    try reader.key("value")
    value = try Value(from: &reader)
    try reader.endObject()
  }
}
