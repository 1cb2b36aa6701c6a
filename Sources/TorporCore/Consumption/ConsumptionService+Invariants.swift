import TorporModel

extension ConsumptionService {
  /// What must hold of the ledger between two inputs: no time is lost or counted twice, and what is kept is bounded.
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken: [String] = []
    for app in apps.apps {
      guard
        let totals = device.apps[app].map({ AppTotals($0, at: device.now) })
      else {
        broken.append("\(app) has a ledger of what it used and is not installed")
        continue
      }
      broken += self[app].brokenInvariants(totals, at: device.now).map { "\(app): \($0)" }
    }
    for app in apps.apps.map({ self[$0] }) + [removed] {
      broken += app.brokenHours(in: hours, trimmedAt: trimmedAt)
    }
    if levels.levels.count > BatteryLevels.levelsMax + 1 {
      broken.append("\(levels.levels.count) levels of the battery are kept")
    }
    return broken
  }
}

extension AppConsumption {
  /// The counters of the record are those that are booked, and what has come since.
  fileprivate func brokenInvariants(_ totals: AppTotals, at now: Instant) -> [String] {
    var broken: [String] = []
    if place != totals.place {
      broken.append("its use is booked as \(place.rawValue), and it is \(totals.place.rawValue)")
    }
    let since = unbooked(totals)
    let passed = now >= bookedAt ? (now - bookedAt).microseconds : 0
    let (onScreen, offScreen) =
      switch place {
      case .onScreen: (passed, Int64(0))
      case .offScreen: (Int64(0), passed)
      case .still: (Int64(0), Int64(0))
      }
    // Two roundings to microseconds.
    if abs(since.onScreen - onScreen) > 2 {
      broken.append("\(since.onScreen) us on screen are not booked, of \(onScreen) us that passed")
    }
    if abs(since.offScreen - offScreen) > 2 {
      broken.append(
        "\(since.offScreen) us off screen are not booked, of \(offScreen) us that passed"
      )
    }
    return broken
  }

  /// Hours follow each other, each with no more time than it has.
  fileprivate func brokenHours(in grid: HourGrid?, trimmedAt: Instant) -> [String] {
    guard let grid else {
      return hours.isEmpty ? [] : ["there are hours, and nothing says where they begin"]
    }
    var broken: [String] = []
    if hours.count > HourGrid.hoursKept + 1 { broken.append("\(hours.count) hours are kept") }
    for (index, hour) in hours.enumerated() {
      if grid.begin(of: hour.begin) != hour.begin {
        broken.append("an hour begins at \(hour.begin.nanoseconds) ns, which is within one")
      }
      if index > 0, hours[index - 1].begin >= hour.begin { broken.append("hours are not in order") }
      if hour.runs.count > ConsumptionHour.runsMax {
        broken.append("an hour keeps \(hour.runs.count) runs")
      }
    }
    return broken
  }
}
