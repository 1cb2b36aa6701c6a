import TorporCore
import TorporModel

/// Follows every scheduled notification to its end: shown, kept from the user with a reason, or taken back.
final class NotificationWatch: Watch {
  /// What was seen of one app since the last look.
  private struct News {
    /// Names that the app has replaced or taken back.
    var touched: Set<String> = []
    var touchedAll = false
    /// Names that were dealt with: shown or not, asked about, told quietly.
    var settled: Set<String> = []
  }

  private var news: [AppIdentifier: News] = [:]
  private var decisions: [Decision] = []
  private var seen: [AppIdentifier: [PendingNotification]] = [:]
  /// Names that an app in front was asked about, or that wait for the first unlock: shown later than due,
  /// when the next may be pending.
  private var presented: [AppIdentifier: Set<String>] = [:]
  /// The device that was looked at last.
  private var revision: Int?
  /// A loss of power took what was told last and was not on the disk yet: it is told once more.
  private var hasLostPower = false

  func asked(_ request: AppRequest, by app: AppIdentifier) {
    switch request {
    case .service(.notifications(.add(let notification, _))):
      news[app, default: News()].touched.insert(notification.identifier)
    case .service(.notifications(.removePending(let names?))):
      news[app, default: News()].touched.formUnion(names)
    case .service(.notifications(.removePending(nil))): news[app, default: News()].touchedAll = true
    default: break
    }
  }

  func decided(_ decision: Decision) {
    guard let app = decision.app else { return }
    switch decision.action {
    case .show(let name):
      news[app, default: News()].settled.insert(name)
      if decision.verdict == .waiting { presented[app, default: []].insert(name) }
      decisions.append(decision)
    case .schedule(let name) where decision.verdict == .denied:
      news[app, default: News()].settled.insert(name)
    default: break
    }
  }

  func delivered(_ callback: Callback, to app: AppIdentifier) {
    if case .service(.notifications(.willPresent(let notification))) = callback {
      presented[app, default: []].insert(notification.identifier)
    }
    switch callback {
    case .service(.notifications(.willPresent(let notification))),
      .service(.notifications(.didReceiveLocal(let notification))):
      news[app, default: News()].settled.insert(notification.identifier)
    default: break
    }
  }

  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    if machineWasRestarted { hasLostPower = true }
  }

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    defer {
      news.removeAll()
      decisions.removeAll()
      hasLostPower = false
    }
    let now = machine.clock.now()
    var broken = shown(device, at: now)
    let isNew = revision != machine.daemon.revision
    revision = machine.daemon.revision
    for app in machine.apps.map(\.identifier) {
      // What was scheduled goes with the app.
      guard device.apps.slot(of: app) != nil else {
        seen[app] = nil
        continue
      }
      let pending = isNew ? device.notifications[app]?.pending ?? [] : seen[app] ?? []
      let before = seen[app] ?? []
      if isNew, pending != before {
        seen[app] = pending
        broken += lost(before, pending, by: news[app] ?? News()).map {
          "\(app): notification '\($0)' is lost without a reason"
        }
      }
      if pending.count > device.profile.notificationsMax {
        broken.append("\(app): \(pending.count) notifications are scheduled")
      }
      let late = pending.first { $0.due.map { $0 < now } ?? false }
      if let late, device.screen.wasUnlockedSinceBoot {
        broken.append("\(app): '\(late.notification.identifier)' is late")
      }
    }
    return broken
  }

  private func lost(
    _ before: [PendingNotification],
    _ now: [PendingNotification],
    by news: News
  ) -> [String] {
    guard !news.touchedAll else { return [] }
    let kept = Set(now.map(\.notification.identifier))
    return before.map(\.notification.identifier).filter {
      !kept.contains($0) && !news.touched.contains($0) && !news.settled.contains($0)
    }
  }

  /// What was shown against the user's wish, or too early.
  private func shown(_ device: Device, at now: Instant) -> [String] {
    var broken: [String] = []
    for decision in decisions where decision.verdict == .done {
      guard case .show(let name) = decision.action, let app = decision.app,
        let record = device.apps[app]
      else { continue }
      // The system's own questions need no permission.
      if !record.settings.allowsNotifications, !name.hasPrefix("io.torpor.") {
        broken.append("\(app): '\(name)' is shown and the user allows none")
      }
      guard presented[app]?.remove(name) == nil, !hasLostPower else { continue }
      let due = seen[app]?.first { $0.notification.identifier == name }
      guard let due, !(news[app]?.touched.contains(name) ?? false) else { continue }
      if case .interval = due.notification.trigger, let moment = due.due, moment > now {
        broken.append("\(app): '\(name)' is shown \(moment - now) early")
      }
    }
    return broken
  }
}
