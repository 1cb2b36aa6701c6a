import TorporModel

extension ConditionContext {
  /// Whether work that Low Power Mode pauses may run.
  var lowPowerMode: Condition {
    Condition(
      .lowPowerMode,
      holds: !conditions.lowPowerMode.value,
      since: conditions.lowPowerMode.since
    )
  }
}
