import TorporModel

extension ConditionContext {
  /// Whether the user lets work run that Low Power Mode pauses.
  var lowPowerMode: Condition {
    Condition(
      .lowPowerMode,
      holds: !conditions.lowPowerMode.value,
      since: conditions.lowPowerMode.since
    )
  }
}
