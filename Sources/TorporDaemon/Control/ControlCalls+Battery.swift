import TorporCore
import TorporModel
import TorporWire

// The battery page: what apps used, from the ledger and the counters as they stand.

extension ControlCalls {
  func describeBattery(_ call: Incoming<Control.DescribeBattery>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app = try call.app.map { name throws(WireError) in try resolveUser(name) }
      let question = BatteryQuestion(
        hours: call.hours ?? Self.batteryHours,
        at: driver.now(),
        showsApp: { permission.covers($0) },
        showsOwner: showsOwner
      )
      let report = driver.device.batteryReport(question, usage: driver.usage)
      return Control.DescribeBattery.Reply(battery: status(report, of: app))
    }
  }

  /// A day, as the page of a phone shows first.
  private static let batteryHours = 24

  /// Whether the caller may see what that owner has left behind.
  private func showsOwner(_ owner: UInt32?) -> Bool {
    permission.mayChangeDevice || owner == peer.userID
  }

  /// An app, or a command that has ended and of which the hours are kept.
  private func resolveUser(_ name: String) throws(WireError) -> AppIdentifier {
    let ended = driver.device.ended.latest(named: name, at: driver.now()) {
      showsOwner($0.ownerUserID)
    }
    for app in [AppIdentifier(name), ended?.app].compactMap(\.self) {
      let departed = driver.device.services.consumption[app].departed
      if let departed, showsOwner(departed.ownerUserID) { return app }
    }
    return try resolve(name)
  }

  private func status(_ report: BatteryReport, of app: AppIdentifier?) -> BatteryStatus {
    let all = report.apps.reduce(report.removed.total) { $0 + $1.hours.total }
    let shown = app.map { app in report.apps.filter { $0.app == app } } ?? report.apps
    let removed = app == nil ? report.removed : []
    let rows =
      shown.map { figures(of: $0.hours, $0.app, $0.name, outOf: all) }
      + (removed.isEmpty ? [] : [figures(of: removed, nil, "", outOf: all)])
    let power = driver.device.conditions.power.value
    let meters = table.facts.meters()
    var status = BatteryStatus(
      at: report.at,
      wallMicroseconds: driver.wallNanoseconds() / 1000,
      begin: report.begin,
      total: BatteryFigures(shown.reduce(removed.total) { $0 + $1.hours.total }),
      apps: rows,
      hours: hours(shown.map(\.hours) + [removed], withRuns: app != nil),
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
      sources: BatterySources.rows(
        power,
        meters,
        report.fit,
        showsProcessors: permission.mayChangeDevice
      )
    )
    status.keptFrom = report.keptFrom
    status.fit = report.fit.map(EnergyFitRow.init)
    status.percent = power?.batteryPercent
    status.isOnExternalPower = power?.isOnExternalPower
    status.dischargedMicrowattHours = report.levels.discharged(since: report.begin)
    // As the kernel keeps it: its steps tell what others compute.
    if permission.mayChangeDevice, let taken = meters.processorEnergy {
      status.packageNanojoules = taken.nanojoules
      status.packageUntil = report.at - taken.age
      status.packageBegan = report.at - taken.age - taken.length
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

extension EnergyFitRow {
  init(_ outcome: EnergyFit.Outcome) {
    switch outcome {
    case .tooFewHours(let hours): self.init(outcome: .tooFewHours, hours: hours, hoursLeftOut: 0)
    case .undetermined(let hours): self.init(outcome: .undetermined, hours: hours, hoursLeftOut: 0)
    case .inexact(let hours, let error):
      self.init(outcome: .inexact, hours: hours, hoursLeftOut: 0)
      errorPermille = error
    case .fitted(let fit):
      self.init(outcome: .fitted, hours: fit.hours, hoursLeftOut: fit.hoursLeftOut)
      errorPermille = fit.errorPermille
      (restMilliwatts, restErrorMilliwatts) = Self.pair(fit.rest)
      (screenMilliwatts, screenErrorMilliwatts) = Self.pair(fit.screen)
      (processorMilliwatts, processorErrorMilliwatts) = Self.pair(fit.processor)
      (otherPermille, otherErrorPermille) = Self.pair(fit.other)
    }
  }

  private static func pair(_ cost: EnergyFit.Cost?) -> (Int?, Int?) {
    (cost.map { Int($0.value) }, cost.map { Int($0.error) })
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
