import TorporCore
import TorporModel

/// Follows every push to its end: handed over, turned down with a reason, or still waiting; and how often
/// silent ones run an app.
///
/// Payloads are unique in a life, so that a push is known by its own.
final class PushWatch: Watch {
  /// What was seen since the last look.
  private struct News {
    /// In the order in which they were sent.
    var sent: [Push] = []
    var decisions: [Decision] = []
    /// Apps that were asked what the user is to see of a notification.
    var asked: Set<AppIdentifier> = []
    var hasKeptAlive = false
  }

  private var news = News()
  /// The payloads that an app was handed.
  private var delivered: Set<String> = []
  /// What waited at the last look.
  private var waiting: [AppIdentifier: [Push]] = [:]
  /// When an alert was shown last: what it takes along to a process that is just ending runs when that has ended.
  private var shownAt: Instant?
  /// When silent pushes last ran an app off screen, oldest first.
  private var silentWakes: [AppIdentifier: [Instant]] = [:]
  private var wasCharging = false
  /// The device that was looked at last.
  private var revision: Int?
  /// Whether what was decided lately may be forgotten with the daemon.
  private var isUnsaved = false

  func pushed(_ push: Push) { news.sent.append(push) }

  func decided(_ decision: Decision) {
    switch decision.action {
    case .wake, .show, .end: news.decisions.append(decision)
    default: break
    }
  }

  func delivered(_ callback: Callback, to app: AppIdentifier) {
    if let payload = callback.payload { delivered.insert(payload) }
    switch callback {
    case .service(.notifications(.willPresent)): news.asked.insert(app)
    case .service(.descriptor(.keepAlive)): news.hasKeptAlive = true
    default: break
    }
  }

  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    // What was on its way to the daemon that died was not promised.
    news.sent.removeAll()
    if isUnsaved { waiting.removeAll() }
    if machineWasRestarted || isUnsaved { silentWakes.removeAll() }
  }

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    defer {
      news = News()
      wasCharging = machine.device.isCharging
      isUnsaved = machine.daemon.journalOutage != nil
    }
    // On the same device as before, nothing has come or gone that was not heard of.
    let isNew = revision != machine.daemon.revision
    revision = machine.daemon.revision
    guard isNew || !news.sent.isEmpty || !news.decisions.isEmpty else { return [] }
    var broken: [String] = []
    for record in machine.daemon.records {
      let own = device.pushes(of: record.identifier)
      let now = [own.stored?.push, own.held?.push].compactMap { $0 }
      let before = waiting[record.identifier] ?? []
      waiting[record.identifier] = now
      for callback in record.callbacks.deliveries.map(\.callback)
        + record.persistentState.pendingEvents.map(\.callback)
      {
        if let payload = callback.payload { delivered.insert(payload) }
      }
      let sent = news.sent.filter { $0.app == record.identifier }
      guard !before.isEmpty || !sent.isEmpty else { continue }
      for push in before + sent where !now.contains(push) && !isSettled(push) {
        broken.append("push \(push.payload) to \(record.identifier) is lost without a reason")
      }
    }
    return broken + rate(machine, device)
  }

  /// Whether the push was handed over, shown, or turned down.
  private func isSettled(_ push: Push) -> Bool {
    let decisions = news.decisions.filter { $0.app == push.app }
    // What was on its way to a process that ends, or that a dying daemon never started, ends with it.
    let isDenied = decisions.contains {
      $0.verdict == .denied && $0.action.isPush || $0.action.isEnd
    }
    let isShown = news.asked.contains(push.app) || decisions.contains { $0.action.isShowing }
    if push.kind == .voip || !push.isVisible { return isDenied || delivered.contains(push.payload) }
    guard push.hasContent else { return isShown || isDenied }
    // It was shown when it came, and is handed over now that it may be.
    return isDenied || delivered.contains(push.payload)
  }

  // MARK: How often

  /// Three in an hour, 15 min apart (PN6, PN8), unless the battery is charged (PN15), or traffic takes
  /// them along (PN4): an alert, a keep-alive, a charger.
  private func rate(_ machine: SimulatedMachine, _ device: Device) -> [String] {
    let now = machine.clock.now()
    if news.decisions.contains(where: { $0.action.isShowing }) { shownAt = now }
    let isTaken =
      news.hasKeptAlive || machine.device.isCharging || wasCharging
      || shownAt.map { now - $0 <= Self.tolerance } ?? false || !news.asked.isEmpty
    var broken: [String] = []
    for decision in news.decisions
    where decision.action == .wake(.silentPush) && decision.verdict == .done {
      guard let app = decision.app, let record = device.apps[app] else { continue }
      let wakes = (silentWakes[app] ?? []).filter { $0 > now - .hours(1) + Self.tolerance }
      silentWakes[app] = wakes + [now]
      if device.conditions.lowPowerMode.value { broken.append("\(app): pushed in Low Power Mode") }
      let switches = [
        device.conditions.backgroundRefresh.value, record.settings.backgroundRefresh,
      ]
      if switches.contains(.off) { broken.append("\(app): pushed with background refresh off") }
      guard !isTaken else { continue }
      if wakes.count >= 3 { broken.append("\(app): \(wakes.count + 1) silent pushes in an hour") }
      if let last = wakes.last, now < last + .minutes(15) - Self.tolerance {
        broken.append("\(app): silent pushes \(now - last) apart")
      }
    }
    return broken
  }

  /// An app whose process is just ending is run when it has ended.
  private static let tolerance = Duration.seconds(30)
}

extension Decision.Action {
  fileprivate var isPush: Bool {
    if case .wake(let reason) = self { reason.isPush } else { false }
  }

  fileprivate var isEnd: Bool { if case .end = self { true } else { false } }
  fileprivate var isShowing: Bool { if case .show = self { true } else { false } }
}

extension Callback {
  /// The payload of the push that it hands over.
  fileprivate var payload: String? {
    switch self {
    case .didReceiveRemoteNotification(let payload), .issueAnnounced(let payload),
      .service(.didReceiveIncomingPush(let payload, _)):
      payload
    default: nil
    }
  }
}
