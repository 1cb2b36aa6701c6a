/// The coming opens of one app, step by step: where it may stand in its rhythm, and with what chance.
struct OpenForecast {
  private let rhythm: OpenRhythm
  /// The chance of each bucket of time since the last open.
  private var standing: [Double]
  private var now: LocalSecond
  private let lastOpen: LocalSecond?

  init(rhythm: OpenRhythm, lastOpen: LocalSecond?, now: LocalSecond) {
    self.rhythm = rhythm
    self.now = now
    self.lastOpen = lastOpen
    standing = [Double](repeating: 0, count: OpenRhythm.bucketCount)
    standing[OpenRhythm.bucket(sinceOpen: lastOpen.map { now - $0 })] = 1
  }

  /// Goes on to that moment and counts the opens that are to be expected on the way.
  mutating func expectedOpens(until end: LocalSecond) -> Double {
    var opens = 0.0
    advance(to: end) { opens += $0 }
    return opens * rhythm.opensEachBusyStep
  }

  /// Goes on to that moment and gives the chance of at least one open on the way.
  mutating func chanceOfAny(until end: LocalSecond) -> Double {
    var none = 0.0
    // Those who have not opened it since the start, by bucket; the others leave this list.
    var waiting = standing
    let before = now
    advance(to: end) { _ in }
    var moment = before
    while moment < end {
      let (stepEnd, share) = step(from: moment, to: end)
      for bucket in waiting.indices {
        waiting[bucket] *= 1 - chance(at: moment, bucket) * share
      }
      waiting = OpenForecast.older(waiting, share)
      moment = stepEnd
    }
    for one in waiting { none += one }
    return 1 - none
  }

  /// The chance that nothing is opened between two moments, told exactly how long it has been.
  func chanceOfNone(from start: LocalSecond, until end: LocalSecond) -> Double {
    var none = 1.0
    var moment = start
    while moment < end, none > 0 {
      let (stepEnd, share) = step(from: moment, to: end)
      let bucket = OpenRhythm.bucket(sinceOpen: lastOpen.map { moment - $0 })
      none *= 1 - chance(at: moment, bucket) * share
      moment = stepEnd
    }
    return none
  }

  private mutating func advance(to end: LocalSecond, _ expected: (Double) -> Void) {
    while now < end {
      let (stepEnd, share) = step(from: now, to: end)
      var opened = 0.0
      var alone = standing
      for bucket in standing.indices {
        let part = standing[bucket] * chance(at: now, bucket) * share
        opened += part
        alone[bucket] -= part
      }
      standing = OpenForecast.older(alone, share)
      standing[0] += opened
      expected(opened)
      now = stepEnd
    }
  }

  private func chance(at moment: LocalSecond, _ bucket: Int) -> Double {
    rhythm.chance(
      isWeekend: moment.isWeekend,
      step: OpenRhythm.step(of: moment),
      bucket: bucket
    )
  }

  /// The end of the step in which a moment lies, or `end`, and the share of a step until there.
  private func step(from moment: LocalSecond, to end: LocalSecond) -> (LocalSecond, Double) {
    let number = Int64(OpenRhythm.step(of: moment) + 1)
    let stepEnd = min(
      end,
      LocalSecond(day: moment.day, secondOfDay: number * OpenRhythm.stepSeconds)
    )
    return (stepEnd, Double(stepEnd - moment) / Double(OpenRhythm.stepSeconds))
  }

  /// The same after a step, or a share of one, without an open.
  private static func older(_ standing: [Double], _ share: Double) -> [Double] {
    var older = standing
    for (bucket, width) in OpenRhythm.bucketSteps.enumerated() where width != .max {
      let leaving = standing[bucket] * share / Double(width)
      older[bucket] -= leaving
      older[bucket + 1] += leaving
    }
    return older
  }
}
