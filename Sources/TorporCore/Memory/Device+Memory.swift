import TorporModel

// Memory: who is told that it is short, and who goes when it is.

extension Device {
  mutating func relieveMemory(_ report: MemoryReport, in turn: inout Turn) {
    let hadLevel = conditions.memoryLevel.value
    let wasShort = state.isMemoryShort
    let judgment = judge(report, in: &turn)
    conditions.memory = report
    noteShortage(judgment, at: turn.now)
    let isNews = conditions.memoryLevel.update(judgment.level, at: turn.now)
    if isNews { conditionsChanged(in: &turn) }
    if isNews || wasShort != state.isMemoryShort { announce(.memory(.levelChanged), in: &turn) }
    // Where the adapter looks by itself, who was warned is not warned again.
    if judgment.level != .normal, report.evidence?.isFresh != false || hadLevel != judgment.level {
      for slot in apps.slotRange where apps.process(inSlot: slot)?.isListening == true {
        update(slot: slot, in: &turn) { $0.warnOfMemory(judgment, in: &$1) }
      }
    }
    if judgment.isShortest { endLastWords(in: &turn) }
    if profile.name.countsSwapAsRoom {
      endOne(judgment, report, in: &turn)
    } else {
      endAll(judgment, report, in: &turn)
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

  private mutating func noteShortage(_ judgment: MemoryJudgment, at now: Instant) {
    guard judgment.isShort != (conditions.relief?.shortSince != nil) else { return }
    var relief = conditions.relief ?? MemoryRelief()
    relief.shortSince = judgment.isShort ? now : nil
    conditions.relief = relief
  }

  /// As iOS does: as many as it takes, by the numbers (§12 JE1).
  private mutating func endAll(
    _ judgment: MemoryJudgment,
    _ report: MemoryReport,
    in turn: inout Turn
  ) {
    let coming = bytesComing
    let missing = judgment.missingBytes(to: MemoryJudgment.idlePermille) - coming
    if missing > 0 {
      let (victims, forecast) = evictionCandidates(at: turn.now)
      let chosen = victims.chosen(
        freeing: judgment.missingBytes(to: MemoryJudgment.criticalPermille) - coming,
        orOfSuspended: missing,
        by: conditions.evictionOrder
      )
      for victim in chosen { end(victim, judgment, forecast, in: &turn) }
    } else if judgment.level == .critical, judgment.endsSuspended {
      // The figures look good, but the kernel reports waits: the app that is least likely to be missed is ended,
      // and the next one if that has not helped.
      guard mayEndOne(judgment, report, at: turn.now) else { return }
      let (victims, forecast) = evictionCandidates(at: turn.now)
      guard let first = victims.ordered(by: conditions.evictionOrder).first, first.isSuspended
      else { return }
      conditions.relief?.ended(
        expecting: first.footprintBytes,
        with: judgment.availableBytes,
        at: turn.now
      )
      end(first, judgment, forecast, in: &turn)
    }
  }

  /// Where there may be swap: one, when that has no room or does not help, and the next not before the
  /// memory of the last is back.
  private mutating func endOne(
    _ judgment: MemoryJudgment,
    _ report: MemoryReport,
    in turn: inout Turn
  ) {
    guard judgment.endsSuspended, mayEndOne(judgment, report, at: turn.now) else { return }
    let (victims, forecast) = evictionCandidates(at: turn.now)
    let suspended = victims.filter { victim in
      victim.isSuspended && (judgment.isSwapLow || isWorthEnding(victim.app))
    }
    let running = judgment.endsRunning ? victims.filter { !$0.isSuspended } : []
    let candidates = suspended.isEmpty ? running : suspended
    let chosen = candidates.chosen(
      freeing: max(1, judgment.missingBytes(to: MemoryJudgment.idlePermille)),
      by: conditions.evictionOrder
    )
    guard let victim = chosen.first else { return }
    conditions.relief?.ended(
      expecting: victim.footprintBytes,
      with: judgment.availableBytes,
      at: turn.now
    )
    end(victim, judgment, forecast, in: &turn)
  }

  /// Whether what was ended before has given its memory back, or has had its time to.
  private mutating func mayEndOne(
    _ judgment: MemoryJudgment,
    _ report: MemoryReport,
    at now: Instant
  ) -> Bool {
    var relief = conditions.relief ?? MemoryRelief()
    defer { conditions.relief = relief }
    let isSomebodyTold = apps.slotRange.contains { slot in
      apps.process(inSlot: slot)?.hasLastWords == true
    }
    return relief.hasWaited(for: bytesComing, isSomebodyTold: isSomebodyTold, at: now)
      && relief.mayEnd(
        availableBytes: judgment.availableBytes,
        isFresh: report.evidence?.isFresh ?? true,
        at: now
      )
  }

  /// Memory has become so short that there is no time to wait for an app.
  private mutating func endLastWords(in turn: inout Turn) {
    for slot in apps.slotRange where apps.process(inSlot: slot)?.hasLastWords == true {
      update(slot: slot, in: &turn) { $0.kill(.jetsam, in: &$1, because: []) }
    }
  }

  /// Whether a tenth or more of it is in memory still, and not in swap.
  private func isWorthEnding(_ app: AppIdentifier) -> Bool {
    let sizes = apps.slot(of: app).flatMap { slot in
      apps.read(slot: slot) { (whole: $0.facts.footprintBytes, resident: $0.residentBytes) }
    }
    guard let whole = sizes?.whole, let resident = sizes?.resident else { return true }
    return resident >= whole / 10
  }

  /// What is dying already will give its memory back.
  private var bytesComing: Int64 {
    apps.slotRange.reduce(0) { sum, slot in
      guard apps.process(inSlot: slot)?.isEnding == true else { return sum }
      return sum + ((apps.read(slot: slot) { $0.residentBytes } ?? nil) ?? 0)
    }
  }

  /// Ends one for its memory: at once where it is frozen, after its last words where it runs and others find memory
  /// meanwhile (§1.2 T9, T10; §16).
  private mutating func end(
    _ victim: MemoryVictim,
    _ judgment: MemoryJudgment,
    _ forecast: ReturnForecast?,
    in turn: inout Turn
  ) {
    var causes = [
      Condition(.memoryPressure, subject: judgment.level.rawValue, memory: judgment.memory)
    ]
    if let forecast {
      causes.append(Condition(.lowestReuseProbability, subject: victim.estimate(forecast)))
    }
    update(victim.app, in: &turn) { record, turn in
      if victim.isSuspended || judgment.isShortest {
        record.kill(.jetsam, in: &turn, because: causes)
      } else {
        record.end(.jetsam, in: &turn, because: causes)
      }
    }
  }

  /// Everyone who may go, in no order; never what is on screen or exempt.
  ///
  /// The forecast is made only where the order asks for it.
  private func evictionCandidates(at now: Instant) -> ([MemoryVictim], ReturnForecast?) {
    let isAsked = conditions.evictionOrder == .leastLikelyUsedFirst
    let moment = LocalSecond(clock.localSecond(at: now))
    let forecast = isAsked ? usage.returnForecast(at: moment) : nil
    let victims = apps.slotRange.compactMap { slot -> MemoryVictim? in
      guard let process = apps.process(inSlot: slot), !process.isEnding,
        process.isFrozenOrFreezing || process.runsInBackground
      else { return nil }
      let victim = apps.read(slot: slot) { record in
        record.persistentState.exemption != nil
          ? nil
          : MemoryVictim(
            app: record.identifier,
            isSuspended: process.isFrozenOrFreezing,
            isPlaying: record.facts.isPlayingAudio,
            footprintBytes: record.residentBytes,
            lastOnScreen: record.usage.lastOnScreen ?? .zero,
            returnChance: forecast?.chance(ofSlot: usage.slot(of: record.identifier)) ?? 0
          )
      }
      return victim ?? nil
    }
    return (victims, forecast)
  }
}

extension ProcessLifecycle {
  /// Whether it was notified that it is about to be ended for its memory, and still has time for that.
  fileprivate var hasLastWords: Bool { !isKilled && reasonOfEnd == .jetsam }
}

extension AppRecord {
  /// What its end gives back, in bytes: what was written away while it was frozen is given back already.
  fileprivate var residentBytes: Int64? {
    facts.footprintBytes.map { max(0, $0 - paging.freedBytes) }
  }
}

extension MemoryVictim {
  /// For the ledger: its share of what is likely to be opened soon, and what its end gives back.
  fileprivate func estimate(_ forecast: ReturnForecast) -> String {
    let permille = forecast.chanceSum > 0 ? returnChance / forecast.chanceSum * 1000 : 0
    let tenths = Int(permille.rounded())
    let share = "\(tenths / 10).\(tenths % 10) %"
    let bytesInMegabyte: Int64 = 1_000_000
    return footprintBytes.map { "\(share) for \($0 / bytesInMegabyte) MB" } ?? share
  }
}
