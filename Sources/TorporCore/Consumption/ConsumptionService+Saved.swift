import TorporModel

/// The ledger as saved in journals.
struct SavedConsumption: Hashable, Sendable, Saved {
  struct App: Hashable, Sendable, Saved {
    let app: AppIdentifier
    let consumption: AppConsumption
  }
  let apps: [App]
  let removed: [RemovedConsumption]
  let levels: BatteryLevels
  let hours: HourGrid?
  let trimmedAt: Instant
}

extension ConsumptionService {
  var saved: SavedConsumption {
    SavedConsumption(
      apps: apps.apps.map { SavedConsumption.App(app: $0, consumption: self[$0]) },
      removed: removed,
      levels: levels,
      hours: hours,
      trimmedAt: trimmedAt
    )
  }

  init(_ saved: SavedConsumption) {
    self.init()
    for entry in saved.apps {
      apps.change(entry.app) { $0 = entry.consumption }
    }
    removed = saved.removed
    levels = saved.levels
    hours = saved.hours
    trimmedAt = saved.trimmedAt
  }

  /// A ledger that begins with apps that were there before it.
  init(beginningWith table: AppTable, at now: Instant) {
    self.init()
    for slot in table.slotRange {
      guard let app = table.identifier(inSlot: slot),
        let totals = table.read(slot: slot, { AppTotals($0, at: now) })
      else { continue }
      let launch = table.process(inSlot: slot)?.launch
      apps.change(app) {
        $0 = AppConsumption(beginningAt: totals, launch, now: now)
      }
    }
  }
}
