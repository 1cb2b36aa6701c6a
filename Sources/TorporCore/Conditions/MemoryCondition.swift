import TorporModel

extension ConditionContext {
  /// Whether there is memory for work that could as well wait (§13.4, MemoryPressurePolicy).
  var memory: Condition {
    Condition(
      .memoryPressure,
      holds: conditions.memoryLevel.value != .critical,
      since: conditions.memoryLevel.since
    )
  }
}
