package import TorporModel

/// What apps used in the last hours: what the battery page shows.
package struct BatteryReport: Hashable, Sendable {
  /// The first hour that is looked at begins then.
  package let begin: Instant
  package let at: Instant
  /// By what they used, most first.
  package let apps: [App]
  /// The hours of apps that were removed, together.
  package let removed: [ConsumptionHour]
  /// How full the battery was.
  package let levels: [BatteryLevels.Level]
  /// What ran longer off screen than its reasons explain.
  package let sleepless: [Sleepless]

  package struct App: Hashable, Sendable {
    package let app: AppIdentifier
    package let name: String
    package let hours: [ConsumptionHour]
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
  /// What the app used energy for off screen in the hour.
  package var labels: [BatteryLabel] {
    var labels = Set(runs.flatMap(\.labels))
    if apart.transferred.total > 0 { labels.insert(.transfers) }
    if apart.transferred.total == 0, apart.nanojoules > 0, apart.timeMicroseconds == 0 {
      labels.insert(.notifications)
    }
    return BatteryLabel.allCases.filter(labels.contains)
  }
}

extension BackgroundRun {
  package var labels: [BatteryLabel] {
    var labels: Set<BatteryLabel> = []
    if holds.contains(.audio) || wakes.contains(.audio) { labels.insert(.audio) }
    if holds.contains(.locationUpdates) || Self.ofPlaces.contains(where: wakes.contains) {
      labels.insert(.location)
    }
    if holds.contains(.call) || holds.contains(.pushToTalk)
      || Self.ofCalls.contains(where: wakes.contains)
    {
      labels.insert(.voip)
    }
    if Self.ofNotifications.contains(where: wakes.contains) { labels.insert(.notifications) }
    if wakes.contains(.transfer) { labels.insert(.transfers) }
    if labels.isEmpty { labels.insert(.backgroundActivity) }
    return BatteryLabel.allCases.filter(labels.contains)
  }

  private static let ofPlaces: [WakeReason] = [
    .significantLocation, .region, .visit, .continuousLocation, .liveLocation,
  ]
  private static let ofCalls: [WakeReason] = [.voipPush, .voipSocket, .pushToTalk]
  private static let ofNotifications: [WakeReason] = [.visiblePush, .notificationResponse]
}

extension Device {
  /// What apps used in the last hours, the one that has begun among them.
  ///
  /// Nothing is changed: what has come since it was booked last is booked in a copy. `usage` reads the kernel's
  /// counters of a launch as they stand.
  package func batteryReport(
    hours count: Int,
    at moment: Instant,
    of isShown: (AppIdentifier) -> Bool,
    usage: (LaunchIdentifier) -> ResourceUsage?
  ) -> BatteryReport {
    let now = max(now, moment)
    var device = state
    device.now = now
    var ledger = services.consumption
    ledger.bookAll(device, usage)
    let grid = ledger.hours ?? HourGrid(on: clock, at: now)
    let begin = grid.begin(of: now) - .hours(max(1, min(count, HourGrid.hoursKept)) - 1)
    let apps = self.apps.records.filter { isShown($0.identifier) }.map { record in
      BatteryReport.App(
        app: record.identifier,
        name: record.manifest.name,
        hours: ledger[record.identifier].hours.filter { $0.begin >= begin }
      )
    }
    return BatteryReport(
      begin: begin,
      at: now,
      apps: apps.filter { !$0.hours.isEmpty }.sorted {
        let (left, right) = ($0.hours.total, $1.hours.total)
        if left.nanojoules != right.nanojoules { return left.nanojoules > right.nanojoules }
        if left.timeMicroseconds != right.timeMicroseconds {
          return left.timeMicroseconds > right.timeMicroseconds
        }
        return $0.app < $1.app
      },
      removed: ledger.removed.hours.filter { $0.begin >= begin },
      levels: ledger.levels.levels(since: begin),
      sleepless: sleepless(at: now).filter { isShown($0.app) }
    )
  }
}

extension ConsumptionService {
  /// Books everything until now.
  fileprivate mutating func bookAll(
    _ device: DeviceState,
    _ usage: (LaunchIdentifier) -> ResourceUsage?
  ) {
    for slot in device.apps.slotRange {
      guard let launch = device.apps.process(inSlot: slot)?.launch else { continue }
      if let usage = usage(launch) {
        measure(usage, inSlot: slot, device)
      } else {
        follow(slot: slot, device)
      }
    }
  }
}

extension BatteryLevels {
  /// Those since then, and the last one before, which says how full it was at the beginning.
  fileprivate func levels(since begin: Instant) -> [Level] {
    let before = levels.prefix { $0.at <= begin }.count
    return Array(levels.dropFirst(max(0, before - 1)))
  }
}
