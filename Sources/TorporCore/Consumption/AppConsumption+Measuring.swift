import TorporModel

// Booking of the kernel's counters of a launch, at its readings.

extension AppConsumption {
  /// Books the kernel's counters of a launch, as read at that time.
  mutating func measure(
    _ usage: ResourceUsage,
    of launch: LaunchIdentifier,
    _ totals: AppTotals,
    at now: Instant,
    on link: NetworkLink,
    in grid: HourGrid
  ) {
    // A suspended process used it before: until it was frozen or killed.
    let until = booked.place == .still ? booked.at : now
    book(totals, at: now, in: grid)
    if booked.launch != launch { begin(launch, at: now) }
    // Counting begins at what was used before the ledger began.
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

  /// When the present use began: off screen, a run that began after the last reading accounts for all use since.
  private var launchBegan: Instant? { booked.isUsageOnScreen ? nil : booked.runBegan }

  /// Begins a new launch, which has its own counters.
  private mutating func begin(_ launch: LaunchIdentifier, at now: Instant) {
    booked.launch = launch
    booked.skipsReading = nil
    booked.usage = ResourceUsage()
    booked.usageAt = now
  }

  /// Sets the place of the kernel's next counts; a suspended process has used nothing.
  mutating func usageMoves(toScreen isOnScreen: Bool, of launch: LaunchIdentifier, at now: Instant)
  {
    if booked.launch != launch { begin(launch, at: now) }
    booked.usageAt = now
    booked.isUsageOnScreen = isOnScreen
  }
}
