/// One condition of a decision.
@usableFromInline package struct Condition: Hashable, Sendable, Saved {
  /// The subject of the check.
  @usableFromInline package let reason: Reason
  /// Whether it was a reason for the action.
  @usableFromInline package let holds: Bool
  /// When it began, if known.
  @usableFromInline package let since: Instant?
  /// When it will change by itself, if known.
  @usableFromInline package let until: Instant?
  /// The name of the thing concerned: a file, a task, a process; `nil` if the reason is sufficient.
  ///
  /// For `notRegistered` that holds, in a decision about a push: the broadcast channel through which
  /// the push arrived, to which the app has subscribed.
  @usableFromInline package let subject: String?
  /// The measured figures, if the reason has any.
  @usableFromInline package let figures: Figures?

  /// The measured figures; stored separately, because there are many conditions and few of them have figures.
  @usableFromInline package indirect enum Figures: Hashable, Sendable, Saved {
    case memory(FreeMemory)
    case allowance(AllowanceUse)
  }

  /// Makes a condition.
  @inlinable package init(
    _ reason: Reason,
    holds: Bool = true,
    since: Instant? = nil,
    until: Instant? = nil,
    subject: String? = nil,
    memory: FreeMemory? = nil,
    allowance: AllowanceUse? = nil
  ) {
    self.reason = reason
    self.holds = holds
    self.since = since
    self.until = until
    self.subject = subject
    figures = memory.map { .memory($0) } ?? allowance.map { .allowance($0) }
  }

  /// The amount of free memory.
  package var memory: FreeMemory? {
    if case .memory(let memory) = figures { memory } else { nil }
  }

  /// The used part of an allowance.
  package var allowance: AllowanceUse? {
    if case .allowance(let allowance) = figures { allowance } else { nil }
  }
}
