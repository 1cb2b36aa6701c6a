/// One possible cause that was checked for a question, and its finding.
package struct Check: Hashable, Sendable {
  /// The cause that was checked.
  package var cause: Cause
  /// The outcome.
  package var finding: Finding
  /// The condition, if the cause is a condition of the policy.
  package var reason: Reason?
  /// The subject: a file, a task, a mode.
  package var subject: String?
  /// When it began, if known.
  package var since: Instant?
  /// When it ends, or ended, if known.
  package var until: Instant?
  /// The length of time concerned, such as a budget.
  package var length: Duration?
  /// The file in which an administrator has fixed a setting that is an obstacle; `nil`: the setting can be changed.
  package var fixedBy: String?

  /// Makes a check.
  package init(
    _ cause: Cause,
    _ finding: Finding,
    reason: Reason? = nil,
    subject: String? = nil,
    since: Instant? = nil,
    until: Instant? = nil,
    length: Duration? = nil,
    fixedBy: String? = nil
  ) {
    self.cause = cause
    self.finding = finding
    self.reason = reason
    self.subject = subject
    self.since = since
    self.until = until
    self.length = length
    self.fixedBy = fixedBy
  }

  /// The result of checking a cause.
  package enum Finding: String, Hashable, Sendable, CaseIterable {
    /// The evidence shows it.
    case found
    /// The evidence shows that it is not so.
    case ruledOut
    /// The evidence does not show it either way.
    case unseen
    /// It is so for every app, by the rules.
    case rule
  }

  /// Makes a check of a cause that the evidence shows, or rules out.
  init(_ cause: Cause, if isFound: Bool, subject: String? = nil, since: Instant? = nil) {
    self.init(
      cause,
      isFound ? .found : .ruledOut,
      subject: isFound ? subject : nil,
      since: isFound ? since : nil
    )
  }

  /// Makes a check of a condition of the policy, which is a cause if it does not hold.
  init(_ cause: Cause, _ condition: Condition, _ finding: Finding) {
    self.init(
      cause,
      finding,
      reason: condition.reason,
      subject: condition.subject,
      since: condition.since,
      until: condition.until
    )
  }
}
