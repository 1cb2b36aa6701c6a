import TorporModel

extension ConditionContext {
  /// Below this share of a full battery, off external power, only essential work runs.
  package static let batteryGatePercent = LowBattery.percent

  /// Whether the battery holds that much, or power comes from outside; since when the charge is below it is not known.
  func battery(atLeast percent: Int = batteryGatePercent) -> Condition {
    let charge = conditions.power.value?.batteryPercent
    return Condition(
      .batteryLow,
      holds: isOnExternalPower || (charge.map { $0 >= percent } ?? true),
      since: isOnExternalPower ? conditions.power.since : nil
    )
  }
}
