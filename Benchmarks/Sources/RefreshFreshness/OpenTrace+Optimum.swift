import TorporCore

extension OpenTrace {
  /// The least mean age that anybody could reach who knows every open, in seconds.
  ///
  /// A refresh is best just before an open. A dynamic programme goes through the days: for each open
  /// that may have had the last refresh so far, the least sum of ages; within a day, for each number of
  /// refreshes.
  func leastMeanAge(budget: Int) -> Double {
    let origin = LocalSecond(day: firstDayMeasured)
    let opens = measured.map { Double($0 - origin) }
    var sums = [0.0]
    for open in opens { sums.append(sums[sums.count - 1] + open) }
    let halfGap = Double(LocalSecond.secondsEachDay) / Double(2 * budget)
    var reached = [Reached(refresh: -halfGap, ageSum: 0)]
    var first = 0
    while first < opens.count {
      let day = measured[measured.startIndex + first].day
      var end = first
      while end < opens.count, measured[measured.startIndex + end].day == day { end += 1 }
      reached = through(first..<end, opens, sums, reached, budget: budget)
      first = end
    }
    return (reached.map(\.ageSum).min() ?? 0) / Double(max(1, opens.count))
  }

  /// Where a course may stand at midnight.
  private struct Reached {
    let refresh: Double
    let ageSum: Double
  }

  private func through(
    _ day: Range<Int>,
    _ opens: [Double],
    _ sums: [Double],
    _ before: [Reached],
    budget: Int
  ) -> [Reached] {
    /// The sum of ages from one open up to another since a refresh.
    func ages(_ from: Int, _ to: Int, since refresh: Double) -> Double {
      sums[to] - sums[from] - refresh * Double(to - from)
    }
    // The least sum of ages before each open of the day that has the newest refresh.
    var least = day.map { open in
      before.map { $0.ageSum + ages(day.lowerBound, open, since: $0.refresh) }.min() ?? .infinity
    }
    var best = [Double](repeating: .infinity, count: day.count)
    for refreshes in 1...min(budget, day.count) {
      if refreshes > 1 {
        var next = [Double](repeating: .infinity, count: day.count)
        for open in day.dropFirst(refreshes - 1) {
          for earlier in day.lowerBound..<open {
            let sum = least[earlier - day.lowerBound] + ages(earlier, open, since: opens[earlier])
            next[open - day.lowerBound] = min(next[open - day.lowerBound], sum)
          }
        }
        least = next
      }
      for open in day {
        let sum = least[open - day.lowerBound] + ages(open, day.upperBound, since: opens[open])
        best[open - day.lowerBound] = min(best[open - day.lowerBound], sum)
      }
    }
    let idle = before.map {
      Reached(
        refresh: $0.refresh,
        ageSum: $0.ageSum + ages(day.lowerBound, day.upperBound, since: $0.refresh)
      )
    }
    let refreshed = day.map { Reached(refresh: opens[$0], ageSum: best[$0 - day.lowerBound]) }
    return undominated(idle + refreshed)
  }

  /// Those that no other beats in both the moment of the refresh and the sum of ages.
  private func undominated(_ all: [Reached]) -> [Reached] {
    var kept: [Reached] = []
    for one in all.sorted(by: { $0.refresh > $1.refresh }) {
      if one.ageSum < (kept.last?.ageSum ?? .infinity) { kept.append(one) }
    }
    return kept
  }
}
