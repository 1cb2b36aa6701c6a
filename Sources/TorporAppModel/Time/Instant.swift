/// A moment on the device's own time line, in nanoseconds since its journal began.
///
/// The line never jumps and never runs backwards. It counts the time in which the machine sleeps
/// (it follows `CLOCK_BOOTTIME`) and, over a restart, the time in which the machine was off (as far
/// as the wall clock knows it). The core computes with nothing else; wall-clock dates appear only at
/// the edges. An `Int64` of nanoseconds lasts for 292 years.
@usableFromInline package struct Instant: Hashable, Comparable, Sendable, Saved {
  /// Nanoseconds since the journal began; negative only in facts that are older, such as since when
  /// nobody has used the machine.
  @usableFromInline package let nanoseconds: Int64

  /// Makes the moment that many nanoseconds after the journal began.
  @inlinable package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The first moment of the device's time line.
  @usableFromInline package static let zero = Instant(nanoseconds: 0)

  /// The moment `length` after the journal began.
  @inlinable package static func at(_ length: Duration) -> Instant {
    .zero + length
  }

  /// Whether they are the same moment.
  @inlinable package static func == (left: Instant, right: Instant) -> Bool {
    left.nanoseconds == right.nanoseconds
  }

  /// Orders moments from early to late.
  @inlinable package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The moment `length` later; stops at the end of the time line instead of overflowing.
  @inlinable package static func + (moment: Instant, length: Duration) -> Instant {
    let (sum, overflowed) = moment.nanoseconds.addingReportingOverflow(length.nanoseconds)
    return Instant(nanoseconds: overflowed ? (length < .zero ? .min : .max) : sum)
  }

  /// The moment `length` earlier; stops at the end of the time line instead of overflowing.
  @inlinable package static func - (moment: Instant, length: Duration) -> Instant {
    let (rest, overflowed) = moment.nanoseconds.subtractingReportingOverflow(length.nanoseconds)
    return Instant(nanoseconds: overflowed ? (length < .zero ? .max : .min) : rest)
  }

  /// The length of time from `right` to `left`; negative when `left` is earlier.
  @inlinable package static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds &- right.nanoseconds)
  }

  /// Writes the moment as a plain integer of nanoseconds.
  package func write(to writer: inout SavedWriter) { nanoseconds.write(to: &writer) }

  /// Reads the moment from a plain integer of nanoseconds.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init(nanoseconds: try Int64(from: &reader))
  }
}
