package import TorporModel

/// The Newsstand service (§7): a push announces an issue, the app chooses what to fetch, the system
/// fetches it and runs the app when it has arrived or failed.
package struct NewsstandService: Service {
  /// The interval between announcements that run an app.
  ///
  /// A day: issues are at most daily; a magazine that announces more is notified once.
  package static let issueSpacing = Duration.days(1)

  /// The state of each app with the mode.
  package private(set) var apps = PerApp<AppIssues>()

  package init() {}

  /// Nothing here waits for time to pass.
  package var nextDeadline: Instant? { nil }
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// No app asks for it: what it fetches are transfers.
  package mutating func handle(
    _ request: Never,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {}

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .push(.received(let push)):
      if push.hasContent, !announceIssue(push, device, &out) { out.post(.push(.content(push))) }
    case .app(.removed(let app)): apps.change(app) { $0 = AppIssues() }
    case .push, .app, .device, .deadline, .call, .sound, .channel, .notification, .memory,
      .location, .accessory, .bluetooth, .descriptor, .job, .work, .transfer, .consumption:
      break
    }
  }

  /// Takes a push that announces an issue.
  ///
  /// - Returns: Whether it did; if not, it is an ordinary push.
  private mutating func announceIssue(
    _ push: Push,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Bool {
    guard let slot = device.apps.slot(of: push.app),
      device.apps.read(slot: slot, { $0.manifest.backgroundModes.contains(.newsstandContent) })
        == true, let record = device.apps[slot: slot]
    else { return false }
    let context = device.conditionContext
    let limit = context.rateLimit(
      since: apps[push.app]?.lastAnnouncedAt,
      spacing: Self.issueSpacing
    )
    guard limit.holds else {
      if record.manifest.backgroundModes.contains(.remoteNotification) { return false }
      out.record(
        .wake(.newsstand),
        of: push.app,
        launch: record.process.launch,
        verdict: .denied,
        because: [limit]
      )
      return true
    }
    if record.process.isOnScreen || record.unmetConditions(to: .newsstand, on: context).isEmpty {
      apps.change(push.app) { $0.lastAnnouncedAt = device.now }
    }
    out.wake(
      push.app,
      for: PendingEvent(reason: .newsstand, callback: .issueAnnounced(payload: push.payload))
    )
    return true
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    apps.apps.compactMap { app in
      if device.apps.slot(of: app) == nil { return "an issue of '\(app)', which is not installed" }
      guard let at = apps[app]?.lastAnnouncedAt, at > device.now else { return nil }
      return "an issue was announced to '\(app)' at \(at), which is still to come"
    }
  }
}

/// The issues of one app.
package struct AppIssues: KeptPerApp, Hashable, Sendable {
  /// When the app was last notified of one.
  package internal(set) var lastAnnouncedAt: Instant?

  package init() {}
}

// MARK: What is saved

extension NewsstandService {
  /// The service as a journal has it: what it knows of each app with the app's record.
  init(takingFrom apps: inout AppTable) {
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot),
        let at = apps.read(slot: slot, { $0.work.savedLastIssueAt }) ?? nil
      else { continue }
      self.apps.change(app) { $0.lastAnnouncedAt = at }
      apps.update(slot: slot) { $0.work.savedLastIssueAt = nil }
    }
  }

  /// Puts what it knows of each app into the records that are saved.
  func save(into apps: inout AppTable) {
    for app in self.apps.apps {
      guard let slot = apps.slot(of: app) else { continue }
      apps.update(slot: slot) { $0.work.savedLastIssueAt = self.apps[app]?.lastAnnouncedAt }
    }
  }
}
