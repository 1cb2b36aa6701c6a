package import TorporModel

/// What the wall clock shows along the device's time line, and where the user is.
///
/// It owns nothing that moves: it is told anew whenever the wall clock was set or the machine was
/// started, and when the time zone changes.
package struct WallClock: Hashable, Sendable, Saved {
  /// What the wall clock showed at the start of the time line, in nanoseconds since 1970, UTC.
  package private(set) var zeroUnixNanoseconds: Int64
  package internal(set) var zone: ZoneRules

  /// A clock that has not been set: 1970, UTC.
  package init(zeroUnixNanoseconds: Int64 = 0, zone: ZoneRules = .utc) {
    self.zeroUnixNanoseconds = zeroUnixNanoseconds
    self.zone = zone
  }

  /// The wall clock shows that much at a moment of the time line.
  mutating func set(unixNanoseconds: Int64, at moment: Instant) {
    zeroUnixNanoseconds = unixNanoseconds.subtractingClamped(moment.nanoseconds)
  }

  /// Nanoseconds since 1970, UTC, at a moment of the time line.
  package func unixNanoseconds(at moment: Instant) -> Int64 {
    zeroUnixNanoseconds.addingClamped(moment.nanoseconds)
  }

  /// The moment of the time line at which the wall clock shows that.
  package func instant(unixNanoseconds: Int64) -> Instant {
    Instant(nanoseconds: unixNanoseconds.subtractingClamped(zeroUnixNanoseconds))
  }

  /// Seconds since 1970 that a clock on the wall shows at a moment: the user's morning is the same
  /// in summer and in winter.
  package func localSecond(at moment: Instant) -> Int64 {
    let second = unixNanoseconds(at: moment).flooredSecond
    return Int64(zone.local(at: Int(second)))
  }

  /// The moment of the time line at which local clocks show that second first; where they are set
  /// over it, the moment at which they go on.
  package func instant(localSecond: Int64) -> Instant {
    switch zone.moments(ofLocal: Int(localSecond)) {
    case .one(let second), .two(let second, _):
      instant(unixNanoseconds: Int64(second).multipliedClamped(by: 1_000_000_000))
    // Clocks go on at a time that they do show.
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
