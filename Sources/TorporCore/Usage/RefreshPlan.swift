/// When the refreshes of one app's day should run, so that its content is youngest when it is opened.
///
/// For each number of refreshes left, step of the day and time since the last open, the plan holds the
/// age that content must have for a refresh to be worth it now. The ages come from a dynamic programme
/// over the app's rhythm (`RefreshPlan.Solver`), so that they weigh a refresh now against all later
/// uses of it: nights are avoided, the ones before the usual hours come just before them, and a burst
/// of opens is answered while it lasts. With a rhythm that knows no hours, they come evenly spaced.
package struct RefreshPlan: Hashable, Sendable {
  /// The day that is planned.
  package let day: Int64

  /// The most refreshes of the day.
  package let budget: Int

  /// Least ages in minutes, by refreshes left (from 1), step and bucket; `never` where waiting is better.
  private let leastAges: [UInt16]

  static let never = UInt16.max

  /// The most refreshes of a day that are planned: BF10 names 15 minutes as the practical floor.
  package static let budgetMax = 96

  /// Plans a day by what its app's rhythm is known to be.
  package init(day: Int64, budget: Int, rhythm: OpenRhythm) {
    self.day = day
    self.budget = min(max(budget, 0), RefreshPlan.budgetMax)
    var solver = Solver(rhythm: rhythm, budget: self.budget)
    leastAges = solver.leastAges(
      isWeekend: LocalSecond(day: day).isWeekend,
      isNextWeekend: LocalSecond(day: day + 1).isWeekend
    )
  }

  /// Whether a refresh is due at that moment of the day.
  ///
  /// - Parameters:
  ///   - moment: a moment of the planned day.
  ///   - lastRefresh: when content was last refreshed; without it, content is as old as can be.
  ///   - lastOpen: when the app was last opened.
  ///   - remaining: the refreshes of the day that are left.
  /// - Returns: whether content is old enough for a refresh now.
  package func isDue(
    at moment: LocalSecond,
    lastRefresh: LocalSecond?,
    lastOpen: LocalSecond?,
    remaining: Int
  ) -> Bool {
    let left = min(remaining, budget)
    guard left > 0 else { return false }
    let step = OpenRhythm.step(of: moment)
    let bucket = OpenRhythm.bucket(sinceOpen: lastOpen.map { moment - $0 })
    let row = (left - 1) * OpenRhythm.stepsEachDay + step
    let leastAge = leastAges[row * OpenRhythm.bucketCount + bucket]
    guard leastAge != RefreshPlan.never else { return false }
    guard let lastRefresh else { return true }
    return moment - lastRefresh >= Int64(leastAge) * 60
  }

  /// The moment of the next refresh of the day if the app is not opened before it.
  ///
  /// An open changes the answer, and so may be followed by a refresh at once: ask again after it.
  package func nextRefresh(
    from now: LocalSecond,
    lastRefresh: LocalSecond?,
    lastOpen: LocalSecond?,
    remaining: Int
  ) -> LocalSecond? {
    var moment = max(now, LocalSecond(day: day))
    while moment.day == day {
      if isDue(at: moment, lastRefresh: lastRefresh, lastOpen: lastOpen, remaining: remaining) {
        return moment
      }
      let step = Int64(OpenRhythm.step(of: moment) + 1)
      moment = LocalSecond(day: day, secondOfDay: step * OpenRhythm.stepSeconds)
    }
    return nil
  }
}
