/// What a token is good for; the two kinds have tokens of their own (PK5).
@usableFromInline package enum PushTokenKind: String, Hashable, Sendable, Saved, CaseIterable {
  /// Alerts and `content-available`.
  case remote
  /// PushKit's `.voIP`.
  case voIP
}
