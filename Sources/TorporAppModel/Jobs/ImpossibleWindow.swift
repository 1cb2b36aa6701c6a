/// A mistake in the times of a requested job.
@usableFromInline package enum ImpossibleWindow: String, Hashable, Sendable, CaseIterable {
  /// The deadline is before the earliest begin.
  case deadlineBeforeStart
  /// The calendar expression never matches in the future.
  case calendarElapsed
}
