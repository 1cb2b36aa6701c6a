import TorporModel

// Memory: apps are warned while it is short, and ended where that is not enough.

extension Device {
  mutating func relieveMemory(_ report: MemoryReport, in turn: inout Turn) {
    let hadLevel = conditions.memoryLevel.value
    let wasShort = state.isMemoryShort
    let judgment = judge(report, in: &turn)
    let isNews = conditions.take(report, judged: judgment, at: turn.now)
    if isNews { conditionsChanged(in: &turn) }
    if isNews || wasShort != state.isMemoryShort { announce(.memory(.levelChanged), in: &turn) }
    // Where the adapter looks by itself, an app that was warned is not warned again.
    let isFresh = report.evidence?.isFresh ?? true
    if judgment.level != .normal, isFresh || hadLevel != judgment.level {
      for slot in apps.slotRange where apps.process(inSlot: slot)?.isListening == true {
        update(slot: slot, in: &turn) { $0.warnOfMemory(judgment, in: &$1) }
      }
    }
    if judgment.isShortest { endLastWords(in: &turn) }
    var eviction = Eviction(judgment, isFresh: isFresh, since: conditions.relief)
    let victims = eviction.victims(on: state)
    conditions.relief = eviction.relief
    for victim in victims {
      let isAtOnce = victim.isSuspended || judgment.isShortest
      end(victim.app, isAtOnce: isAtOnce, because: eviction.causes(of: victim), in: &turn)
    }
    if judgment.missingBytes(to: MemoryJudgment.pressurePermille) > 0 { measureRunning(in: &turn) }
  }

  /// Apps in the background are measured while memory is low: they grow unnoticed, and the largest is ended first.
  private func measureRunning(in turn: inout Turn) {
    for slot in apps.slotRange {
      guard case .background(let launch) = apps.process(inSlot: slot)?.state else { continue }
      turn.order(.measureFootprint(launch))
    }
  }

  private mutating func judge(_ report: MemoryReport, in turn: inout Turn) -> MemoryJudgment {
    // What others have taken of swap or given back is known by this; whether we may use it, by `paging`.
    if paging.swap != nil, let swap = report.evidence?.swap {
      announce(.memory(.swapChanged(swap)), in: &turn)
    }
    return MemoryJudgment(
      report,
      knownSwap: paging.swap,
      countsSwapAsRoom: profile.name.countsSwapAsRoom,
      isPagingOut: paging.wasBusy(at: turn.now)
    )
  }

  /// Memory has become so short that there is no time to wait for an app.
  private mutating func endLastWords(in turn: inout Turn) {
    for slot in apps.slotRange where apps.process(inSlot: slot)?.hasLastWords == true {
      update(slot: slot, in: &turn) { $0.kill(.jetsam, in: &$1, because: []) }
    }
  }

  /// Ends an app for its memory: at once where it is frozen, after its last words where it runs and others find
  /// memory meanwhile (§1.2 T9, T10; §16).
  private mutating func end(
    _ app: AppIdentifier,
    isAtOnce: Bool,
    because causes: [Condition],
    in turn: inout Turn
  ) {
    update(app, in: &turn) { record, turn in
      if isAtOnce {
        record.kill(.jetsam, in: &turn, because: causes)
      } else {
        record.end(.jetsam, in: &turn, because: causes)
      }
    }
  }
}
