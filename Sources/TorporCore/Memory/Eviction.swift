import TorporModel

/// The choice of apps to end for their memory after one report.
///
/// It owns the memory awaited from processes ended before, and how likely each app is to be opened
/// soon. It does not end apps: the device ends the victims, in their order.
struct Eviction {
  private let judgment: MemoryJudgment
  /// Whether the kernel's triggers have fired since the last report.
  private let isFresh: Bool
  /// The present relief; `nil` until memory was short for the first time.
  private(set) var relief: MemoryRelief?
  /// Made only where the order of eviction asks for it.
  private var forecast: ReturnForecast?

  init(_ judgment: MemoryJudgment, isFresh: Bool, since relief: MemoryRelief?) {
    self.judgment = judgment
    self.isFresh = isFresh
    self.relief = relief
  }

  /// Returns the apps to end now, in order.
  mutating func victims(on device: DeviceState) -> [MemoryVictim] {
    device.profile.name.countsSwapAsRoom ? one(of: device).map { [$0] } ?? [] : several(of: device)
  }

  /// Returns as many as needed according to the numbers, as on iOS (§12 JE1).
  private mutating func several(of device: DeviceState) -> [MemoryVictim] {
    let coming = device.bytesComing
    let missing = judgment.missingBytes(to: MemoryJudgment.idlePermille) - coming
    if missing > 0 {
      return candidates(on: device).chosen(
        freeing: judgment.missingBytes(to: MemoryJudgment.criticalPermille) - coming,
        orOfSuspended: missing,
        by: device.conditions.evictionOrder
      )
    }
    // The figures look good, but the kernel reports waits: the app that is least likely to be used is
    // ended, and the next one if that has not helped.
    guard judgment.level == .critical, judgment.endsSuspended, mayEndAnother(on: device) else {
      return []
    }
    let first = candidates(on: device).ordered(by: device.conditions.evictionOrder).first
    guard let first, first.isSuspended else { return [] }
    awaitMemory(of: first, at: device.now)
    return [first]
  }

  /// Returns one app, if there may be swap: when it is full or does not help; the next one only after
  /// the memory of the last was released.
  private mutating func one(of device: DeviceState) -> MemoryVictim? {
    guard judgment.endsSuspended, mayEndAnother(on: device) else { return nil }
    let all = candidates(on: device)
    let suspended = all.filter { victim in
      victim.isSuspended && (judgment.isSwapLow || device.isWorthEnding(victim.app))
    }
    let running = judgment.endsRunning ? all.filter { !$0.isSuspended } : []
    let chosen = (suspended.isEmpty ? running : suspended).chosen(
      freeing: max(1, judgment.missingBytes(to: MemoryJudgment.idlePermille)),
      by: device.conditions.evictionOrder
    )
    guard let victim = chosen.first else { return nil }
    awaitMemory(of: victim, at: device.now)
    return victim
  }

  /// Returns whether apps ended before have released their memory, or have had time to.
  private mutating func mayEndAnother(on device: DeviceState) -> Bool {
    var relief = relief ?? MemoryRelief()
    defer { self.relief = relief }
    let isSomebodyTold = device.apps.slotRange.contains { slot in
      device.apps.process(inSlot: slot)?.hasLastWords == true
    }
    return relief.hasWaited(
      for: device.bytesComing,
      isSomebodyTold: isSomebodyTold,
      at: device.now
    )
      && relief.mayEnd(
        availableBytes: judgment.availableBytes,
        isFresh: isFresh,
        at: device.now
      )
  }

  /// Waits for the memory of this app before the next one is ended.
  private mutating func awaitMemory(of victim: MemoryVictim, at now: Instant) {
    relief?.ended(expecting: victim.footprintBytes, with: judgment.availableBytes, at: now)
  }

  /// Every app that may be ended, in no order; never one that is on screen or exempt.
  private mutating func candidates(on device: DeviceState) -> [MemoryVictim] {
    let isAsked = device.conditions.evictionOrder == .leastLikelyUsedFirst
    let moment = LocalSecond(device.clock.localSecond(at: device.now))
    let usage = device.usage
    let forecast = isAsked ? usage.returnForecast(at: moment) : nil
    self.forecast = forecast
    return device.apps.slotRange.compactMap { slot in
      guard let process = device.apps.process(inSlot: slot), !process.isEnding,
        process.isFrozenOrFreezing || process.runsInBackground
      else { return nil }
      let victim = device.apps.read(slot: slot) { record in
        record.persistentState.exemption != nil || record.isAdopted
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
  }

  /// Returns the reasons for its end, for the ledger.
  func causes(of victim: MemoryVictim) -> [Condition] {
    let pressure = Condition(
      .memoryPressure,
      subject: judgment.level.rawValue,
      memory: judgment.memory
    )
    guard let forecast else { return [pressure] }
    return [pressure, Condition(.lowestReuseProbability, subject: victim.estimate(forecast))]
  }
}

extension DeviceState {
  /// The memory of processes that are already ending, in bytes: it is released by itself.
  fileprivate var bytesComing: Int64 {
    apps.slotRange.reduce(0) { sum, slot in
      guard apps.process(inSlot: slot)?.isEnding == true else { return sum }
      return sum + ((apps.read(slot: slot) { $0.residentBytes } ?? nil) ?? 0)
    }
  }

  /// Whether a tenth or more of it is in memory still, and not in swap.
  fileprivate func isWorthEnding(_ app: AppIdentifier) -> Bool {
    let sizes = apps.slot(of: app).flatMap { slot in
      apps.read(slot: slot) { (whole: $0.facts.footprintBytes, resident: $0.residentBytes) }
    }
    guard let whole = sizes?.whole, let resident = sizes?.resident else { return true }
    return resident >= whole / 10
  }
}

extension ProcessLifecycle {
  /// Whether it was notified that it is about to be ended for its memory, and still has time for that.
  var hasLastWords: Bool { !isKilled && reasonOfEnd == .jetsam }
}

extension AppRecord {
  /// The memory that its end releases, in bytes: memory written to swap was released before.
  fileprivate var residentBytes: Int64? {
    facts.footprintBytes.map { max(0, $0 - paging.freedBytes) }
  }
}

extension MemoryVictim {
  /// Returns the text for the ledger: its likelihood of being opened soon, and the memory that its end releases.
  fileprivate func estimate(_ forecast: ReturnForecast) -> String {
    let permille = forecast.chanceSum > 0 ? returnChance / forecast.chanceSum * 1000 : 0
    let tenths = Int(permille.rounded())
    let share = "\(tenths / 10).\(tenths % 10) %"
    let bytesInMegabyte: Int64 = 1_000_000
    return footprintBytes.map { "\(share) for \($0 / bytesInMegabyte) MB" } ?? share
  }
}
