/// The used part of a day's allowance at the time of a decision based on it: in bytes for data, in
/// millijoules for energy.
@usableFromInline package struct AllowanceUse: Hashable, Sendable, Saved {
  @usableFromInline package let used: Int64
  /// The user's allowance for a day.
  @usableFromInline package let allowed: Int64

  /// Makes the figures of one point in time.
  @inlinable package init(used: Int64, allowed: Int64) {
    self.used = used
    self.allowed = allowed
  }
}
