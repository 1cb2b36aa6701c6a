import TorporModel

/// A detector of how long the device has been stationary.
///
/// A receiver is silent while the device stays within the requested distance, and also if it has lost
/// its satellites: no news counts as stationary.
struct StationaryDetector: Hashable, Sendable, Saved {
  private(set) var since: Instant = .zero
  private var anchor: Coordinate?

  /// How far the device must go to have moved, in metres, besides the error of the fix.
  ///
  /// Our choice: across a house, not across a street.
  static let reachMetres = 50.0

  mutating func take(_ fix: Location, at now: Instant) {
    if let anchor {
      let reach = Self.reachMetres + fix.horizontalAccuracyMetres
      guard fix.distanceMetres(to: anchor) > reach else { return }
    }
    anchor = fix.coordinate
    since = now
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension StationaryDetector {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let anchor {
      writer.key("anchor")
      anchor.write(to: &writer)
    }
    writer.key("since")
    since.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    anchor = try reader.hasKey("anchor") ? Coordinate(from: &reader) : nil
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.endObject()
  }
}
