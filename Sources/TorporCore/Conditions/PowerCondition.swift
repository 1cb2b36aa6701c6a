import TorporModel

extension ConditionContext {
  /// Whether the device is on external power; USB from another computer counts (BX8).
  var externalPower: Condition {
    Condition(.externalPower, holds: isOnExternalPower, since: conditions.power.since)
  }
}
