/// One condition of a decision.
package struct Condition: Hashable, Sendable, Saved {
  /// What was looked at.
  package let reason: Reason
  /// Whether it spoke for the action.
  package let holds: Bool
  /// Since when it has been so, where that is known.
  package let since: Instant?
  /// When it will change by itself, where that is known.
  package let until: Instant?
  /// The name of the thing: a file, a task, a process; `nil` where the reason says all.
  package let subject: String?

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
