import TorporCore
import TorporModel
import TorporWire

// The battery page: what apps used, from the ledger and the counters as they stand.

extension ControlCalls {
  func describeBattery(_ call: Incoming<Control.DescribeBattery>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app = try call.app.map { name throws(WireError) in try resolve(name) }
      let report = driver.device.batteryReport(
        hours: call.hours ?? Self.batteryHours,
        at: driver.now(),
        of: permission.covers,
        usage: driver.usage
      )
      return Control.DescribeBattery.Reply(battery: status(report, of: app))
    }
  }

  /// A day, as the page of a phone shows first.
  private static let batteryHours = 24

  private func status(_ report: BatteryReport, of app: AppIdentifier?) -> BatteryStatus {
    // Only those that may read everything see what others left behind.
    let removed = permission.mayChangeDevice ? report.removed : []
    let total = report.apps.reduce(removed.total) { $0 + $1.hours.total }
    let rows =
      report.apps.map { row in
        figures(of: row.hours, row.app, row.name, outOf: total)
      } + (removed.isEmpty ? [] : [figures(of: removed, nil, "", outOf: total)])
    let shown =
      app.map { app in report.apps.filter { $0.app == app }.map(\.hours) }
      ?? report.apps.map(\.hours) + [removed]
    let power = driver.device.conditions.power.value
    let meters = table.facts.meters()
    var status = BatteryStatus(
      at: report.at,
      wallMicroseconds: driver.wallNanoseconds() / 1000,
      begin: report.begin,
      total: BatteryFigures(total),
      apps: app.map { app in rows.filter { $0.app == app } } ?? rows,
      hours: hours(shown, withRuns: app != nil),
      levels: report.levels.map {
        BatteryLevelRow(
          at: $0.at,
          percent: $0.percent,
          isOnExternalPower: $0.isOnExternalPower,
          microwattHours: $0.microwattHours
        )
      },
      sleepless: report.sleepless.filter { app == nil || $0.app == app }.map {
        SleeplessApp(app: $0.app, name: $0.name, began: $0.since, hold: $0.hold, remedy: $0.remedy)
      },
      sources: BatterySources.rows(power, meters, report.levels)
    )
    status.percent = power?.batteryPercent
    status.isOnExternalPower = power?.isOnExternalPower
    status.dischargedMicrowattHours = report.levels.discharged
    if let taken = meters.processorEnergy {
      status.packageNanojoules = taken.nanojoules
      status.packageBegan = report.at - taken.length
    }
    return status
  }

  private func figures(
    of hours: [ConsumptionHour],
    _ app: AppIdentifier?,
    _ name: String,
    outOf total: Consumption
  ) -> BatteryApp {
    let all = hours.total.nanojoules
    return BatteryApp(
      app: app,
      name: name,
      sharePermille: total.nanojoules > 0
        ? Int((Double(all) / Double(total.nanojoules) * 1000).rounded()) : 0,
      onScreen: BatteryFigures(hours.onScreen),
      offScreen: BatteryFigures(hours.offScreen),
      wakes: hours.wakes.rows,
      labels: hours.labels
    )
  }

  /// The hours of all that is shown, added up.
  private func hours(_ apps: [[ConsumptionHour]], withRuns: Bool) -> [BatteryHour] {
    var sums: [Instant: (onScreen: Consumption, offScreen: Consumption, apart: Consumption)] = [:]
    var runs: [Instant: [BackgroundRun]] = [:]
    for hour in apps.joined() {
      let sum = sums[hour.begin] ?? (Consumption(), Consumption(), Consumption())
      sums[hour.begin] = (
        sum.onScreen + hour.onScreen, sum.offScreen + hour.offScreen, sum.apart + hour.apart
      )
      runs[hour.begin, default: []] += hour.runs
    }
    return sums.sorted { $0.key < $1.key }.map { begin, sum in
      BatteryHour(
        begin: begin,
        onScreen: BatteryFigures(sum.onScreen),
        offScreen: BatteryFigures(sum.offScreen),
        apart: BatteryFigures(sum.apart),
        runs: withRuns ? (runs[begin] ?? []).map(BatteryRun.init) : nil
      )
    }
  }
}

extension BatteryFigures {
  init(_ used: Consumption) {
    self.init(
      time: .microseconds(used.timeMicroseconds),
      processor: .microseconds(used.processorMicroseconds),
      wiredBytes: used.transferred.wired,
      wifiBytes: used.transferred.wifi,
      cellularBytes: used.transferred.cellular,
      receivedBytes: used.receivedBytes,
      sentBytes: used.sentBytes,
      loopbackBytes: used.loopbackBytes,
      readBytes: used.readBytes,
      writtenBytes: used.writtenBytes,
      nanojoules: used.nanojoules
    )
  }
}

extension BatteryRun {
  fileprivate init(_ run: BackgroundRun) {
    self.init(
      began: run.began,
      count: run.count,
      used: BatteryFigures(run.used),
      wakes: run.wakes.rows,
      holds: run.holds,
      labels: run.labels
    )
  }
}

extension WakeCounts {
  fileprivate var rows: [BatteryWakeCount] {
    entries.map { BatteryWakeCount(reason: $0.reason, count: $0.count) }
  }
}

extension [BatteryLevels.Level] {
  /// What the battery gave off external power, in microwatt-hours; `nil` where it does not tell, or gave nothing.
  fileprivate var discharged: Int64? {
    let given = zip(self, dropFirst()).reduce(Int64(0)) { sum, pair in
      guard !pair.0.isOnExternalPower, let before = pair.0.microwattHours,
        let after = pair.1.microwattHours
      else { return sum }
      return sum + Swift.max(0, before - after)
    }
    return given > 0 ? given : nil
  }
}

/// Where the figures of the page come from, and what is missing.
enum BatterySources {
  static func rows(
    _ power: PowerState?,
    _ meters: Meters,
    _ levels: [BatteryLevels.Level]
  ) -> [BatterySource] {
    [
      BatterySource(
        figure: "processor",
        isMeasured: true,
        text: "The kernel counts the processor time of each app (cpu.stat)."
      ),
      BatterySource(
        figure: "transfers",
        isMeasured: true,
        text: "The transfer service counts the bytes that it moves for each app."
      ),
      row(
        "network",
        meters.networkUnavailableReason,
        "The kernel counts the bytes of each app's own sockets (a BPF program of its control group).",
        "Bytes that apps move by their own sockets are missing"
      ),
      row(
        "disk",
        meters.diskUnavailableReason,
        "The kernel counts the bytes that each app reads from disks and writes to them (io.stat).",
        "Bytes read from disks and written to them are missing"
      ),
      row(
        "battery",
        power?.batteryPercent == nil
          ? "there is no battery"
          : power?.microwattHours == nil ? "the battery tells its percentage only" : nil,
        "The battery tells what is in it.",
        "What the battery gave is missing"
      ),
      row(
        "package",
        meters.processorEnergyUnavailableReason,
        meters.processorEnergy?.mayBeMore == true
          ? "The processors count their own energy (RAPL); it may be more, since their counter may have begun again unseen."
          : "The processors count their own energy (RAPL).",
        "What the processors took is missing"
      ),
      BatterySource(
        figure: "energy",
        isMeasured: false,
        text:
          "The energy of an app, and its share, are the model's: wakes, processor time, bytes and location at the "
          + "costs of a phone."
      ),
    ]
  }

  private static func row(
    _ figure: String,
    _ unavailableReason: String?,
    _ text: String,
    _ lost: String
  ) -> BatterySource {
    BatterySource(
      figure: figure,
      isMeasured: unavailableReason == nil,
      text: unavailableReason.map { "\(lost): \($0)." } ?? text
    )
  }
}
