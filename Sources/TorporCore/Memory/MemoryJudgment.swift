import TorporModel

/// Whether memory is short, judged from what the kernel reports.
///
/// Tasks that wait for memory do not prove it: they may also wait for a slow disk to which memory is
/// written, or for a limit of their own group. The judgment combines `MemAvailable`, swap and pages
/// that are read repeatedly, as Android's lmkd and systemd-oomd do.
package struct MemoryJudgment: Hashable, Sendable {
  /// The memory pressure, which determines warnings to apps and the waiting of work.
  package let level: MemoryPressureLevel
  /// Whether so little is left that memory of frozen apps is written to swap at once.
  package let isShort: Bool
  /// Whether suspended apps may be ended for their memory, and whether running ones may.
  package let endsSuspended: Bool
  package let endsRunning: Bool
  /// Whether so little is left that a running app gets no time before it is killed.
  package let isShortest: Bool
  /// Whether swap is full, so that the end of an app with memory in swap also helps.
  package let isSwapLow: Bool
  /// Whether the kernel ends processes for memory by itself.
  let isKernelKilling: Bool
  /// The memory that can be allocated without a wait, in bytes.
  package let availableBytes: Int64
  let totalBytes: Int64
  /// All swap of the machine; `nil`: there is none, or it is not known.
  private let swap: SwapState?
  private let isSwapKnown: Bool

  /// Judges a report; `isPagingOut`: waits may be caused by the daemon's own writing to swap.
  package init(
    _ report: MemoryReport,
    knownSwap: SwapState?,
    countsSwapAsRoom: Bool,
    isPagingOut: Bool
  ) {
    let facts = Facts(report, knownSwap, countsSwapAsRoom, isPagingOut)
    availableBytes = facts.availableBytes
    totalBytes = report.totalBytes
    swap = facts.swap
    isSwapKnown = report.evidence != nil || facts.swap != nil
    level = facts.level
    isSwapLow = facts.isSwapLow
    isKernelKilling = (report.evidence?.kernelKills ?? 0) > 0
    isShort = facts.isBelow(MemoryJudgment.idlePermille)
    endsRunning = facts.isBelow(MemoryJudgment.criticalPermille) && level == .critical
    isShortest = facts.isBelow(MemoryJudgment.shortestPermille) || facts.isStuck
    endsSuspended =
      facts.isLevelAll
      ? level == .critical
      : !facts.isHalfFree
        && (level == .critical || (isShort && facts.isSwapLow && facts.isSomebodyWaiting))
  }

  /// What is left, for the ledger.
  var memory: FreeMemory {
    FreeMemory(
      availableBytes: availableBytes,
      totalBytes: totalBytes,
      swapFreeBytes: isSwapKnown ? swap?.freeBytes ?? 0 : nil,
      swapTotalBytes: isSwapKnown ? swap?.totalBytes ?? 0 : nil
    )
  }

  /// Returns how much is missing to that share of all memory, in bytes; zero or below: none.
  func missingBytes(to permille: Int64) -> Int64 { totalBytes / 1000 * permille - availableBytes }
}

extension MemoryJudgment {
  /// Below these shares of memory that is available it is low, and short for suspended apps, and short for
  /// any, in permille: the lines "pressure", "idle" and "critical" of the kernel's table (§12 JE1).
  package static let pressurePermille: Int64 = 150
  package static let idlePermille: Int64 = 100
  package static let criticalPermille: Int64 = 50

  /// Below that share an app that runs is ended without `willTerminate`, in permille: half of the critical line, so
  /// that others find memory for as long as the last words take (5 s); our choice.
  static let shortestPermille: Int64 = 25

  /// With half of the memory available, no app is warned or ended, even if tasks wait; our choice.
  ///
  /// A level without evidence, in a profile without swap, is trusted.
  static let plentyPermille: Int64 = 500

  /// The free share at or below which swap is low, in permille: 100 (Android lmkd,
  /// `swap_free_low_percentage` 10), which is also what paging out leaves to the kernel.
  static let swapLowPermille: Int64 = 100

  /// The machine thrashes when of what it keeps of files more than that was read again within 10 s, in
  /// permille: 300 (Android lmkd, `thrashing_limit` of devices with little memory).
  static let thrashingPermille: Int64 = 300

  /// Swap does not help when the machine thrashes and everybody has waited for memory for that share of the
  /// last 10 s, in permille: 100, a second; our choice.
  static let stuckPermille = 100
}

/// The facts of a report, and their meaning.
private struct Facts {
  let report: MemoryReport
  let countsSwapAsRoom: Bool
  let swap: SwapState?
  let availableBytes: Int64
  let isSwapLow: Bool
  let isSomebodyWaiting: Bool
  let isEverybodyWaiting: Bool

  init(
    _ report: MemoryReport,
    _ knownSwap: SwapState?,
    _ countsSwapAsRoom: Bool,
    _ isPagingOut: Bool
  ) {
    self.report = report
    self.countsSwapAsRoom = countsSwapAsRoom
    swap = report.evidence == nil ? knownSwap : report.evidence?.swap
    let isLow = swap.map { $0.freeBytes <= $0.totalBytes / 1000 * MemoryJudgment.swapLowPermille }
    // With swap full the kernel does not release these copies: Linux 6.1 ended a process with 600 MiB of them.
    let cachedBytes = isLow == false ? report.evidence?.cachedSwapBytes ?? 0 : 0
    availableBytes = report.availableBytes + cachedBytes
    isSwapLow = !countsSwapAsRoom || isLow ?? true
    isSomebodyWaiting = report.level != .normal && !isPagingOut
    isEverybodyWaiting = report.level == .critical && !isPagingOut
  }

  func isBelow(_ permille: Int64) -> Bool { availableBytes < report.totalBytes / 1000 * permille }

  var isHalfFree: Bool { !isBelow(MemoryJudgment.plentyPermille) }

  /// A device without swap that gives no figures says by its level what it knows.
  var isLevelAll: Bool { !countsSwapAsRoom && report.evidence == nil }

  private var isThrashing: Bool {
    guard let evidence = report.evidence else { return false }
    return evidence.refaultedBytes / MemoryJudgment.thrashingPermille
      > evidence.fileCacheBytes / 1000
  }

  /// No process makes progress, whatever room swap has.
  var isStuck: Bool {
    isThrashing && (report.evidence?.fullStallPermille ?? 0) >= MemoryJudgment.stuckPermille
  }

  var level: MemoryPressureLevel {
    guard !isLevelAll else { return report.level }
    if isHalfFree { return .normal }
    if isBelow(MemoryJudgment.criticalPermille) {
      return isSwapLow || isStuck ? .critical : .warning
    }
    if isBelow(MemoryJudgment.idlePermille) {
      return isEverybodyWaiting && (isSwapLow || isStuck) ? .critical : .warning
    }
    if isEverybodyWaiting, isSwapLow, isStuck { return .critical }
    if isBelow(MemoryJudgment.pressurePermille) {
      return isSomebodyWaiting || isThrashing || !countsSwapAsRoom ? .warning : .normal
    }
    return isSomebodyWaiting && isThrashing ? .warning : .normal
  }
}
