import TorporModel

// Memory: who is told that it is short, and who goes when it is.

extension Device {
  /// The shares of memory that are kept free when it is short, in permille: 100 at the cost of suspended
  /// apps, the kernel's line "idle", and 50 at the cost of any, its line "critical" (§12 JE1).
  static let memoryReserveIdlePermille: Int64 = 100
  static let memoryReservePermille: Int64 = 50

  mutating func relieveMemory(_ report: MemoryReport, in turn: inout Turn) {
    conditions.memory = report
    if conditions.memoryLevel.update(report.level, at: turn.now) {
      conditionsChanged(in: &turn)
      pagingRestChanged(at: turn.now)
    }
    if report.level != .normal {
      for slot in apps.slotRange where apps.process(inSlot: slot)?.isListening == true {
        update(slot: slot, in: &turn) { $0.warnOfMemory(at: report.level, in: &$1) }
      }
    }
    // What is dying already will give its memory back.
    var coming: Int64 = 0
    for slot in apps.slotRange where apps.process(inSlot: slot)?.isEnding == true {
      coming += (apps.read(slot: slot) { $0.residentBytes } ?? nil) ?? 0
    }
    func missing(_ permille: Int64) -> Int64 {
      report.totalBytes / 1000 * permille - report.availableBytes - coming
    }
    let order = conditions.memoryVictims
    if missing(Device.memoryReserveIdlePermille) > 0 {
      let (victims, forecast) = memoryVictims(at: turn.now)
      let chosen = victims.chosen(
        freeing: missing(Device.memoryReservePermille),
        orOfSuspended: missing(Device.memoryReserveIdlePermille),
        by: order
      )
      for victim in chosen { end(victim, at: report.level, forecast, in: &turn) }
    } else if report.level == .critical, coming == 0 {
      // The numbers look well and the kernel says otherwise: one goes that nobody will notice.
      let (victims, forecast) = memoryVictims(at: turn.now)
      guard let first = victims.ordered(by: order).first, first.isSuspended else { return }
      end(first, at: report.level, forecast, in: &turn)
    }
  }

  private mutating func end(
    _ victim: MemoryVictim,
    at level: MemoryPressureLevel,
    _ forecast: ReturnForecast?,
    in turn: inout Turn
  ) {
    var causes = [Condition(.memoryPressure, subject: level.rawValue)]
    if let forecast { causes.append(Condition(.leastMissed, subject: victim.estimate(forecast))) }
    update(victim.app, in: &turn) { $0.kill(.jetsam, in: &$1, because: causes) }
  }

  /// Everyone who may go, in no order; never what is on screen or exempt.
  ///
  /// The forecast is made only where the order asks for it.
  private func memoryVictims(at now: Instant) -> ([MemoryVictim], ReturnForecast?) {
    let isAsked = conditions.memoryVictims == .leastMissedFirst
    let moment = LocalSecond(clock.localSecond(at: now))
    let forecast = isAsked ? usage.returnForecast(at: moment) : nil
    let victims = apps.slotRange.compactMap { slot -> MemoryVictim? in
      guard let process = apps.process(inSlot: slot), !process.isEnding,
        process.isFrozenOrFreezing || process.runsInBackground
      else { return nil }
      let victim = apps.read(slot: slot) { record in
        record.standing.exemption != nil
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
