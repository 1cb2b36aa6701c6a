extension Duration {
  /// A length of whole minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }

  /// A length of whole hours.
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }

  /// A length of whole days of 24 hours.
  public static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

  /// The length in nanoseconds; stops at the ends of `Int64` (292 years) instead of overflowing.
  public var nanoseconds: Int64 {
    // One division of 128 bits; `components` takes two, and the core does this for every deadline.
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// The length in whole microseconds, the unit of lengths on the wire.
  public var microseconds: Int64 { nanoseconds / 1000 }

  /// The length in seconds with fractions, for display and ratios only.
  public var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
