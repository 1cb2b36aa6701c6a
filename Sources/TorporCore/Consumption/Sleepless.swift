package import TorporModel

/// An app that has run off screen longer than its reasons explain.
package struct Sleepless: Hashable, Sendable {
  package let app: AppIdentifier
  package let name: String
  /// Since when it has run without a pause.
  package let since: Instant
  /// The reason that keeps it running longest; `nil`: a sequence of short reasons.
  package let hold: Condition?
  /// The command that ends it.
  package let remedy: String

  /// How long an app may run off screen before it is reported: 30 min, our choice.
  ///
  /// Three times the longest background time of any profile, and half of the hour within which a stuck
  /// hold must be reported (the case of iOS 13.5).
  static let patience = Duration.minutes(30)
}

extension RestrictionReading {
  /// The apps that never sleep, those that have run longest first.
  package func sleepless(at now: Instant) -> [Sleepless] {
    apps.records.compactMap { record -> Sleepless? in
      let consumption = services.consumption[record.identifier]
      guard record.usage.state == .background, let since = consumption.runBegan,
        now - since >= Sleepless.patience, let hold = record.unexplained(since: since, at: now)
      else { return nil }
      let wake = consumption.wakes(of: record, since: since).mostFrequent
      return Sleepless(
        app: record.identifier,
        name: record.manifest.name,
        since: since,
        hold: hold.longest,
        remedy: remedy(against: hold.longest?.reason, orElse: wake, of: record.identifier)
      )
    }
    .sorted { ($0.since, $0.app) < ($1.since, $1.app) }
  }

  /// Returns the command that ends a hold; for a sequence of short reasons, the setting that stops the
  /// most frequent one.
  ///
  /// If an administrator has fixed that setting, the command ends the app: the change would be refused.
  func remedy(
    against hold: Reason?,
    orElse wake: WakeReason?,
    of app: AppIdentifier
  ) -> String {
    switch hold {
    case .locationUpdates: return change("location", "never", of: app)
    case .exemption: return "torpor exempt \(app) --end"
    case .some: return "torpor quit \(app)"
    case nil: break
    }
    guard let wake else { return "torpor quit \(app)" }
    if wake.batteryLabel == .location { return change("location", "never", of: app) }
    switch RelaunchRule.row(wake, in: profile)[.refreshOff] {
    case .waits, .waitsForPower, .passes, .ends:
      return change("backgroundRefresh", "off", of: app)
    case .shows, .runs, .runsCoarser, .showsWithoutContent, .waitsIfDiscretionary:
      return "torpor quit \(app)"
    }
  }

  private func change(_ setting: String, _ value: String, of app: AppIdentifier) -> String {
    isFixed(setting, of: app) ? "torpor quit \(app)" : "torpor settings \(app) \(setting)=\(value)"
  }
}

extension AppRecord {
  /// Returns the reasons that kept it awake, unless they explain the duration.
  fileprivate func unexplained(since: Instant, at now: Instant) -> UnexplainedRun? {
    let held = heldBy(at: now)
    if held.contains(where: { $0.reason.explainsAnyLength }) { return nil }
    let endless = held.filter { $0.until == nil }
    let isStuck = endless.contains { now - ($0.since ?? since) >= Sleepless.patience }
    // A hold with a fixed end is subject to its own limit, if no other hold lasts as long.
    let isBounded = held.contains {
      $0.until != nil && ($0.since ?? now) - since < Sleepless.patience
    }
    if isBounded, !isStuck { return nil }
    // An exemption with an end can be ended, too: it is reported if no hold lasts without an end.
    let blamed = endless.isEmpty ? held.filter { $0.reason == .exemption } : endless
    let longest = blamed.min { ($0.since ?? since) < ($1.since ?? since) }
    return UnexplainedRun(longest: longest)
  }
}

extension AppConsumption {
  /// Returns the app's wakes in the run that began then, including those not booked yet.
  func wakes(of record: AppRecord, since began: Instant) -> WakeCounts {
    var wakes = (record.usage.wakes ?? WakeCounts()).since(booked.wakes)
    for run in hours.flatMap(\.runs) where run.began >= began { wakes += run.wakes }
    return wakes
  }
}

/// A run that lasts longer than its reasons explain.
private struct UnexplainedRun {
  /// The longest hold of the app; `nil`: no hold lasts without an end.
  let longest: Condition?
}

extension WakeCounts {
  /// The most frequent reason; of equals, the first in the table.
  var mostFrequent: WakeReason? {
    let countMax = entries.map(\.count).max()
    return WakeReason.allCases.first { reason in
      entries.contains { $0.reason == reason && $0.count == countMax }
    }
  }
}

extension Reason {
  /// Whether the user is aware of its duration: the user hears it or ordered it.
  fileprivate var explainsAnyLength: Bool {
    switch self {
    case .audio, .call, .pushToTalk, .job: true
    default: false
    }
  }
}
