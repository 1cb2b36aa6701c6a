import TorporModel

extension ConsumptionService {
  /// Returns the broken rules of the ledger between two inputs: no time and no charge may be lost or
  /// counted twice, and the kept data must be bounded.
  package func brokenInvariants(on device: DeviceState) -> [String] {
    brokenRules(on: device, hourCount: Self.hoursChecked) + brokenDayUse(on: device)
  }

  /// The number of an app's hours that are checked after each input: 3, more than an input usually
  /// changes, except after hours without input; our choice.
  ///
  /// Each app has 240, and seeds make millions of inputs. The tests of the ledger check all.
  private static let hoursChecked = 3

  /// What does not hold of the counters, and of so many of each app's last hours.
  func brokenRules(on device: DeviceState, hourCount: Int) -> [String] {
    var broken: [String] = []
    for app in apps.apps {
      let consumption = self[app]
      let last = consumption.hours.suffix(hourCount)
      broken += (last.brokenHours(in: hours) + last.longHours).map { "\(app): \($0)" }
      if consumption.hours.count > HourGrid.hoursKept + 1 {
        broken.append("\(app): \(consumption.hours.count) hours are kept")
      }
      let totals = device.apps.slot(of: app).flatMap { slot in
        device.apps.read(slot: slot) { AppTotals($0, at: device.now) }
      }
      if let totals {
        broken += consumption.brokenCounters(totals, at: device.now).map { "\(app): \($0)" }
      } else if consumption.departed == nil {
        broken.append("\(app) has a ledger of what it used and is not installed")
      }
    }
    for ofOwner in removed {
      broken += ofOwner.consumption.hours.suffix(hourCount).brokenHours(in: hours)
    }
    if Set(removed.map(\.ownerUserID)).count < removed.count {
      broken.append("the sums of an owner's removed apps are kept twice")
    }
    if levels.levels.count > BatteryLevels.levelsMax + 1 {
      broken.append("\(levels.levels.count) levels of the battery are kept")
    }
    return broken
  }
}

extension AppConsumption {
  /// The counters of the record are those that are booked, and what has come since.
  fileprivate func brokenCounters(_ totals: AppTotals, at now: Instant) -> [String] {
    var broken: [String] = []
    if place != totals.place {
      broken.append("its use is booked as \(place.rawValue), and it is \(totals.place.rawValue)")
    }
    let since = unbooked(totals)
    let passed = now >= booked.at ? (now - booked.at).microseconds : 0
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
    // What the planner charges is booked in the turn in which it does.
    if booked.wakeNanojoules != totals.wakeNanojoules {
      broken.append(
        "\(booked.wakeNanojoules) nJ of wakes are booked, and \(totals.wakeNanojoules) are charged"
      )
    }
    if booked.wakes.total > totals.wakes.total {
      broken.append("\(booked.wakes.total) wakes are booked, of \(totals.wakes.total)")
    }
    return broken
  }
}

extension ArraySlice<ConsumptionHour> {
  /// The hours in which an app was on and off screen for more than an hour in total.
  fileprivate var longHours: [String] {
    compactMap { hour in
      let microseconds = (hour.onScreen + hour.offScreen).timeMicroseconds
      // Some roundings to microseconds.
      return microseconds > 3_600_001_000 ? "an hour has \(microseconds) us" : nil
    }
  }

  /// Hours follow each other.
  fileprivate func brokenHours(in grid: HourGrid?) -> [String] {
    guard let grid else {
      return isEmpty ? [] : ["there are hours, and nothing says where they begin"]
    }
    var broken: [String] = []
    var before: Instant?
    for hour in self {
      if grid.begin(of: hour.begin) != hour.begin {
        broken.append("an hour begins at \(hour.begin.nanoseconds) ns, which is within one")
      }
      if let before, before >= hour.begin { broken.append("hours are not in order") }
      before = hour.begin
      if hour.runs.count > ConsumptionHour.runsMax {
        broken.append("an hour keeps \(hour.runs.count) runs")
      }
      if hour.apart.nanojoules < 0 { broken.append("less than nothing was done without a run") }
    }
    return broken
  }
}
