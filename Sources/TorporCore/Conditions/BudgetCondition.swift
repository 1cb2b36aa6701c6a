import TorporModel

extension ConditionContext {
  /// Whether the device has energy left for background work; on external power it always has (§13.2 factor 6).
  var energyBudget: Condition {
    let refillAt = isOnExternalPower ? nil : energyRefillAt
    return Condition(.budget, holds: refillAt == nil, until: refillAt)
  }
}
