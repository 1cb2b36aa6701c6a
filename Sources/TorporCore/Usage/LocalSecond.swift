package import TorporModel

/// A moment on the user's own clock: seconds since 1970-01-01T00:00 in local time.
///
/// Habits follow the clock on the wall, so the usage model knows no other time. The caller
/// converts. Unlike an `Instant` it may jump, forwards and backwards: by an
/// hour twice a year, by more when the user travels.
package struct LocalSecond: Hashable, Comparable, Sendable {
  /// Seconds since 1970 began on the local clock.
  package let rawValue: Int64

  /// Makes the moment from its count of seconds.
  package init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Makes the moment at which a day, counted from 1970-01-01, has run for that many seconds.
  package init(day: Int64, secondOfDay: Int64 = 0) {
    rawValue = day * LocalSecond.secondsEachDay + secondOfDay
  }

  /// Local days are counted as 24 hours; the two that are not are off by an hour, at night.
  package static let secondsEachDay: Int64 = 86_400

  /// The day, counted from 1970-01-01.
  package var day: Int64 {
    let (days, rest) = rawValue.quotientAndRemainder(dividingBy: LocalSecond.secondsEachDay)
    return rest < 0 ? days - 1 : days
  }

  /// Seconds since the day began.
  package var secondOfDay: Int64 { rawValue - day * LocalSecond.secondsEachDay }

  /// Whether the day is a Saturday or a Sunday; 1970 began on a Thursday.
  package var isWeekend: Bool {
    let days = (day + 3) % 7
    return (days < 0 ? days + 7 : days) >= 5
  }

  /// Orders moments from early to late.
  package static func < (left: LocalSecond, right: LocalSecond) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The moment that many seconds later.
  package static func + (moment: LocalSecond, seconds: Int64) -> LocalSecond {
    LocalSecond(moment.rawValue + seconds)
  }

  /// The seconds from `right` to `left`; negative when `left` is earlier.
  package static func - (left: LocalSecond, right: LocalSecond) -> Int64 {
    left.rawValue - right.rawValue
  }
}

extension LocalSecond: Saved {
  /// Writes the moment as a plain integer.
  package func write(to writer: inout SavedWriter) { rawValue.write(to: &writer) }

  /// Reads the moment from a plain integer.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init(try Int64(from: &reader))
  }
}
