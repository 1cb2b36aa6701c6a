import TorporCore

/// A refresh at midnight and then each so many hours.
struct EvenSpacing: RefreshPolicy {
  let budget: Int

  mutating func startDay(_ day: Int64) {}
  mutating func noteOpened(at moment: LocalSecond) {}

  func nextRefresh(from now: LocalSecond, _ lastRefresh: LocalSecond, _ remaining: Int)
    -> LocalSecond?
  {
    let number = Int64(budget - remaining)
    return LocalSecond(
      day: now.day,
      secondOfDay: number * LocalSecond.secondsEachDay / Int64(budget)
    )
  }
}

/// Refreshes as dense as the root of how often the app was opened in that half-hour of the day.
///
/// For opens that are independent of each other this is the best there is.
struct RootDensity: RefreshPolicy {
  let budget: Int
  private var counts = [Double](repeating: 0, count: 48)
  private var times: [Int64] = []

  init(budget: Int) { self.budget = budget }

  mutating func noteOpened(at moment: LocalSecond) { counts[Int(moment.secondOfDay / 1800)] += 1 }

  mutating func startDay(_ day: Int64) {
    let densities = counts.map { ($0 + 0.001).squareRoot() }
    let total = densities.reduce(0, +)
    times = []
    var passed = 0.0
    for (slot, density) in densities.enumerated() {
      while times.count < budget {
        let wanted = (Double(times.count) + 0.5) / Double(budget) * total
        guard wanted <= passed + density else { break }
        times.append(Int64((Double(slot) + (wanted - passed) / density) * 1800))
      }
      passed += density
    }
  }

  func nextRefresh(from now: LocalSecond, _ lastRefresh: LocalSecond, _ remaining: Int)
    -> LocalSecond?
  {
    let number = budget - remaining
    guard number < times.count else { return nil }
    return LocalSecond(day: now.day, secondOfDay: times[number])
  }
}

/// The plan of the usage model, as the daemon asks for it.
struct LearnedPlan: RefreshPolicy {
  let budget: Int
  private var history = OpenHistory()
  private var plan: RefreshPlan?

  init(budget: Int) { self.budget = budget }

  mutating func noteOpened(at moment: LocalSecond) { history.noteOpened(at: moment) }

  mutating func startDay(_ day: Int64) {
    let rhythm = OpenRhythm(learnedFrom: history, before: LocalSecond(day: day))
    plan = RefreshPlan(day: day, budget: budget, rhythm: rhythm)
  }

  func nextRefresh(from now: LocalSecond, _ lastRefresh: LocalSecond, _ remaining: Int)
    -> LocalSecond?
  {
    plan?.nextRefresh(
      from: now,
      lastRefresh: lastRefresh,
      lastOpen: history.last,
      remaining: remaining
    )
  }
}
