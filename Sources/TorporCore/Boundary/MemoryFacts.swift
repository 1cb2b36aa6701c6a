import TorporModel

/// The memory that is left, as reported by the kernel or the simulated device.
package struct MemoryReport: Hashable, Sendable, Saved {
  /// The state of the kernel's triggers in the last seconds: some task waited for memory, or all did.
  ///
  /// The policy judges whether memory is short: `MemoryJudgment`.
  package var level: MemoryPressureLevel
  /// Bytes that could be allocated now; negative if more is requested than available.
  package var availableBytes: Int64
  package var totalBytes: Int64
  /// The evidence for and against the level; `nil`: only the report itself is known.
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

/// The degree of memory pressure.
package enum MemoryPressureLevel: String, Hashable, Sendable, Saved, CaseIterable {
  case normal, warning, critical
}

/// The kernel's counters that distinguish a shortage of memory from a slow disk.
package struct MemoryEvidence: Hashable, Sendable, Saved {
  /// All swap of the machine, including swap that the daemon may not use; `nil`: there is none.
  package var swap: SwapState?
  /// Memory that is in swap and, unchanged, still in memory, in bytes: the kernel can reuse it without
  /// a wait, but does not count it as available (`SwapCached`).
  package var cachedSwapBytes: Int64
  /// Pages of files that were dropped and had to be read again within the last 10 s, in bytes
  /// (`workingset_refault_file`).
  package var refaultedBytes: Int64
  /// File data cached in memory, in bytes.
  package var fileCacheBytes: Int64
  /// The shares of the last 10 s in which some task, and in which all runnable tasks, waited for
  /// memory, in permille (PSI, `avg10`).
  package var someStallPermille: Int
  package var fullStallPermille: Int
  /// Whether a trigger of the kernel has fired since the last report; false if the adapter checks by
  /// itself, to follow the shortage.
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
