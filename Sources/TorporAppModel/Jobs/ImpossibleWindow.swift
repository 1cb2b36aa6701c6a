/// What is wrong with the times of a job that was asked for.
@usableFromInline package enum ImpossibleWindow: String, Hashable, Sendable, CaseIterable {
  /// The deadline lies before the moment before which it must not begin.
  case deadlineBeforeStart
  /// The calendar expression means no moment from now on.
  case calendarElapsed
}
