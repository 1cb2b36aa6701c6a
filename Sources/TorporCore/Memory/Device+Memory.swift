import TorporModel

// Memory: apps are warned while it is short, and ended if that is not enough.

extension Device {
  mutating func relieveMemory(_ report: MemoryReport, in turn: inout Turn) {
    let hadLevel = conditions.memoryLevel.value
    let wasShort = state.isMemoryShort
    let judgment = judge(report, in: &turn)
    let isNews = conditions.take(report, judged: judgment, at: turn.now)
    if isNews { conditionsChanged(in: &turn) }
    if isNews || wasShort != state.isMemoryShort { announce(.memory(.levelChanged), in: &turn) }
    // If the adapter checks by itself, an app that was warned is not warned again.
    let isFresh = report.evidence?.isFresh ?? true
    if judgment.level != .normal, isFresh || hadLevel != judgment.level {
      for slot in apps.slotRange where apps.process(inSlot: slot)?.isListening == true {
        update(slot: slot, in: &turn) { $0.warnOfMemory(judgment, in: &$1) }
      }
    }
    if judgment.isShortest || judgment.isKernelKilling {
      endLastWords(ofSavingOnly: !judgment.isShortest, in: &turn)
    }
    var eviction = Eviction(judgment, isFresh: isFresh, since: conditions.relief)
    let victims = eviction.victims(on: state)
    conditions.relief = eviction.relief
    for victim in victims {
      let causes = eviction.causes(of: victim)
      guard victim.isSuspended, victim.asksToSave(by: apps) else {
        let isAtOnce = victim.isSuspended || judgment.isShortest
        end(victim.app, isAtOnce: isAtOnce, because: causes, in: &turn)
        continue
      }
      if let obstacle = judgment.obstacleToSaving(of: victim.app, among: apps) {
        end(victim.app, isAtOnce: true, because: causes + [obstacle], in: &turn)
      } else {
        update(victim.app, in: &turn) { $0.saveAndEnd(because: causes, in: &$1) }
      }
    }
    if judgment.missingBytes(to: MemoryJudgment.pressurePermille) > 0 {
      turn.measureRunning(of: apps)
    }
  }

  private mutating func judge(_ report: MemoryReport, in turn: inout Turn) -> MemoryJudgment {
    // This shows how much swap others use; `paging` shows whether the daemon may use it.
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

  /// Ends the waiting for apps that were asked to end: memory is too short to wait; or the kernel
  /// kills processes, and only suspended ones have no more time.
  private mutating func endLastWords(ofSavingOnly isForSaving: Bool, in turn: inout Turn) {
    for slot in apps.slotRange where apps.process(inSlot: slot)?.hasLastWords == true {
      if isForSaving, apps.read(slot: slot, { $0.isSaving }) != true { continue }
      update(slot: slot, in: &turn) { $0.kill(.jetsam, in: &$1, because: []) }
    }
  }

  /// Ends an app for its memory: at once if it is frozen, after `willTerminate` if it is running and
  /// others find memory meanwhile (§1.2 T9, T10; §16).
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

extension Turn {
  /// Measures apps in the background while memory is low: they grow unnoticed, and the largest is ended first.
  fileprivate mutating func measureRunning(of apps: AppTable) {
    for slot in apps.slotRange {
      guard case .background(let launch) = apps.process(inSlot: slot)?.state else { continue }
      order(.measureFootprint(launch))
    }
  }
}
