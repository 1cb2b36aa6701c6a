/// Chance that is the same in each run: a linear congruential generator (Knuth, MMIX).
struct Chance {
  var state: UInt64 = 7

  /// From 0 to 1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
}
