import TorporModel

/// How much memory is left, as the kernel or the simulated device sees it.
package struct MemoryReport: Hashable, Sendable, Saved {
  /// What the kernel's triggers said in the last seconds: some task waited for memory, or all did.
  ///
  /// Whether memory is short is for the policy to judge: `MemoryJudgment`.
  package var level: MemoryPressureLevel
  /// Bytes that could be given out now; negative when more is asked for than there is.
  package var availableBytes: Int64
  package var totalBytes: Int64
  /// What speaks for the level and against it; `nil`: nothing is known but the word of who reports.
  package var evidence: MemoryEvidence?

  package init(
    level: MemoryPressureLevel,
    availableBytes: Int64,
    totalBytes: Int64,
    evidence: MemoryEvidence? = nil
  ) {
    self.level = level
    self.availableBytes = availableBytes
    self.totalBytes = totalBytes
    self.evidence = evidence
  }
}

/// How hard it is to get memory.
package enum MemoryPressureLevel: String, Hashable, Sendable, Saved, CaseIterable {
  case normal, warning, critical
}

/// What the kernel counts that tells a shortage of memory from a slow disk.
package struct MemoryEvidence: Hashable, Sendable, Saved {
  /// All swap of the machine, also where the daemon may not order memory there; `nil`: there is none.
  package var swap: SwapState?
  /// What stands in swap and, unchanged, still in memory, in bytes: the kernel gives it out without a
  /// wait, and does not count it as available (`SwapCached`).
  package var cachedSwapBytes: Int64
  /// Pages of files that were dropped and had to be read again within the last 10 s, in bytes
  /// (`workingset_refault_file`).
  package var refaultedBytes: Int64
  /// What is kept of files in memory, in bytes.
  package var fileCacheBytes: Int64
  /// Of the last 10 s, the share in which some task waited for memory, and all that could run, in
  /// permille (PSI, `avg10`).
  package var someStallPermille: Int
  package var fullStallPermille: Int
  /// Whether a trigger of the kernel has fired since the last report; not so where the adapter looks by
  /// itself, to see what has become of it.
  package var isFresh: Bool
  /// How many processes the kernel has ended for memory within the last 10 s (`oom_kill`); `nil`: none.
  package var kernelKills: Int64?

  package init(
    swap: SwapState?,
    cachedSwapBytes: Int64 = 0,
    refaultedBytes: Int64 = 0,
    fileCacheBytes: Int64 = 0,
    someStallPermille: Int = 0,
    fullStallPermille: Int = 0,
    isFresh: Bool = true,
    kernelKills: Int64? = nil
  ) {
    self.swap = swap
    self.cachedSwapBytes = cachedSwapBytes
    self.refaultedBytes = refaultedBytes
    self.fileCacheBytes = fileCacheBytes
    self.someStallPermille = someStallPermille
    self.fullStallPermille = fullStallPermille
    self.isFresh = isFresh
    self.kernelKills = kernelKills
  }
}
