package import TorporModel

/// The beginnings of hours: those of the user's clock when the ledger began, and 3,600 s apart on the
/// device's time line, so that a jump of the wall clock does not prolong an hour.
package struct HourGrid: Hashable, Sendable, Saved {
  /// The time by which the beginning of an hour follows a multiple of 3,600 s.
  private let offset: Duration

  init(on clock: WallClock, at now: Instant) {
    let second = clock.localSecond(at: now)
    let begin = now - .seconds(second - second / 3600 * 3600)
    offset = .nanoseconds(begin.nanoseconds - Self.floor(begin.nanoseconds))
  }

  package func begin(of moment: Instant) -> Instant {
    let shifted = moment.nanoseconds - offset.nanoseconds
    return Instant(nanoseconds: Self.floor(shifted) + offset.nanoseconds)
  }

  /// The beginning of the first hour that is kept: of 240, with the one that has begun.
  package func oldestKept(at now: Instant) -> Instant {
    begin(of: now) - .hours(Self.hoursKept - 1)
  }

  /// Ten days, as the battery page of a phone shows.
  package static let hoursKept = 240

  private static let hourNanoseconds: Int64 = 3_600_000_000_000

  private static func floor(_ nanoseconds: Int64) -> Int64 {
    let (count, rest) = nanoseconds.quotientAndRemainder(dividingBy: hourNanoseconds)
    return (rest < 0 ? count - 1 : count) * hourNanoseconds
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension HourGrid {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("offset")
    offset.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("offset")
    offset = try Duration(from: &reader)
    try reader.endObject()
  }
}
