/// A point on the device's own time line, in nanoseconds since its journal began.
///
/// The line never jumps and never runs backwards. It includes the time in which the machine sleeps (it
/// follows `CLOCK_BOOTTIME`) and, across a restart, the time in which the machine was off (as far as
/// the wall clock shows it). The core computes with no other time; wall-clock dates appear only at the
/// edges. An `Int64` of nanoseconds lasts for 292 years.
@usableFromInline package struct Instant: Hashable, Comparable, Sendable, Saved {
  /// Nanoseconds since the journal began; negative only for older facts, such as the last use of the machine.
  @usableFromInline package let nanoseconds: Int64

  /// Makes the point in time that many nanoseconds after the journal began.
  @inlinable package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The beginning of the device's time line.
  @usableFromInline package static let zero = Instant(nanoseconds: 0)

  /// Returns the point in time `length` after the journal began.
  @inlinable package static func at(_ length: Duration) -> Instant {
    .zero + length
  }

  /// Returns whether they are the same point in time.
  @inlinable package static func == (left: Instant, right: Instant) -> Bool {
    left.nanoseconds == right.nanoseconds
  }

  /// Orders points in time from early to late.
  @inlinable package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the point in time `length` later; stops at the end of the time line instead of overflowing.
  @inlinable package static func + (moment: Instant, length: Duration) -> Instant {
    let (sum, overflowed) = moment.nanoseconds.addingReportingOverflow(length.nanoseconds)
    return Instant(nanoseconds: overflowed ? (length < .zero ? .min : .max) : sum)
  }

  /// Returns the point in time `length` earlier; stops at the end of the time line instead of overflowing.
  @inlinable package static func - (moment: Instant, length: Duration) -> Instant {
    let (rest, overflowed) = moment.nanoseconds.subtractingReportingOverflow(length.nanoseconds)
    return Instant(nanoseconds: overflowed ? (length < .zero ? .max : .min) : rest)
  }

  /// Returns the duration from `right` to `left`; negative when `left` is earlier.
  @inlinable package static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds &- right.nanoseconds)
  }

  /// Writes the value as a plain integer of nanoseconds.
  package func write(to writer: inout SavedWriter) { nanoseconds.write(to: &writer) }

  /// Reads the value from a plain integer of nanoseconds.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init(nanoseconds: try Int64(from: &reader))
  }
}
