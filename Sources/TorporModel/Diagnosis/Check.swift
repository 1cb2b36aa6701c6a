/// One possible cause that was looked at for a question, and what came of it.
package struct Check: Hashable, Sendable {
  /// What was looked for.
  package var cause: Cause
  /// What came of it.
  package var finding: Finding
  /// Of a cause that is a condition of the policy: which.
  package var reason: Reason?
  /// The thing it is about: a file, a task, a mode.
  package var subject: String?
  /// Since when it has been so, where that is known.
  package var since: Instant?
  /// Until when it is, or was, so, where that is known.
  package var until: Instant?
  /// The length of time it is about: a budget.
  package var length: Duration?
  /// Of a setting that is in the way and that an administrator has fixed: the file; `nil`: it can be changed.
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

  /// What came of looking for a cause.
  package enum Finding: String, Hashable, Sendable, CaseIterable {
    /// The evidence shows it.
    case found
    /// The evidence shows that it is not so.
    case ruledOut
    /// The evidence does not tell.
    case unseen
    /// It is so for every app, by the rules.
    case rule
  }

  /// A cause that the evidence shows, or rules out.
  init(_ cause: Cause, if isFound: Bool, subject: String? = nil, since: Instant? = nil) {
    self.init(
      cause,
      isFound ? .found : .ruledOut,
      subject: isFound ? subject : nil,
      since: isFound ? since : nil
    )
  }

  /// A condition of the policy, which is a cause where it does not hold.
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
