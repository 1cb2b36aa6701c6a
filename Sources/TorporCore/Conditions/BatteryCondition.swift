import TorporModel

extension ConditionContext {
  /// Below this share of a full battery, off external power, only essential work runs.
  ///
  /// 20 %: the low battery gate (§13.2 factor 1, §17).
  package static let batteryGatePercent = 20

  /// Whether the battery holds that much, or power comes from outside; of the charge nothing says since when.
  func battery(atLeast percent: Int = batteryGatePercent) -> Condition {
    let charge = conditions.power.value?.batteryPercent
    return Condition(
      .batteryLow,
      holds: isOnExternalPower || (charge.map { $0 >= percent } ?? true),
      since: isOnExternalPower ? conditions.power.since : nil
    )
  }
}
