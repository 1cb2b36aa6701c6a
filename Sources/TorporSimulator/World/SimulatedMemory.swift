package import TorporCore
package import TorporModel

/// The memory of the simulated device: who holds how much, and when that is too much.
package final class SimulatedMemory {
  /// Below this share of free memory running apps are warned, in permille: 150, the pressure line of
  /// the kernel's table (`ios-semantics` 12, JE1).
  package static let warningPermille: Int64 = 150
  /// Below this share memory is critical, in permille: 50, the critical line of the same table.
  package static let criticalPermille: Int64 = 50

  private let totalBytes: Int64
  private var footprints: [LaunchIdentifier: Int64] = [:]
  /// What of that stands in swap.
  private var pagedOut: [LaunchIdentifier: Int64] = [:]
  /// What the system itself has taken.
  private var systemBytes: Int64 = 0
  private var lastReport: MemoryReport
  private let post: (MemoryReport) -> Void
  /// How swap stands.
  var swap: () -> SwapState? = { nil }
  /// Told of each report before the daemon is.
  var willPost: (MemoryReport) -> Void = { _ in }

  /// Makes the memory of a device on which nothing runs.
  package init(totalBytes: Int64, post: @escaping (MemoryReport) -> Void) {
    self.totalBytes = totalBytes
    self.post = post
    lastReport = MemoryReport(
      level: .normal,
      availableBytes: totalBytes,
      totalBytes: totalBytes
    )
  }

  /// What a process takes, in bytes.
  package func footprint(of launch: LaunchIdentifier) -> Int64 { footprints[launch] ?? 0 }

  /// What could be given out now, in bytes; negative when more is asked for than there is.
  package var availableBytes: Int64 {
    totalBytes - systemBytes - footprints.values.reduce(0, +) + pagedOut.values.reduce(0, +)
  }

  /// The process that takes most; of equal ones that which was started first.
  var largest: LaunchIdentifier? {
    footprints.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// A process takes that much from now on; `nil`: it is gone.
  package func set(_ bytes: Int64?, for launch: LaunchIdentifier) {
    footprints[launch] = bytes
    reportIfItMatters()
  }

  /// That much of what a process takes stands in swap from now on.
  func setPagedOut(_ bytes: Int64, of launch: LaunchIdentifier) {
    guard bytes != pagedOut[launch] ?? 0 else { return }
    pagedOut[launch] = bytes > 0 ? bytes : nil
    reportIfItMatters()
  }

  /// The system takes that much more, or gives it back: no more than it has taken, and than there is.
  package func takeForSystem(_ bytes: Int64) {
    systemBytes = min(max(0, systemBytes + bytes), totalBytes)
    reportIfItMatters()
  }

  /// The system gives back all that it took, and every process is gone.
  package func restart() {
    systemBytes = 0
    footprints.removeAll()
    pagedOut.removeAll()
    reportIfItMatters()
  }

  /// A report from outside says that memory is short, whatever the numbers are; with figures of a kernel, or
  /// without any.
  package func report(_ level: MemoryPressureLevel, _ figures: MemoryFigures? = nil) {
    lastReport = MemoryReport(
      level: level,
      availableBytes: availableBytes,
      totalBytes: totalBytes,
      evidence: figures.map {
        MemoryEvidence(
          swap: swap(),
          refaultedBytes: $0.readAgainBytes,
          fileCacheBytes: $0.fileCacheBytes,
          someStallPermille: $0.waitsPercent * 10,
          fullStallPermille: $0.waitsPercent * 10,
          isFresh: !$0.isRepeated
        )
      }
    )
    willPost(lastReport)
    post(lastReport)
  }

  /// What a new daemon reads when it starts.
  package func reportNow() {
    report(level, MemoryFigures())
  }

  /// Swap stands otherwise, which is told while memory is short.
  func swapChanged() {
    if level != .normal { reportNow() }
  }

  private var level: MemoryPressureLevel {
    let permille = availableBytes * 1000 / max(1, totalBytes)
    if permille < Self.criticalPermille { return .critical }
    return permille < Self.warningPermille ? .warning : .normal
  }

  /// Reports a new level, and every change while memory is short; quiet otherwise.
  private func reportIfItMatters() {
    let isNews = level != lastReport.level
    let isShort = level != .normal && availableBytes != lastReport.availableBytes
    guard isNews || isShort else { return }
    reportNow()
  }
}
