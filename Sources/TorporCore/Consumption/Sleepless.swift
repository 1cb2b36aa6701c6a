package import TorporModel

/// An app that has run off screen longer than its reasons explain.
package struct Sleepless: Hashable, Sendable {
  package let app: AppIdentifier
  package let name: String
  /// Since when it has run without a pause.
  package let since: Instant
  /// What holds it longest; `nil`: one short reason after the other.
  package let hold: Condition?
  /// The command that ends it.
  package var remedy: String {
    switch hold?.reason {
    case .locationUpdates: "torpor settings \(app) location=never"
    case .exemption: "torpor exempt \(app) --end"
    case nil: "torpor settings \(app) backgroundRefresh=off"
    default: "torpor quit \(app)"
    }
  }

  /// How long an app may run off screen before it is named: 30 min, our choice.
  ///
  /// Three times the longest background time that any profile gives, and half of the hour in which a stuck hold must
  /// be named (the case of iOS 13.5).
  static let patience = Duration.minutes(30)
}

extension Device {
  /// The apps that never sleep, those that have run longest first.
  package func sleepless(at now: Instant) -> [Sleepless] {
    apps.records.compactMap { record in
      guard record.usage.state == .background,
        let since = services.consumption[record.identifier].runBegan,
        now - since >= Sleepless.patience
      else { return nil }
      return record.sleepless(since: since, at: now)
    }
    .sorted { ($0.since, $0.app) < ($1.since, $1.app) }
  }
}

extension AppRecord {
  /// What keeps it awake, unless that explains how long.
  fileprivate func sleepless(since: Instant, at now: Instant) -> Sleepless? {
    let held = heldBy(at: now)
    if held.contains(where: { $0.reason.explainsAnyLength }) { return nil }
    // Whatever has had its end from the beginning is a matter of its limit.
    if held.contains(where: { $0.until != nil && ($0.since ?? now) - since < Sleepless.patience }) {
      return nil
    }
    let longest = held.filter { $0.until == nil || $0.reason == .exemption }
      .min { ($0.since ?? since) < ($1.since ?? since) }
    return Sleepless(app: identifier, name: manifest.name, since: since, hold: longest)
  }
}

extension Reason {
  /// Whether somebody notices that it lasts: the user hears it or has ordered it.
  fileprivate var explainsAnyLength: Bool {
    switch self {
    case .audio, .call, .pushToTalk, .job: true
    default: false
    }
  }
}
