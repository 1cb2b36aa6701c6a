import TorporModel

extension ConditionContext {
  /// The share of a full battery below which, off external power, only essential work runs.
  package static let batteryGatePercent = LowBattery.percent

  /// Returns whether the battery holds that much, or external power is connected; it is not known when
  /// the charge fell below it.
  func battery(atLeast percent: Int = batteryGatePercent) -> Condition {
    let charge = conditions.power.value?.batteryPercent
    return Condition(
      .batteryLow,
      holds: isOnExternalPower || (charge.map { $0 >= percent } ?? true),
      since: isOnExternalPower ? conditions.power.since : nil
    )
  }
}
