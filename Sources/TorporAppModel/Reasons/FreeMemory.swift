/// How much memory was free when something was decided because of it.
@usableFromInline package struct FreeMemory: Hashable, Sendable, Saved {
  /// What could be given out without a wait, in bytes; negative where more was asked for than there was.
  @usableFromInline package let availableBytes: Int64
  @usableFromInline package let totalBytes: Int64
  /// What was free of swap, and all of it, in bytes; both 0: the machine had none; `nil`: it is not known.
  @usableFromInline package let swapFreeBytes: Int64?
  @usableFromInline package let swapTotalBytes: Int64?

  /// Makes the figures of one moment.
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
