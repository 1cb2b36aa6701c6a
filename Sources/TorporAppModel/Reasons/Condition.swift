/// One condition of a decision.
@usableFromInline package struct Condition: Hashable, Sendable, Saved {
  /// What was looked at.
  @usableFromInline package let reason: Reason
  /// Whether it spoke for the action.
  @usableFromInline package let holds: Bool
  /// Since when it has been so, where that is known.
  @usableFromInline package let since: Instant?
  /// When it will change by itself, where that is known.
  @usableFromInline package let until: Instant?
  /// The name of the thing: a file, a task, a process; `nil` where the reason says all.
  @usableFromInline package let subject: String?

  /// Makes a condition.
  @inlinable package init(
    _ reason: Reason,
    holds: Bool = true,
    since: Instant? = nil,
    until: Instant? = nil,
    subject: String? = nil
  ) {
    self.reason = reason
    self.holds = holds
    self.since = since
    self.until = until
    self.subject = subject
  }
}
