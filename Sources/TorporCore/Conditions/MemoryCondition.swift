import TorporModel

extension ConditionContext {
  /// Whether there is enough memory for work that can wait (§13.4, MemoryPressurePolicy).
  var memory: Condition {
    Condition(
      .memoryPressure,
      holds: conditions.memoryLevel.value != .critical,
      since: conditions.memoryLevel.since
    )
  }
}
