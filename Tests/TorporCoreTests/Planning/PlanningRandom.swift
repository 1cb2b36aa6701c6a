import TorporModel

@testable import TorporCore

/// SplitMix64 (Steele, Lea and Flood 2014) with draws of windows: a seed is a whole workload.
struct PlanningRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A window within so many seconds: one in five exact, one in four periodic.
  mutating func window(within seconds: Int, level: EnergyLevel? = nil) -> WakeWindow {
    let earliest = below(seconds)
    let length = below(5) == 0 ? 0 : below(120)
    let period = below(4) == 0 ? Duration.seconds(max(1, length) + below(300)) : nil
    return WakeWindow(
      earliest: .at(.seconds(earliest)),
      latest: .at(.seconds(earliest + length)),
      level: level ?? EnergyLevel.allCases[below(3)],
      period: period
    )
  }
}

extension WakePlanner {
  /// Wakes at every planned moment up to the end, as a host does that is never late.
  mutating func run(until end: Instant) -> [(at: Instant, wake: PlannedWake)] {
    var wakes: [(Instant, PlannedWake)] = []
    while let next = nextWake, next <= end { wakes.append((next, wake(at: next))) }
    return wakes
  }
}
