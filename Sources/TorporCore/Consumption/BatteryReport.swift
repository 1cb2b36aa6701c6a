package import TorporModel

/// The consumption of apps in the last hours, as shown by the battery page.
package struct BatteryReport: Hashable, Sendable {
  /// The beginning of the first hour covered.
  package let begin: Instant
  package let at: Instant
  /// The apps, with the highest use first.
  package let apps: [App]
  /// The hours of removed apps, summed over all owners concerned.
  package let removed: [ConsumptionHour]
  /// When the kept hours begin, if earlier ones of the page were removed to make room; `nil`: all are there.
  package let keptFrom: Instant?
  /// How full the battery was.
  package let levels: [BatteryLevels.Level]
  /// The apps that ran longer off screen than their reasons explain.
  package let sleepless: [Sleepless]
  /// The costs of this machine, as its battery tells them; `nil`: it has none, or one that reports no energy.
  ///
  /// The energy of all hours is based on the costs it provides.
  package let fit: EnergyFit.Outcome?

  package struct App: Hashable, Sendable {
    package let app: AppIdentifier
    package let name: String
    package let hours: [ConsumptionHour]
  }
}

/// A query to the ledger.
package struct BatteryQuestion {
  /// The number of hours back, including the present one.
  let hours: Int
  let at: Instant
  let showsApp: (AppIdentifier) -> Bool
  /// Whether to show the use of an owner's ended commands and removed apps; `nil`: those without an owner.
  let showsOwner: (UInt32?) -> Bool
  /// Whether energies use the costs fitted to the machine; values from different times cannot be compared.
  let isFitted: Bool

  package init(
    hours: Int,
    at moment: Instant,
    isFitted: Bool = true,
    showsApp: @escaping (AppIdentifier) -> Bool,
    showsOwner: @escaping (UInt32?) -> Bool
  ) {
    self.hours = max(1, min(hours, HourGrid.hoursKept))
    at = moment
    self.isFitted = isFitted
    self.showsApp = showsApp
    self.showsOwner = showsOwner
  }
}

extension [ConsumptionHour] {
  package var onScreen: Consumption { reduce(Consumption()) { $0 + $1.onScreen } }
  package var offScreen: Consumption { reduce(Consumption()) { $0 + $1.offScreen } }
  package var total: Consumption { onScreen + offScreen }

  package var wakes: WakeCounts {
    reduce(into: WakeCounts()) { sum, hour in for run in hour.runs { sum += run.wakes } }
  }

  package var labels: [BatteryLabel] {
    let all = Set(flatMap(\.labels))
    return BatteryLabel.allCases.filter(all.contains)
  }
}

extension ConsumptionHour {
  /// The labels of the app's energy use off screen in the hour.
  package var labels: [BatteryLabel] {
    let labels = Set(runs.flatMap(\.labels) + (apartLabels ?? []))
    return BatteryLabel.allCases.filter(labels.contains)
  }
}

extension BackgroundRun {
  package var labels: [BatteryLabel] {
    var labels = Set(wakes.entries.map(\.reason.batteryLabel))
    labels.remove(.backgroundActivity)
    if holds.contains(.audio) { labels.insert(.audio) }
    if holds.contains(.locationUpdates) { labels.insert(.location) }
    if holds.contains(.call) || holds.contains(.pushToTalk) { labels.insert(.voip) }
    if labels.isEmpty { labels.insert(.backgroundActivity) }
    return BatteryLabel.allCases.filter(labels.contains)
  }
}

extension RestrictionReading {
  /// Returns the consumption of apps in the last hours, including the present one.
  ///
  /// Changes nothing: use since the last booking is booked in a copy. `usage` reads the present kernel
  /// counters of a launch.
  package func batteryReport(
    _ question: BatteryQuestion,
    usage: (LaunchIdentifier) -> ResourceUsage?
  ) -> BatteryReport {
    let now = max(now, question.at)
    var device = state
    device.now = now
    var ledger = services.consumption
    ledger.bookAll(for: question, device, usage)
    let grid = ledger.hours ?? HourGrid(on: clock, at: now)
    let begin = grid.begin(of: now) - .hours(question.hours - 1)
    let removed = ledger.removed.filter { question.showsOwner($0.ownerUserID) }
    let fit = question.isFitted ? ledger.energyFit(on: device) : nil
    func fitted(_ hours: [ConsumptionHour]) -> [ConsumptionHour] {
      fit?.fit?.applied(to: hours) ?? hours
    }
    return BatteryReport(
      begin: begin,
      at: now,
      apps: ledger.reportRows(for: question, since: begin, on: device)
        .map { BatteryReport.App(app: $0.app, name: $0.name, hours: fitted($0.hours)) }
        // Each is added up once, and not for every comparison.
        .map { (row: $0, total: $0.hours.total) }
        .sorted { $0.row.isBefore($1.row, $0.total, $1.total) }
        .map(\.row),
      removed: fitted(removed.flatMap(\.consumption.hours).filter { $0.begin >= begin }),
      keptFrom: removed.compactMap(\.lostUntil).max().flatMap { $0 > begin ? $0 : nil },
      levels: ledger.levels.levels(since: begin),
      sleepless: sleepless(at: now).filter { question.showsApp($0.app) },
      fit: fit
    )
  }
}

extension BatteryReport.App {
  /// What used most comes first.
  fileprivate func isBefore(
    _ other: BatteryReport.App,
    _ left: Consumption,
    _ right: Consumption
  ) -> Bool {
    if left.nanojoules != right.nanojoules { return left.nanojoules > right.nanojoules }
    if left.timeMicroseconds != right.timeMicroseconds {
      return left.timeMicroseconds > right.timeMicroseconds
    }
    return app < other.app
  }
}

extension ConsumptionService {
  /// Returns a row for each shown app with any use since then, and for each ended command.
  fileprivate func reportRows(
    for question: BatteryQuestion,
    since begin: Instant,
    on device: DeviceState
  ) -> [BatteryReport.App] {
    apps.apps.compactMap { app -> BatteryReport.App? in
      let consumption = self[app]
      let hours = consumption.hours.filter { $0.begin >= begin }
      guard !hours.isEmpty else { return nil }
      if let departed = consumption.departed {
        guard question.showsOwner(departed.ownerUserID) else { return nil }
        return BatteryReport.App(app: app, name: departed.name, hours: hours)
      }
      guard question.showsApp(app), let slot = device.apps.slot(of: app),
        let name = device.apps.read(slot: slot, { $0.manifest.name })
      else { return nil }
      return BatteryReport.App(app: app, name: name, hours: hours)
    }
  }

  /// Books all use until now of the shown apps, even if the query is about one: its share is relative to all.
  ///
  /// Suspended apps have used no processor time since the last reading, so the host is not asked.
  fileprivate mutating func bookAll(
    for question: BatteryQuestion,
    _ device: DeviceState,
    _ usage: (LaunchIdentifier) -> ResourceUsage?
  ) {
    for slot in device.apps.slotRange {
      guard let launch = device.apps.process(inSlot: slot)?.launch,
        let app = device.apps.identifier(inSlot: slot), question.showsApp(app)
      else { continue }
      if self[app].place != .still, let usage = usage(launch) {
        measure(usage, inSlot: slot, device)
      } else {
        follow(slot: slot, device)
      }
    }
  }
}

extension BatteryLevels {
  /// Returns the levels since then, and the last one before, which is the level at the beginning.
  fileprivate func levels(since begin: Instant) -> [Level] {
    let before = levels.prefix { $0.at <= begin }.count
    return Array(levels.dropFirst(max(0, before - 1)))
  }
}
