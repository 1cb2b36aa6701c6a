import TorporModel

// What the kernel counts of a launch, booked at its readings.

extension AppConsumption {
  /// The kernel's counters of a launch, as they stood at that moment.
  mutating func measure(
    _ usage: ResourceUsage,
    of launch: LaunchIdentifier,
    _ totals: AppTotals,
    at now: Instant,
    on link: NetworkLink,
    in grid: HourGrid
  ) {
    // What stands still has used it before: until it was frozen or killed.
    let until = booked.place == .still ? booked.at : now
    book(totals, at: now, in: grid)
    if booked.launch != launch { begin(launch, at: now) }
    // What was used before the ledger began is where its counting begins.
    if booked.skipsReading == true { booked.usage = usage.filled(from: booked.usage) }
    booked.skipsReading = nil
    let used = usage.since(booked.usage, on: link)
    let began = booked.runBegan ?? booked.lastRunBegan ?? booked.at
    let isOnScreen = booked.isUsageOnScreen
    let from = max(booked.usageAt, launchBegan ?? .zero)
    add(used, from: from, to: max(from, until), in: grid) { hour, part in
      if isOnScreen {
        hour.onScreen += part
      } else if !part.isZero {
        hour.changeRun(began: began) { $0.used += part }
      }
    }
    booked.usage = usage.filled(from: booked.usage)
    booked.usageAt = now
    booked.isUsageOnScreen = totals.state.isForeground
  }

  /// Off screen, a run that began later than the last reading used all that came since.
  private var launchBegan: Instant? { booked.isUsageOnScreen ? nil : booked.runBegan }

  /// A new launch has counters of its own.
  private mutating func begin(_ launch: LaunchIdentifier, at now: Instant) {
    booked.launch = launch
    booked.skipsReading = nil
    booked.usage = ResourceUsage()
    booked.usageAt = now
  }

  /// What the kernel counts from now on is used there; a process that stood still has used nothing.
  mutating func usageMoves(toScreen isOnScreen: Bool, of launch: LaunchIdentifier, at now: Instant)
  {
    if booked.launch != launch { begin(launch, at: now) }
    booked.usageAt = now
    booked.isUsageOnScreen = isOnScreen
  }
}
