import TorporModel

// Memory: who is told that it is short, and who goes when it is.

extension Device {
  /// The share of memory that is kept free when it is short, in permille: 50, the critical line of
  /// the kernel's own table (§12 JE1: 15, 10, 5 %).
  static let memoryReservePermille: Int64 = 50

  mutating func relieveMemory(_ report: MemoryReport, in turn: inout Turn) {
    conditions.memory = report
    if conditions.memoryLevel.update(report.level, at: turn.now) { conditionsChanged(in: &turn) }
    if report.level != .normal {
      for slot in apps.slotRange where apps.process(inSlot: slot)?.isListening == true {
        update(slot: slot, in: &turn) { $0.warnOfMemory(in: &$1) }
      }
    }
    let reserve = report.totalBytes / 1000 * Device.memoryReservePermille
    // What is dying already will give its memory back.
    var coming: Int64 = 0
    for slot in apps.slotRange where apps.process(inSlot: slot)?.isEnding == true {
      coming += (apps.read(slot: slot) { $0.facts.footprintBytes } ?? nil) ?? 0
    }
    var missing = reserve - report.availableBytes - coming
    var isOneEnough = report.level == .critical && coming == 0 && missing <= 0
    guard missing > 0 || isOneEnough else { return }
    for victim in memoryVictims() {
      guard missing > 0 || isOneEnough else { return }
      guard missing > 0 || victim.isSuspended else { return }
      isOneEnough = false
      // How much a victim of unknown size gives back is for the next report to say.
      missing = victim.footprintBytes.map { missing - $0 } ?? 0
      update(victim.app, in: &turn) {
        $0.kill(
          .jetsam,
          in: &$1,
          because: [Condition(.memoryPressure, subject: report.level.rawValue)]
        )
      }
    }
  }

  private struct Victim {
    let app: AppIdentifier
    let isSuspended: Bool
    let isPlaying: Bool
    let footprintBytes: Int64?
    let lastOnScreen: Instant
  }

  /// Everyone who may go, the first to go first: suspended before running (ME1) before sounding (§12,
  /// band 120), the largest first (ME2) or the longest unused; never what is on screen or exempt.
  private func memoryVictims() -> [Victim] {
    // In the order of slots, which says nothing; the order below leaves no two of them equal.
    let victims = apps.slotRange.compactMap { slot -> Victim? in
      guard let process = apps.process(inSlot: slot), !process.isEnding,
        process.isFrozenOrFreezing || process.runsInBackground
      else { return nil }
      let victim = apps.read(slot: slot) { record in
        record.standing.exemption != nil
          ? nil
          : Victim(
            app: record.identifier,
            isSuspended: process.isFrozenOrFreezing,
            isPlaying: record.facts.isPlayingAudio,
            footprintBytes: record.facts.footprintBytes,
            lastOnScreen: record.usage.lastOnScreen ?? .zero
          )
      }
      return victim ?? nil
    }
    let order = conditions.memoryVictims
    return victims.sorted { left, right in
      if left.isSuspended != right.isSuspended { return left.isSuspended }
      if left.isPlaying != right.isPlaying { return right.isPlaying }
      let sizes = (left.footprintBytes ?? 0, right.footprintBytes ?? 0)
      switch order {
      case .largestFirst where sizes.0 != sizes.1: return sizes.0 > sizes.1
      case .largestFirst, .leastRecentlyUsedFirst:
        return (left.lastOnScreen, left.app) < (right.lastOnScreen, right.app)
      }
    }
  }
}
