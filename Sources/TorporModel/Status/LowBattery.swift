/// The level at which a battery is low: the one number used by the policy, its explanations and the user interface.
package enum LowBattery {
  /// Below this share of a full battery, off external power, only essential work runs; at it Low Power Mode is offered.
  ///
  /// 20 %: the low battery gate, and the first step at which a phone warns (§13.2 factor 1, §11, §17).
  package static let percent = 20
}
