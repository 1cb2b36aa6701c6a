package import TorporAppModel

// How single values stand on the wire.

extension Instant {
  /// The moment in whole microseconds of device time, the unit on the wire.
  package var microseconds: Int64 { nanoseconds / 1000 }

  /// The moment that many microseconds after the journal began; stops at the ends of the line.
  package init(microseconds: Int64) {
    self = .zero + Duration(wireMicroseconds: microseconds)
  }
}

extension Duration {
  /// The length of that many microseconds; stops at the ends of 64-bit nanoseconds.
  package init(wireMicroseconds: Int64) {
    let (nanoseconds, overflowed) = wireMicroseconds.multipliedReportingOverflow(by: 1000)
    self = .nanoseconds(overflowed ? (wireMicroseconds < 0 ? .min : .max) : nanoseconds)
  }
}
