/// The amount of free memory at the time of a decision based on it.
@usableFromInline package struct FreeMemory: Hashable, Sendable, Saved {
  /// The memory that could be allocated without a wait, in bytes; negative if more was requested than available.
  @usableFromInline package let availableBytes: Int64
  @usableFromInline package let totalBytes: Int64
  /// The free swap and the total swap, in bytes; both 0: the machine had none; `nil`: unknown.
  @usableFromInline package let swapFreeBytes: Int64?
  @usableFromInline package let swapTotalBytes: Int64?

  /// Makes the figures of one point in time.
  @inlinable package init(
    availableBytes: Int64,
    totalBytes: Int64,
    swapFreeBytes: Int64? = nil,
    swapTotalBytes: Int64? = nil
  ) {
    self.availableBytes = availableBytes
    self.totalBytes = totalBytes
    self.swapFreeBytes = swapFreeBytes
    self.swapTotalBytes = swapTotalBytes
  }
}
