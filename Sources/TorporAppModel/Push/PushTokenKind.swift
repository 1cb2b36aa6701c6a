/// The use of a token; the two kinds have separate tokens (PK5).
@usableFromInline package enum PushTokenKind: String, Hashable, Sendable, Saved, CaseIterable {
  /// Alerts and `content-available`.
  case remote
  /// PushKit's `.voIP`.
  case voIP
}
