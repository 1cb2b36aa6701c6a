package import TorporModel

/// A model of how much longer an open window will last, learned from windows that closed.
///
/// A window is a time in which the device is idle, charging and on a network suitable for heavy work.
/// The chance that it ends in the next step of its age is a rate: observed on windows that began in
/// this part of the day, supplemented by all windows of this device, supplemented by a prior. A new
/// device uses the prior; after a few weeks, its own habits have more weight.
package struct ChargingModel: Hashable, Sendable, Saved {
  /// The windows of this device, by the part of the day in which they began.
  private var ends: [WindowEnds]

  /// Makes a model without observations.
  package init() {
    ends = Array(repeating: WindowEnds(), count: ChargingModel.dayPartCount)
  }

  /// Learns a window that has closed.
  ///
  /// `startSecondOfDay` is local time: seconds since local midnight.
  package mutating func learn(startSecondOfDay: Int, length: Duration) {
    ends[ChargingModel.dayPart(startSecondOfDay)].add(max(0, Int(length.components.seconds)))
  }

  /// Returns the chances of a window that began at that local time of day.
  package func outlook(startSecondOfDay: Int) -> ChargingOutlook {
    let part = ends[ChargingModel.dayPart(startSecondOfDay)].counts
    var rates = [Double](repeating: 0, count: WindowAges.count)
    // From old to young: the number of windows that reached each step is the sum of those that ended there or later.
    var (reachedPart, reachedOwn, reachedPrior) = (0.0, 0.0, 0.0)
    for step in rates.indices.reversed() {
      let endedPart = Double(part[step])
      let endedOwn = ends.reduce(0) { $0 + Double($1.counts[step]) }
      let endedPrior = Double(ChargingModel.prior[step])
      reachedPart += endedPart
      reachedOwn += endedOwn
      reachedPrior += endedPrior
      let prior = (endedPrior + 0.5) / (reachedPrior + 1)
      let own =
        (endedOwn + ChargingModel.priorWeight * prior) / (reachedOwn + ChargingModel.priorWeight)
      rates[step] =
        (endedPart + ChargingModel.ownWeight * own) / (reachedPart + ChargingModel.ownWeight)
    }
    return ChargingOutlook(rates: rates)
  }

  private static func dayPart(_ secondOfDay: Int) -> Int {
    let day = 86_400
    let second = (secondOfDay % day + day) % day
    return second * dayPartCount / day
  }
}

/// How likely an open window is to last, for each of its ages.
package struct ChargingOutlook: Hashable, Sendable {
  /// The chance that a window ends within each step of age, once it has reached it.
  let rates: [Double]

  /// Returns the chance that a window of this age lasts for that much longer.
  package func chance(toLast length: Duration, age: Duration) -> Double {
    chance(toLast: Int(length.components.seconds), age: Int(age.components.seconds))
  }

  func chance(toLast seconds: Int, age: Int) -> Double {
    let end = age + seconds
    var at = age
    var chance = 1.0
    while at < end {
      let step = WindowAges.step(of: at)
      let isLast = step + 1 == WindowAges.count
      let to = isLast ? end : min(end, WindowAges.end(of: step))
      let share = Double(to - at) / Double(WindowAges.end(of: step) - WindowAges.starts[step])
      chance *= 1 - min(1, rates[step] * min(1, share))
      at = to
    }
    return chance
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ChargingModel {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("ends")
    ends.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("ends")
    ends = try [WindowEnds](from: &reader)
    try reader.endObject()
  }
}
