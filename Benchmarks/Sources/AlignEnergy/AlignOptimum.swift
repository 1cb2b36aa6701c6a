import TorporCore
import TorporModel

/// The least energy that serves a set of windows, known from the start to the end.
///
/// Levels are nested, which makes it a polynomial dynamic programme:
///
///     f_L(i, j) = min( f_{L-1}(i, j) when no window of level L lies strictly inside (i, j);
///                      min over k of f_{L-1}(i, k) + c_L + f_L(k, j), with none inside (i, k) )
///
/// Candidates are the deadlines, and the moments at which the processor is powered anyway; there a
/// wake pays only what it needs beyond the processor. It shares no code with the planner.
struct AlignOptimum {
  private let costs: WakeCosts
  /// Candidates in order, with a guard before the first and one after the last.
  private let points: [Instant]
  private let isFree: [Bool]
  /// For each level and point: the last point that may follow it in a chain of wakes of the level.
  private let reach: [[Int]]

  static func nanojoules(_ windows: [WakeWindow], freeWakes: [Instant], costs: WakeCosts) -> Int64 {
    AlignOptimum(windows, freeWakes, costs).solve()
  }

  private init(_ windows: [WakeWindow], _ freeWakes: [Instant], _ costs: WakeCosts) {
    self.costs = costs
    let free = Set(freeWakes)
    let candidates = Set(windows.map(\.latest)).union(free).sorted()
    let points =
      [Instant(nanoseconds: .min)] + candidates + [Instant(nanoseconds: .max)]
    self.points = points
    isFree = points.map(free.contains)
    reach = EnergyLevel.allCases.map { level in
      let opening = windows.filter { $0.level == level }.sorted { $0.earliest > $1.earliest }
      var tightest = Instant(nanoseconds: .max)
      var rest = opening[...]
      var last = points.count - 1
      var reach = [Int](repeating: last, count: points.count)
      for point in points.indices.reversed() {
        while let window = rest.first, window.earliest > points[point] {
          tightest = min(tightest, window.latest)
          rest.removeFirst()
        }
        while points[last] > tightest { last -= 1 }
        reach[point] = last
      }
      return reach
    }
  }

  /// Rows of costs from a point on: `rows[i][j - i]`.
  private typealias Table = [[Int64]]

  private func solve() -> Int64 {
    var table: Table?
    for level in EnergyLevel.allCases {
      let index = level.rawValue - 1
      let isLast = level == EnergyLevel.allCases.last
      let starts = isLast ? 0..<1 : points.indices
      table = starts.map { start in
        let end = isLast ? points.count - 1 : reach[index + 1][start]
        return row(from: start, to: end, level, below: table)
      }
    }
    return table?.first?.last ?? 0
  }

  private func row(from start: Int, to end: Int, _ level: EnergyLevel, below: Table?) -> [Int64] {
    let reach = reach[level.rawValue - 1]
    // The cheapest chain that ends in a wake of the level at each point, and one that ends before it.
    var waking: [Int64] = [0]
    var passing: [Int64] = [0]
    var oldest = start
    for point in stride(from: start + 1, through: end, by: 1) {
      while reach[oldest] < point { oldest += 1 }
      var least = Int64.max
      for last in oldest..<point {
        least = min(least, waking[last - start] + (below?[last][point - last] ?? 0))
      }
      passing.append(least)
      waking.append(least + costs.nanojoules(of: level, above: isFree[point] ? .processor : nil))
    }
    return passing
  }
}

extension AlignOptimum {
  /// The same by trying every assignment of levels to candidates; for a handful of windows.
  static func bruteForce(_ windows: [WakeWindow], freeWakes: [Instant], costs: WakeCosts) -> Int64 {
    let candidates = Set(windows.map(\.latest)).union(freeWakes).sorted()
    var least = Int64.max
    var assignment = [EnergyLevel?](repeating: nil, count: candidates.count)
    func isServed(_ window: WakeWindow) -> Bool {
      zip(candidates, assignment).contains { moment, level in
        window.contains(moment) && level.map { $0 >= window.level } ?? false
      }
    }
    func descend(_ index: Int, _ spent: Int64) {
      guard index < candidates.count else {
        if spent < least, windows.allSatisfy(isServed) { least = spent }
        return
      }
      let free: EnergyLevel? = freeWakes.contains(candidates[index]) ? .processor : nil
      for level in [nil] + EnergyLevel.allCases.map(Optional.some) {
        assignment[index] = level
        descend(index + 1, spent + costs.nanojoules(of: level, above: free))
      }
    }
    descend(0, 0)
    return least
  }

  /// How many of that many small random sets the two ways agree on.
  static func agreement(count: Int, _ random: inout SplitMix64) -> Int {
    var agreed = 0
    for _ in 0..<count {
      let windows = (0..<(1 + random.below(5))).map { _ in
        let earliest = Instant(nanoseconds: Int64(random.below(20)))
        return WakeWindow(
          earliest: earliest,
          latest: earliest + .nanoseconds(random.below(9)),
          level: EnergyLevel.allCases[random.below(3)]
        )
      }
      let free = (0..<random.below(3)).map { _ in Instant(nanoseconds: Int64(random.below(28))) }
      let costs = WakeCosts(
        processorNanojoules: Int64(1 + random.below(5)),
        radioNanojoules: Int64(3 + random.below(9)),
        positioningNanojoules: Int64(5 + random.below(20))
      )
      let exact = nanojoules(windows, freeWakes: free, costs: costs)
      if exact == bruteForce(windows, freeWakes: free, costs: costs) { agreed += 1 }
    }
    return agreed
  }

  /// The least number of wakes where all cost the same: a wake at each deadline that none before has
  /// served (interval stabbing).
  static func stabbingCount(_ windows: [WakeWindow]) -> Int {
    var count = 0
    var last: Instant?
    for window in windows.sorted(by: { $0.latest < $1.latest }) {
      if let last, window.earliest <= last { continue }
      last = window.latest
      count += 1
    }
    return count
  }
}
