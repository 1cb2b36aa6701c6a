package import TorporModel

/// The facts on which advice is based: the battery page, the settings and the decisions.
struct AdviceFacts {
  let report: BatteryReport
  let device: any RestrictionReading
  let ends: EndCounts
  /// The apps that the caller may see, in the order of identifiers.
  let records: [AppRecord]
  /// The total use of all apps.
  let total: Consumption

  /// The table of rules, in the order in which their advice is shown; each returns the advice that its figures support.
  static let rules: [@Sendable (AdviceFacts) -> [Advice]] = [
    sleepless, location, refresh, lowPower, evicted, forceQuit, notifications, restart,
  ]

  private static func sleepless(_ facts: AdviceFacts) -> [Advice] {
    facts.report.sleepless.map { Advice(facts: .sleepless($0), command: $0.remedy) }
  }

  /// Advises on location use; skips apps already listed as never sleeping.
  private static func location(_ facts: AdviceFacts) -> [Advice] {
    facts.records.filter { $0.settings.location == .always }.compactMap { record in
      let app = record.identifier
      guard !facts.report.sleepless.contains(where: { $0.app == app }),
        !facts.device.isFixed("location", of: app)
      else { return nil }
      let used = facts.runs(of: app) { $0.labels.contains(.location) }
      return facts.share(of: app, used).map {
        Advice(facts: .location($0), command: "torpor settings \(app) location=whenInUse")
      }
    }
  }

  /// Whether nothing of the kind runs while background refresh is off.
  private func refreshSwitchStops(_ reason: WakeReason) -> Bool {
    RelaunchRule.row(reason, in: device.profile)[.refreshOff] == .waits
  }

  private static func refresh(_ facts: AdviceFacts) -> [Advice] {
    guard facts.device.conditions.backgroundRefresh.value != .off else { return [] }
    return facts.records.filter { $0.settings.backgroundRefresh != .off }.compactMap { record in
      let app = record.identifier
      guard !facts.device.isFixed("backgroundRefresh", of: app) else { return nil }
      // Energy of runs that also had another reason, such as sound, would not be saved.
      let runs = facts.runs(of: app) { run in
        run.labels == [.backgroundActivity]
          && run.wakes.entries.contains { facts.refreshSwitchStops($0.reason) }
      }
      let wakes = runs.reduce(0) { sum, run in
        sum
          + run.wakes.entries.filter { facts.refreshSwitchStops($0.reason) }
          .reduce(0) { $0 + $1.count }
      }
      let opens = facts.opens(of: app)
      guard wakes >= Advice.Threshold.wakes, wakes > opens * Advice.Threshold.wakesForEachOpen,
        let share = facts.share(of: app, runs)
      else { return nil }
      return Advice(
        facts: .refresh(Advice.BackgroundWork(share: share, wakes: wakes, opens: opens)),
        command: "torpor settings \(app) backgroundRefresh=off"
      )
    }
  }

  /// Advises Low Power Mode, unless it begins by itself or was on when the battery was low.
  private static func lowPower(_ facts: AdviceFacts) -> [Advice] {
    let conditions = facts.device.conditions
    let low = ConditionContext.batteryGatePercent
    let offSince = conditions.lowPowerMode.since ?? .zero
    let lowest = facts.report.levels.filter { !$0.isOnExternalPower && $0.at >= offSince }
      .map(\.percent).min()
    guard let lowest, lowest <= low, !conditions.lowPowerMode.value,
      !conditions.settings.automaticLowPowerMode,
      let percent = conditions.power.value?.batteryPercent
    else { return [] }
    let isLowNow = percent <= low && conditions.power.value?.isOnExternalPower == false
    let name = isLowNow ? "lowPowerMode" : "automaticLowPowerMode"
    guard !facts.device.isFixed(name, of: nil) else { return [] }
    return [
      Advice(
        facts: .lowPower(lowestPercent: lowest, percent: percent),
        command: "torpor settings \(name)=on"
      )
    ]
  }

  private static func evicted(_ facts: AdviceFacts) -> [Advice] {
    facts.records.compactMap { record in
      guard let counts = facts.ends.evictions[record.identifier],
        counts.relaunches >= Advice.Threshold.times
      else { return nil }
      let conditions = facts.device.conditions
      let command =
        if conditions.evictionOrder != .leastLikelyUsedFirst,
          !facts.device.isFixed("evictionOrder", of: nil)
        {
          "torpor settings evictionOrder=leastLikelyUsedFirst"
        } else if conditions.pageOutAfter == .zero, !facts.device.isFixed("pageOutAfter", of: nil) {
          "torpor settings pageOutAfter=5m"
        } else {
          "torpor ps"
        }
      return Advice(
        facts: .evicted(record.identifier, times: counts.times, relaunches: counts.relaunches),
        command: command
      )
    }
  }

  /// Advises against force-quits: a suspended app uses nothing, but an app that was removed must be
  /// launched again, which costs more.
  private static func forceQuit(_ facts: AdviceFacts) -> [Advice] {
    facts.records.compactMap { record in
      guard let counts = facts.ends.forceQuits[record.identifier],
        counts.relaunches >= Advice.Threshold.times
      else { return nil }
      return Advice(
        facts: .forceQuit(
          record.identifier,
          times: counts.times,
          relaunches: counts.relaunches
        ),
        command: "torpor home \(record.identifier)"
      )
    }
  }

  private static func notifications(_ facts: AdviceFacts) -> [Advice] {
    facts.records.filter(\.settings.allowsNotifications).compactMap { record in
      let delivered = facts.device.notifications[record.identifier]?.delivered ?? []
      let unanswered = delivered.count { $0.answer == nil }
      guard unanswered >= Advice.Threshold.notifications,
        !facts.device.isFixed("allowsNotifications", of: record.identifier)
      else { return nil }
      return Advice(
        facts: .notifications(record.identifier, unanswered: unanswered),
        command: "torpor settings \(record.identifier) allowsNotifications=off"
      )
    }
  }

  /// Advises a restart, only if memory is short: a restart costs a launch of every app.
  private static func restart(_ facts: AdviceFacts) -> [Advice] {
    let conditions = facts.device.conditions
    guard let bootedAt = conditions.bootedAt, conditions.memoryLevel.value != .normal else {
      return []
    }
    let uptime = facts.report.at - bootedAt
    guard uptime >= Advice.Threshold.uptime else { return [] }
    return [
      Advice(
        facts: .restart(uptime: uptime, conditions.memoryLevel.value),
        command: "systemctl reboot"
      )
    ]
  }

  // MARK: Figures

  /// Returns the matching runs of an app off screen.
  private func runs(
    of app: AppIdentifier,
    where isMeant: (BackgroundRun) -> Bool
  ) -> [BackgroundRun] {
    (report.apps.first { $0.app == app }?.hours ?? []).flatMap(\.runs).filter(isMeant)
  }

  /// Returns their energy, if it is worth a change.
  private func share(of app: AppIdentifier, _ runs: [BackgroundRun]) -> Advice.Share? {
    let nanojoules = runs.reduce(0) { $0 + $1.used.nanojoules }
    guard nanojoules >= Advice.Threshold.nanojoules, total.nanojoules > 0 else { return nil }
    let permille = Int(Int128(nanojoules) * 1000 / Int128(total.nanojoules))
    guard permille >= Advice.Threshold.sharePermille else { return nil }
    return Advice.Share(app: app, nanojoules: nanojoules, permille: permille)
  }

  /// Returns how often the user opened the app in the hours of the report.
  private func opens(of app: AppIdentifier) -> Int {
    let begin = LocalSecond(device.clock.localSecond(at: report.begin))
    var count = 0
    device.state.usage.history(of: app)?.forEachNewest { open in
      guard open >= begin else { return false }
      count += 1
      return true
    }
    return count
  }
}

extension RestrictionReading {
  /// Returns the advice that follows from the battery page; empty if there is none.
  package func advice(
    from report: BatteryReport,
    ends: EndCounts,
    showsApp: (AppIdentifier) -> Bool
  ) -> [Advice] {
    let facts = AdviceFacts(
      report: report,
      device: self,
      ends: ends,
      records: apps.records.filter { showsApp($0.identifier) },
      total: report.apps.reduce(report.removed.total) { $0 + $1.hours.total }
    )
    return AdviceFacts.rules.flatMap { $0(facts) }
  }
}
