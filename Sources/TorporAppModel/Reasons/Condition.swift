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
  ///
  /// `notRegistered` that holds, in a decision about a push: the broadcast channel by which the push has come, to which the
  /// app has subscribed.
  @usableFromInline package let subject: String?
  /// What was measured, where the reason is a matter of figures.
  @usableFromInline package let figures: Figures?

  /// What was measured; apart, since few conditions have any and there are many conditions.
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

  /// How much memory was free.
  package var memory: FreeMemory? {
    if case .memory(let memory) = figures { memory } else { nil }
  }

  /// How much of an allowance was used.
  package var allowance: AllowanceUse? {
    if case .allowance(let allowance) = figures { allowance } else { nil }
  }
}
