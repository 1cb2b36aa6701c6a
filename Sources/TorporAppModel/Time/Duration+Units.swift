extension Duration {
  /// Returns a duration of whole minutes.
  @inlinable package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }

  /// Returns a duration of whole hours.
  @inlinable package static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }

  /// Returns a duration of whole days of 24 hours.
  @inlinable package static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

  /// The duration in nanoseconds; stops at the ends of `Int64` (292 years) instead of overflowing.
  @inlinable package var nanoseconds: Int64 {
    // The core does this for every deadline. 10^9 is 2^9 × 1,953,125: shifted right by nine bits, a
    // duration of up to 78 minutes fits into 64 bits, where the compiler divides by multiplying;
    // dividing 128 bits is a call.
    let attoseconds = self.attoseconds
    if attoseconds >= 0, let upper = Int64(exactly: attoseconds >> 9) { return upper / 1_953_125 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// The duration in whole microseconds, the unit of durations on the wire.
  @inlinable package var microseconds: Int64 { nanoseconds / 1000 }

  /// The two largest units, for users: "42s", "2m 05s", "2h 05m", "3d 04h"; fractions of a second are dropped.
  @usableFromInline package var phrase: String {
    let seconds = max(0, nanoseconds / 1_000_000_000)
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
    func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if days > 0 { return "\(days)d \(twoDigits(hours % 24))h" }
    if hours > 0 { return "\(hours)h \(twoDigits(minutes % 60))m" }
    if minutes > 0 { return "\(minutes)m \(twoDigits(seconds % 60))s" }
    return "\(seconds)s"
  }

  /// The duration in seconds with fractions, only for display and ratios.
  @inlinable package var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
