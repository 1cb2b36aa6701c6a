/// The cheapest set of wakes for the windows of a horizon, as far as its first wake.
///
/// Levels are nested: a wake serves every open window up to its own level. So the cheapest plan is
/// found level by level. Between two neighbouring wakes of level L or more, no window of level L may
/// lie whole; what is left there is a problem of the levels below:
///
///     f_L(i, j) = min over chains i = k_0 < k_1 < … < k_n = j without a window of level L in a gap
///                 of the sum of f_{L-1}(k_m, k_{m+1}), and the cost of level L at each k between
///
/// where f_0 is 0. The gaps are short wherever level L has windows, so the work is the number of
/// points times the square of the longest gap, 17³ for each level at most.
struct NestedLevels {
  private let costs: WakeCosts
  private let free: EnergyLevel?
  /// The point behind the last one: it stands after everything.
  private let end: Int
  /// For each level, and each point, the last point by which the next wake of the level must come.
  private var limits: [[Int]] = []
  /// The levels that have windows, from cheap to dear.
  private var levels: [EnergyLevel] = []

  init(_ horizon: WakeHorizon, costs: WakeCosts, free: EnergyLevel?) {
    self.costs = costs
    self.free = free
    end = horizon.pointCount
    for level in EnergyLevel.allCases {
      var limit = [Int](repeating: end, count: end + 1)
      var isEmpty = true
      for window in horizon.windows where window.level == level {
        limit[window.opens - 1] = min(limit[window.opens - 1], window.closes)
        isEmpty = false
      }
      guard !isEmpty else { continue }
      for point in stride(from: end - 1, through: 0, by: -1) {
        limit[point] = min(limit[point], limit[point + 1])
      }
      levels.append(level)
      limits.append(limit)
    }
  }

  /// The level that the cheapest plan has at point 1; `nil` where it leaves the machine asleep.
  ///
  /// Of plans that cost the same, the one with the lowest level now: what is put off may still be
  /// served by a wake that is not foreseen.
  func firstLevel() -> EnergyLevel? {
    guard !levels.isEmpty else { return nil }
    let width = end + 1
    var below = [Int64](repeating: 0, count: width * width)
    var chain = [Int64](repeating: 0, count: width)
    for index in levels.indices {
      var table = [Int64](repeating: 0, count: width * width)
      let isTop = index == levels.count - 1
      for start in 0..<(isTop ? 1 : end) {
        let reach = isTop ? end : limits[index + 1][start]
        extend(from: start, to: reach, index, below: below, into: &table, &chain)
      }
      below = table
    }
    return EnergyLevel(rawValue: Int(below[end] & 3))
  }

  /// Fills one row: the cheapest chains of one level from a point to each point after it.
  private func extend(
    from start: Int,
    to reach: Int,
    _ index: Int,
    below: [Int64],
    into table: inout [Int64],
    _ chain: inout [Int64]
  ) {
    let width = end + 1
    let limit = limits[index]
    var oldest = start
    chain[start] = 0
    var point = start + 1
    while point <= reach {
      while limit[oldest] < point { oldest += 1 }
      var least = Int64.max
      for last in oldest..<point { least = min(least, chain[last] + below[last * width + point]) }
      table[start * width + point] = least
      chain[point] = least + weight(of: levels[index], at: point)
      point += 1
    }
  }

  /// The cost of a wake, times four, and in the two lowest bits the level where the wake is now.
  ///
  /// A plan has one wake at point 1 at most, so its sum carries that wake's level in these bits and
  /// sums of equal cost are ordered by it.
  private func weight(of level: EnergyLevel, at point: Int) -> Int64 {
    guard point == 1 else { return costs.nanojoules(of: level) * 4 }
    return costs.nanojoules(of: level, above: free) * 4 + Int64(level.rawValue)
  }
}
