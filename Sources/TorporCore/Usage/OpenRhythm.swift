/// How likely one app is to be opened in each ten minutes of a day, given how long it has been alone.
///
/// The chance is a product: the time of day (on weekdays and at weekends) × the time since the last
/// open. The second factor matters as much as the first: people open an app in bursts, and who has
/// looked at it a moment ago is likely to look again. Both are estimated together from the opens of the
/// last weeks, recent days counting more, and drawn towards something plainer where opens are few:
/// the day type towards all days, all days towards a wider average, that towards a day with a night.
package struct OpenRhythm: Hashable, Sendable {
  /// Chance of an open within a step, by day type, step of the day and bucket.
  private let chances: [Double]

  /// Opens in a step that has one: a burst is shorter than a step.
  package let opensEachBusyStep: Double

  // MARK: The grid

  /// Length of a step: short against an hour, the distance of 24 refreshes a day; our choice.
  package static let stepSeconds: Int64 = 600
  package static let stepsEachDay = 144

  /// Widths of the buckets of time since the last open, in steps: doubling, the last without an end.
  package static let bucketSteps: [Int] = [1, 1, 2, 4, 8, 16, 32, .max]
  package static var bucketCount: Int { bucketSteps.count }

  /// The step of the day in which a moment lies.
  package static func step(of moment: LocalSecond) -> Int {
    Int(moment.secondOfDay / stepSeconds)
  }

  /// The bucket for that many seconds since the last open; without one, the last bucket.
  package static func bucket(sinceOpen seconds: Int64?) -> Int {
    guard let seconds else { return bucketCount - 1 }
    var rest = max(0, seconds) / stepSeconds
    for (bucket, width) in bucketSteps.enumerated() {
      if rest < width { return bucket }
      rest -= Int64(width)
    }
    return bucketCount - 1
  }

  /// The chance of at least one open within a step of a day.
  package func chance(isWeekend: Bool, step: Int, bucket: Int) -> Double {
    chances[OpenRhythm.index(isWeekend, step, bucket)]
  }

  /// The chances of one kind of day, by step and then bucket.
  package func chances(isWeekend: Bool) -> ArraySlice<Double> {
    let size = OpenRhythm.stepsEachDay * OpenRhythm.bucketCount
    return chances[(isWeekend ? size : 0)..<(isWeekend ? 2 * size : size)]
  }

  static func index(_ isWeekend: Bool, _ step: Int, _ bucket: Int) -> Int {
    ((isWeekend ? stepsEachDay : 0) + step) * bucketCount + bucket
  }

  // MARK: Learning

  /// Learns from what was known at that moment.
  package init(learnedFrom history: OpenHistory, before now: LocalSecond) {
    var evidence = Evidence(history, before: now)
    evidence.balance()
    // Nothing is certain: also where every such step had an open, one in ten may have none.
    let certainMax = 0.9
    chances = evidence.chances.map { min($0, certainMax) }
    opensEachBusyStep = evidence.opensEachBusyStep
  }
}
