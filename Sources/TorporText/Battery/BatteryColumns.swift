package import TorporModel
package import TorporWire

/// The hours of a battery page in columns of the same length: what its charts draw, in a terminal and in a browser.
package struct BatteryColumns: Sendable {
  private let battery: BatteryStatus
  package let count: Int

  /// Makes that many columns.
  package init(_ battery: BatteryStatus, count: Int) {
    self.battery = battery
    self.count = max(1, count)
  }

  /// How long a column is.
  package var length: Duration {
    .microseconds(Int64(battery.hourCount) * 3_600_000_000 / Int64(count))
  }

  package func begin(_ column: Int) -> Instant { battery.begin + length * column }

  /// Whether any of its time has passed.
  package func hasBegun(_ column: Int) -> Bool { begin(column) < battery.at }

  /// The level that was told last before its end.
  package func level(_ column: Int) -> BatteryLevelRow? {
    let end = min(begin(column + 1), battery.at)
    return battery.levels.last { $0.at <= end }
  }

  /// The lowest level that was told in it, or before it and still held.
  package func lowest(_ column: Int) -> Int? {
    let (from, to) = (begin(column), min(begin(column + 1), battery.at))
    let before = battery.levels.last { $0.at <= from }
    let within = battery.levels.filter { $0.at > from && $0.at <= to }
    return ((before.map { [$0] } ?? []) + within).map(\.percent).min()
  }

  /// How long apps stood there, all of them together: more than the column where there were several.
  package func time(_ column: Int, _ part: (BatteryHour) -> BatteryFigures) -> Duration {
    let from = begin(column)
    let to = min(from + length, battery.at)
    guard to > from else { return .zero }
    let seconds = battery.hours.reduce(0.0) { sum, hour in
      // What an hour has is spread evenly over as much of it as has passed.
      let end = min(hour.begin + .hours(1), battery.at)
      let overlap = min(end, to) - max(hour.begin, from)
      guard overlap > .zero else { return sum }
      let lasted = (end - hour.begin).inSeconds
      return sum + part(hour).time.inSeconds * overlap.inSeconds / lasted
    }
    return .microseconds(Int64((seconds * 1_000_000).rounded()))
  }

  /// The part of a column's time in which apps stood there; of the one that has begun, of what has passed.
  package func share(_ column: Int, _ part: (BatteryHour) -> BatteryFigures) -> Double {
    let passed = min(begin(column) + length, battery.at) - begin(column)
    guard passed > .zero else { return 0 }
    return min(1, time(column, part).inSeconds / passed.inSeconds)
  }
}

extension BatteryStatus {
  /// The stretches on external power, as they were told, as far as they lie in the hours of the page.
  package var powerStretches: [(begin: Instant, end: Instant)] {
    var stretches: [(begin: Instant, end: Instant)] = []
    for (index, level) in levels.enumerated() where level.isOnExternalPower {
      let from = max(level.at, begin)
      let to = min(index + 1 < levels.count ? levels[index + 1].at : at, at)
      guard to > from else { continue }
      if let last = stretches.last, last.end == from {
        stretches[stretches.count - 1].end = to
      } else {
        stretches.append((from, to))
      }
    }
    return stretches
  }

  /// How many hours the page has, the current one as a whole.
  package var hourCount: Int {
    max(1, Int(((at - begin).microseconds + 3_599_999_999) / 3_600_000_000))
  }

  /// "the last hour", "the last 24 hours", "the last 10 days".
  package var period: String {
    let hours = hourCount
    if hours == 1 { return "the last hour" }
    return hours % 24 == 0 && hours > 24 ? "the last \(hours / 24) days" : "the last \(hours) hours"
  }
}
