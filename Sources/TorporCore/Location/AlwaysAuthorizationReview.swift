import TorporModel

/// An app's use of "always" authorization, and whether the user was asked about it (LO14).
struct AlwaysAuthorizationReview: Hashable, Sendable, Saved {
  /// When it first received locations off screen.
  let since: Instant
  /// Whether the user has been asked; once for each time that "always" was allowed.
  private(set) var isAsked = false

  /// The time after which the user is asked.
  ///
  /// "Some days" (LO14); 3 are our choice: long enough to have seen what it is good for.
  static let patience = Duration.hours(72)

  /// A review that begins with the first use; `isProvisional`: the user has not been asked about "always" at all, and
  /// is asked at once.
  init(since: Instant, isProvisional: Bool = false) {
    self.since = isProvisional ? since - Self.patience : since
  }

  /// When the user will be asked; `nil`: they have been.
  var asksAt: Instant? { isAsked ? nil : since + Self.patience }

  mutating func ask() { isAsked = true }
}

// MARK: - Saved, written by scripts/generate-saved

extension AlwaysAuthorizationReview {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isAsked")
    isAsked.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isAsked")
    isAsked = try Bool(from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.endObject()
  }
}
