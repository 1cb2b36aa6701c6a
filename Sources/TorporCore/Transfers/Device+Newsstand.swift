import TorporModel

// Newsstand (§7): a push announces an issue, the app says what to fetch, the system fetches it and runs
// the app when it is there, or when it failed.

extension Device {
  /// How far apart announcements run an app.
  ///
  /// A day: an issue is daily at most; a magazine that announces more is told once.
  package static let issueSpacing = Duration.days(1)

  /// Takes a push that announces an issue; says whether it was one.
  mutating func announceIssue(_ push: Push, on device: Surroundings, in turn: inout Turn) -> Bool {
    guard push.hasContent, let slot = apps.slot(of: push.app), let record = apps[slot: slot],
      record.manifest.backgroundModes.contains(.newsstandContent)
    else { return false }
    let limit = device.rateLimit(since: record.work.lastIssueAt, spacing: Self.issueSpacing)
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
      if record.process.isOnScreen || record.obstacles(to: .newsstand, on: device).isEmpty {
        record.work.lastIssueAt = turn.now
      }
      let event = PendingEvent(reason: .newsstand, callback: .issueAnnounced(payload: push.payload))
      record.wake(for: event, on: device, in: &turn)
    }
    return true
  }

  /// Runs an app for an issue that is there, or failed; says whether the next news is such a one.
  mutating func tellOfIssue(
    _ session: TransferSession,
    slot: Int,
    on device: Surroundings,
    in turn: inout Turn
  ) -> Bool {
    guard case .over(let transfer)? = session.untold.first, let record = transfers[transfer],
      record.isIssue, let outcome = record.outcome
    else { return false }
    guard session.tellingCount == 0, session.wantsEvent || apps[slot: slot]?.runs == true,
      let app = apps[slot: slot]
    else { return true }
    let obstacles = app.process.isOnScreen ? [] : app.obstacles(to: .newsstand, on: device)
    guard obstacles.isEmpty, !app.process.isEnding else { return true }
    let event = PendingEvent(
      reason: .newsstand,
      callback: .session(
        .issueDownloaded(
          session: session.configuration.identifier,
          transfer: transfer,
          outcome: outcome
        )
      )
    )
    update(slot: slot, in: &turn) { $0.wake(for: event, on: device, in: &$1) }
    let launch = apps.process(inSlot: slot)?.launch
    transfers.updateSession(session.number) {
      $0.connection = launch
      $0.tellingCount = 1
    }
    return true
  }
}
