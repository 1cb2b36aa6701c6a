extension OpenRhythm {
  /// Steps lived through and steps with an open, and the factors that explain the second by the first.
  struct Evidence {
    private var exposure: [Double]
    private var busy: [Double]
    private var openWeight = 0.0
    private var rate = 0.0
    /// Factor of each step of the day, on weekdays, then at weekends.
    private var timeFactor: [Double]
    private var bucketFactor: [Double]

    /// The weight of a day against the one after it: half after 21 days.
    ///
    /// Our choice; half-lives from 10 to 40 days differ by less than the noise of the recorded users.
    private static let dayWeight = 0.967_530_2

    /// How far a finer answer is drawn to a plainer one, in days at the average rate.
    ///
    /// Our choice, as are the opens for each bucket; benchmark A2 hardly moves with those of the wide,
    /// the narrow and the bucket's prior, and that of the day types has not been varied.
    private static let narrowPriorDays = 2.0
    private static let widePriorDays = 1.0
    private static let dayTypePriorDays = 7.0
    private static let bucketPriorOpens = 3.0

    /// What is left of a neighbour's weight for each step of distance: half at 20 minutes, at an hour.
    ///
    /// A third level of 5 minutes serves punctual users better and the recorded ones worse.
    private static let narrowKeep = 0.707_106_8
    private static let wideKeep = 0.890_898_7

    private static let steps = OpenRhythm.stepsEachDay
    private static let buckets = OpenRhythm.bucketCount

    /// Counts the steps of the days whose opens are kept.
    init(_ history: OpenHistory, before now: LocalSecond) {
      let size = 2 * Evidence.steps * Evidence.buckets
      exposure = [Double](repeating: 0, count: size)
      busy = exposure
      timeFactor = [Double](repeating: 1, count: 2 * Evidence.steps)
      bucketFactor = [Double](repeating: 1, count: Evidence.buckets)
      count(history, before: now)
      // Half an open in one day is what is known of an app of which nothing is known.
      rate = (busy.reduce(0, +) + 0.5) / (exposure.reduce(0, +) + Double(Evidence.steps))
    }

    private mutating func count(_ history: OpenHistory, before now: LocalSecond) {
      let opens = history.opens(before: now)
      guard let firstKept = history.firstDayKept, firstKept <= now.day else { return }
      let firstDay = max(firstKept, now.day - OpenHistory.daysMax)
      var weight = 1.0
      for _ in firstDay..<max(firstDay, now.day) { weight *= Evidence.dayWeight }
      var next = opens.firstIndex { $0.day >= firstDay } ?? opens.count
      var last = next > 0 ? opens[next - 1] : nil
      for day in firstDay...now.day {
        let isWeekend = LocalSecond(day: day).isWeekend
        for step in 0..<Evidence.steps {
          let start = LocalSecond(day: day, secondOfDay: Int64(step) * OpenRhythm.stepSeconds)
          guard start + OpenRhythm.stepSeconds <= now else { return }
          let bucket = OpenRhythm.bucket(sinceOpen: last.map { start - $0 })
          let place = OpenRhythm.index(isWeekend, step, bucket)
          exposure[place] += weight
          let before = next
          while next < opens.count, opens[next] < start + OpenRhythm.stepSeconds {
            last = opens[next]
            next += 1
          }
          guard next > before else { continue }
          busy[place] += weight
          openWeight += weight * Double(next - before)
        }
        weight /= Evidence.dayWeight
      }
    }

    var opensEachBusyStep: Double {
      let steps = busy.reduce(0, +)
      return steps > 0 ? openWeight / steps : 1
    }

    var chances: [Double] {
      exposure.indices.map { place in
        rate * timeFactor[place / Evidence.buckets] * bucketFactor[place % Evidence.buckets]
      }
    }

    /// Fits the two factors in turns, each given the other (iterative proportional fitting).
    ///
    /// Six rounds, our choice.
    mutating func balance() {
      for _ in 0..<6 {
        balanceTimes()
        balanceBuckets()
      }
    }

    private mutating func balanceTimes() {
      var expected = [Double](repeating: 0, count: 2 * Evidence.steps)
      var seen = expected
      for place in exposure.indices {
        let time = place / Evidence.buckets
        expected[time] += exposure[place] * bucketFactor[place % Evidence.buckets] * rate
        seen[time] += busy[place]
      }
      let weekdays = 0..<Evidence.steps
      let weekends = Evidence.steps..<2 * Evidence.steps
      let allExpected = zip(expected[weekdays], expected[weekends]).map { $0 + $1 }
      let allSeen = zip(seen[weekdays], seen[weekends]).map { $0 + $1 }
      let wide = drawn(
        allSeen,
        allExpected,
        keep: Evidence.wideKeep,
        to: Evidence.plainDay,
        days: Evidence.widePriorDays
      )
      let allDays = drawn(
        allSeen,
        allExpected,
        keep: Evidence.narrowKeep,
        to: wide,
        days: Evidence.narrowPriorDays
      )
      timeFactor = []
      for type in [weekdays, weekends] {
        timeFactor += drawn(
          Array(seen[type]),
          Array(expected[type]),
          keep: Evidence.narrowKeep,
          to: allDays,
          days: Evidence.dayTypePriorDays
        )
      }
    }

    /// What was seen by what was expected around each step, drawn to a plainer answer.
    private func drawn(
      _ seen: [Double],
      _ expected: [Double],
      keep: Double,
      to plainer: [Double],
      days: Double
    ) -> [Double] {
      let seen = Evidence.smoothed(seen, keep: keep)
      let expected = Evidence.smoothed(expected, keep: keep)
      let prior = days * rate
      return seen.indices.map { (seen[$0] + prior * plainer[$0]) / (expected[$0] + prior) }
    }

    private mutating func balanceBuckets() {
      var expected = [Double](repeating: Evidence.bucketPriorOpens, count: Evidence.buckets)
      var seen = expected
      for place in exposure.indices {
        let bucket = place % Evidence.buckets
        expected[bucket] += exposure[place] * timeFactor[place / Evidence.buckets] * rate
        seen[bucket] += busy[place]
      }
      bucketFactor = zip(seen, expected).map { $0 / $1 }
    }

    /// A day on which people sleep from 1 to 6, our choice for an app of which nothing is known.
    private static let plainDay: [Double] = (0..<steps).map { step in
      let nightFactor = 0.2
      let isNight = (6..<36).contains(step)
      return isNight ? nightFactor : (144 - 30 * nightFactor) / 114
    }

    /// Weighted means around each step of the day, whose ends meet; weights fall off geometrically.
    private static func smoothed(_ values: [Double], keep: Double) -> [Double] {
      var forward = values
      var backward = values
      var carried = 0.0
      // Twice around, so that the second starts with what the end of the day hands to its beginning.
      for place in Array(values.indices) + Array(values.indices) {
        carried = values[place] + keep * carried
        forward[place] = carried
      }
      carried = 0
      for place in Array(values.indices.reversed()) + Array(values.indices.reversed()) {
        backward[place] = keep * carried
        carried = values[place] + keep * carried
      }
      let share = (1 - keep) / (1 + keep)
      return zip(forward, backward).map { ($0 + $1) * share }
    }
  }
}
