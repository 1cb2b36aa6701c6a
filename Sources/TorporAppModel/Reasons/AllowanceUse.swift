/// How much of a day's allowance was used when something was decided because of it: in bytes of one for data, in
/// millijoules of one for energy.
@usableFromInline package struct AllowanceUse: Hashable, Sendable, Saved {
  @usableFromInline package let used: Int64
  /// What the user allows in a day.
  @usableFromInline package let allowed: Int64

  /// Makes the figures of one moment.
  @inlinable package init(used: Int64, allowed: Int64) {
    self.used = used
    self.allowed = allowed
  }
}
