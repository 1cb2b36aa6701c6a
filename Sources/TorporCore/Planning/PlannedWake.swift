package import TorporModel

/// What one moment of being awake is used for, and who pays how much of it.
package struct PlannedWake: Hashable, Sendable {
  /// The highest level that is powered; `nil` where there was no reason to be awake.
  package var level: EnergyLevel?
  /// What it costs beyond what is powered already.
  package var nanojoules: Int64 = 0
  /// The windows that are served, in the order of their keys.
  package var servings: [Serving] = []

  /// One window that a wake serves, with its share of the cost.
  package struct Serving: Hashable, Sendable {
    package let key: UInt64
    package let level: EnergyLevel
    /// The deadline that it had.
    package let latest: Instant
    package internal(set) var nanojoules: Int64 = 0
  }

  /// Shares the cost among those served, to the nanojoule.
  ///
  /// Each level is paid for by those that need it: what it costs above the level below it is split
  /// evenly among the windows of that level or more. A window thus never pays for a radio that it
  /// does not use, and no other rule treats equals alike and adds up over wakes: these shares are
  /// the Shapley value (Littlechild and Owen 1973, the airport game). Nanojoules that do not divide
  /// go to the lowest keys.
  mutating func share(_ costs: WakeCosts, above free: EnergyLevel?) {
    guard let level else { return }
    var below = free
    for layer in EnergyLevel.allCases where layer <= level && layer.isAbove(free) {
      let payers = servings.indices.filter { servings[$0].level >= layer }
      let layerNanojoules = costs.nanojoules(of: layer, above: below)
      let (each, rest) = layerNanojoules.quotientAndRemainder(dividingBy: Int64(payers.count))
      for (order, payer) in payers.enumerated() {
        servings[payer].nanojoules += each + (order < rest ? 1 : 0)
      }
      below = layer
    }
  }
}
