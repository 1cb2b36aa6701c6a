extension RefreshPlan {
  /// The dynamic programme behind a plan.
  ///
  /// A state is (refreshes left, age of content, bucket of time since the last open); its value is the
  /// sum of ages at all opens still to come, in minutes. Steps are taken from the end of the day to its
  /// beginning. In each, waiting costs the chance of an open times the age then; refreshing costs one
  /// refresh and makes the age 0. What the state is worth at midnight is what it is worth at the start
  /// of the next day with a full budget, so that day is solved first, with nothing after it.
  struct Solver {
    private let rhythm: OpenRhythm
    private let budget: Int
    private var values: [Double]
    private var waiting: [Double]

    /// Ages that are computed, in minutes; others lie on the line between their neighbours.
    ///
    /// A day's value is concave in the age, and nearly straight between these; our choice.
    private static let ages: [Double] = [
      0, 10, 20, 30, 40, 60, 80, 110, 150, 200, 270, 360, 480, 640, 900, 1440, 2880,
    ]
    private static let buckets = OpenRhythm.bucketCount
    private static let stepMinutes = Double(OpenRhythm.stepSeconds) / 60

    init(rhythm: OpenRhythm, budget: Int) {
      self.rhythm = rhythm
      self.budget = budget
      values = [Double](repeating: 0, count: (budget + 1) * Solver.ages.count * Solver.buckets)
      waiting = values
    }

    /// The least ages of the first of two days.
    mutating func leastAges(isWeekend: Bool, isNextWeekend: Bool) -> [UInt16] {
      let size = budget * OpenRhythm.stepsEachDay * Solver.buckets
      var leastAges = [UInt16](repeating: never, count: size)
      guard budget > 0 else { return leastAges }
      solve(Array(rhythm.chances(isWeekend: isNextWeekend))) { _, _, _, _ in }
      startNextDay()
      solve(Array(rhythm.chances(isWeekend: isWeekend))) { left, step, bucket, age in
        let row = (left - 1) * OpenRhythm.stepsEachDay + step
        leastAges[row * Solver.buckets + bucket] = UInt16(age)
      }
      return leastAges
    }

    /// At midnight whatever is left is lost, and the budget is full again.
    private mutating func startNextDay() {
      let size = Solver.ages.count * Solver.buckets
      let full = Array(values[(budget * size)...])
      for left in 0..<budget {
        values.replaceSubrange((left * size)..<((left + 1) * size), with: full)
      }
    }

    private mutating func solve(
      _ chances: [Double],
      found: (_ left: Int, _ step: Int, _ bucket: Int, _ age: Double) -> Void
    ) {
      for step in (0..<OpenRhythm.stepsEachDay).reversed() {
        wait(chances, step)
        choose { left, bucket, age in found(left, step, bucket, age) }
      }
    }

    /// What each state is worth if nothing is refreshed in this step.
    private mutating func wait(_ chances: [Double], _ step: Int) {
      let buckets = Solver.buckets
      let ages = Solver.ages.count
      let opens = rhythm.opensEachBusyStep
      values.withUnsafeBufferPointer { values in
        waiting.withUnsafeMutableBufferPointer { waiting in
          for (age, between) in Solver.later.enumerated() {
            let costOfOpen = (Solver.ages[age] + Solver.stepMinutes / 2) * opens
            for left in 0...budget {
              let low = (left * ages + between.low) * buckets
              let here = (left * ages + age) * buckets
              func later(_ bucket: Int) -> Double {
                let value = values[low + bucket]
                return value + (values[low + buckets + bucket] - value) * between.share
              }
              let opened = costOfOpen + later(0)
              var staying = later(0)
              for bucket in 0..<buckets {
                let leaving = bucket + 1 < buckets ? later(bucket + 1) : staying
                let alone = staying + (leaving - staying) * Solver.leavingChance[bucket]
                let chance = chances[step * buckets + bucket]
                waiting[here + bucket] = alone + (opened - alone) * chance
                staying = leaving
              }
            }
          }
        }
      }
    }

    /// Takes the better of waiting and refreshing in each state, and finds the age where they are equal.
    private mutating func choose(found: (_ left: Int, _ bucket: Int, _ age: Double) -> Void) {
      let buckets = Solver.buckets
      let size = Solver.ages.count * buckets
      for place in 0..<size { values[place] = waiting[place] }
      guard budget > 0 else { return }
      for left in 1...budget {
        for bucket in 0..<buckets {
          let refreshed = waiting[(left - 1) * size + bucket]
          var gainBefore = 0.0
          var isFound = false
          for age in Solver.ages.indices {
            let place = left * size + age * buckets + bucket
            let gain = waiting[place] - refreshed
            if gain > 0, !isFound {
              isFound = true
              found(left, bucket, Solver.crossing(age, gainBefore, gain))
            }
            gainBefore = gain
            values[place] = min(waiting[place], refreshed)
          }
        }
      }
    }

    /// The age at which the gain from a refresh crosses 0, between a computed age and the one before.
    private static func crossing(_ age: Int, _ gainBefore: Double, _ gain: Double) -> Double {
      guard age > 0 else { return 0 }
      let share = gainBefore < 0 ? -gainBefore / (gain - gainBefore) : 0
      return ages[age - 1] + (ages[age] - ages[age - 1]) * share
    }

    /// Where each computed age stands a step later: between which two, and how far from the lower.
    private static let later: [(low: Int, share: Double)] = ages.map { age in
      let next = min(age + stepMinutes, ages[ages.count - 1])
      let low = (ages.lastIndex { $0 <= next } ?? 0)
      let lower = min(low, ages.count - 2)
      return (lower, (next - ages[lower]) / (ages[lower + 1] - ages[lower]))
    }

    /// The chance that a step leads out of a bucket, which is not told how long it has been in it.
    private static let leavingChance: [Double] = OpenRhythm.bucketSteps.map {
      $0 == .max ? 0 : 1 / Double($0)
    }
  }
}
