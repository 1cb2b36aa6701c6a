import TorporModel

extension ConditionContext {
  /// Returns whether the device is cool enough; a device logged "absolutely not" from level 2 on (§13.4).
  func thermal(below limit: ThermalState = .serious) -> Condition {
    Condition(
      .thermal,
      holds: conditions.thermal.value < limit,
      since: conditions.thermal.since
    )
  }
}

extension ThermalState: Comparable {
  private var level: Int {
    switch self {
    case .nominal: 0
    case .fair: 1
    case .serious: 2
    case .critical: 3
    }
  }

  /// Orders states from cool to hot.
  package static func < (left: ThermalState, right: ThermalState) -> Bool {
    left.level < right.level
  }
}
