import TorporModel

// Newsstand (§7): a push announces an issue, the app says what to fetch, the system fetches it and runs
// the app when it is there, or when it failed.

extension Device {
  /// How far apart announcements run an app.
  ///
  /// A day: an issue is daily at most; a magazine that announces more is told once.
  package static let issueSpacing = Duration.days(1)

  /// Takes a push that announces an issue; says whether it did, or could do nothing else.
  mutating func announceIssue(_ push: Push, in turn: inout Turn) -> Bool {
    guard push.hasContent, let slot = apps.slot(of: push.app),
      apps.read(slot: slot, { $0.manifest.backgroundModes.contains(.newsstandContent) }) == true,
      let record = apps[slot: slot]
    else { return false }
    let device = conditionContext(at: turn.now)
    let limit = device.rateLimit(since: record.work.lastIssueAt, spacing: Self.issueSpacing)
    // Beside the day's announcement it is a push like any other.
    if !limit.holds, record.manifest.backgroundModes.contains(.remoteNotification) { return false }
    update(slot: slot, in: &turn) { record, turn in
      guard limit.holds else {
        return turn.record(
          .wake(.newsstand),
          of: record.identifier,
          launch: record.process.launch,
          verdict: .denied,
          because: [limit]
        )
      }
      if record.process.isOnScreen || record.unmetConditions(to: .newsstand, on: device).isEmpty {
        record.work.lastIssueAt = turn.now
      }
      let event = PendingEvent(reason: .newsstand, callback: .issueAnnounced(payload: push.payload))
      record.wake(for: event, on: device, in: &turn)
    }
    return true
  }
}
