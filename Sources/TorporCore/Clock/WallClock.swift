package import TorporModel

/// The wall clock along the device's time line, and the user's time zone.
///
/// It does not advance by itself: it is updated whenever the wall clock was set or the machine was
/// started, and when the time zone changes.
package struct WallClock: Hashable, Sendable, Saved {
  /// The wall clock's time at the start of the time line, in nanoseconds since 1970, UTC.
  package private(set) var zeroUnixNanoseconds: Int64
  package internal(set) var zone: ZoneRules

  /// Makes a clock that has not been set: 1970, UTC.
  package init(zeroUnixNanoseconds: Int64 = 0, zone: ZoneRules = .utc) {
    self.zeroUnixNanoseconds = zeroUnixNanoseconds
    self.zone = zone
  }

  /// Sets the wall clock's time at a point of the time line.
  mutating func set(unixNanoseconds: Int64, at moment: Instant) {
    zeroUnixNanoseconds = unixNanoseconds.subtractingClamped(moment.nanoseconds)
  }

  /// Returns nanoseconds since 1970, UTC, at a point of the time line.
  package func unixNanoseconds(at moment: Instant) -> Int64 {
    zeroUnixNanoseconds.addingClamped(moment.nanoseconds)
  }

  /// Returns the point of the time line at which the wall clock shows that time.
  package func instant(unixNanoseconds: Int64) -> Instant {
    Instant(nanoseconds: unixNanoseconds.subtractingClamped(zeroUnixNanoseconds))
  }

  /// Returns the seconds since 1970 in local time at a point of the time line: the user's morning is
  /// the same in summer and in winter.
  package func localSecond(at moment: Instant) -> Int64 {
    let second = unixNanoseconds(at: moment).flooredSecond
    return Int64(zone.local(at: Int(second)))
  }

  /// Returns the point of the time line at which local clocks first show that second; if a clock
  /// change skips it, the time to which they are set.
  package func instant(localSecond: Int64) -> Instant {
    switch zone.moments(ofLocal: Int(localSecond)) {
    case .one(let second), .two(let second, _):
      instant(unixNanoseconds: Int64(second).multipliedClamped(by: 1_000_000_000))
    // Clocks continue at a time that they do show.
    case .none(let resumesAt): instant(localSecond: Int64(resumesAt))
    }
  }
}

extension Int64 {
  fileprivate var flooredSecond: Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflowed) = addingReportingOverflow(other)
    return overflowed ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (rest, overflowed) = subtractingReportingOverflow(other)
    return overflowed ? (other < 0 ? .max : .min) : rest
  }

  fileprivate func multipliedClamped(by other: Int64) -> Int64 {
    let (product, overflowed) = multipliedReportingOverflow(by: other)
    return overflowed ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension WallClock {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("zeroUnixNanoseconds")
    zeroUnixNanoseconds.write(to: &writer)
    writer.key("zone")
    zone.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("zeroUnixNanoseconds")
    zeroUnixNanoseconds = try Int64(from: &reader)
    try reader.key("zone")
    zone = try ZoneRules(from: &reader)
    try reader.endObject()
  }
}
