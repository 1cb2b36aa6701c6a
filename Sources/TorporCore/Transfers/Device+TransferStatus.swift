package import TorporModel

// What the outside may ask about transfers; nothing here changes anything.

extension Device {
  /// All that is known of a transfer; `nil` for one that is not there.
  package func transferStatus(
    of transfer: TransferIdentifier,
    at moment: Instant
  ) -> TransferStatus? {
    transfers[transfer].map { status(of: $0, on: surroundings(at: max(now, moment))) }
  }

  /// The transfers of some owners, a page that begins after the one that is named; `nil`: everybody's.
  package func transferStatuses(
    of owners: Set<TransferOwner>?,
    after: TransferIdentifier?,
    includesOver: Bool,
    countMax: Int,
    at moment: Instant
  ) -> [TransferStatus] {
    let device = surroundings(at: max(now, moment))
    let wanted = Set(
      transfers.sessions.filter { owners?.contains($0.owner) ?? true }.map(\.number)
    )
    var page: [TransferStatus] = []
    for record in transfers.records(after: after) {
      guard page.count < countMax else { break }
      guard wanted.contains(record.session), includesOver || record.outcome == nil else { continue }
      page.append(status(of: record, on: device))
    }
    return page
  }

  /// Whose a transfer is; `nil` for one that is not there.
  package func owner(of transfer: TransferIdentifier) -> TransferOwner? {
    transfers[transfer].flatMap { transfers.session($0.session) }?.owner
  }

  func status(of record: TransferRecord, on device: Surroundings) -> TransferStatus {
    let session = transfers.session(record.session)
    let blockers = blockers(of: record, on: device)
    var status = TransferStatus(
      transfer: record.transfer,
      app: session?.app,
      ownerUserID: nil,
      session: session?.configuration.identifier ?? "",
      direction: record.direction,
      state: record.state(isBlocked: !blockers.isEmpty),
      isDiscretionary: record.isDiscretionary,
      submittedAt: record.submittedAt,
      deadline: record.deadline,
      attempts: Int(record.attempts),
      bytes: record.bytes,
      expectedBytes: record.expectedBytes > 0 ? record.expectedBytes : nil,
      lastError: record.lastError,
      blockers: blockers,
      outcome: record.outcome
    )
    if case .user(let userID)? = session?.owner { status.ownerUserID = userID }
    return status
  }

  /// What stands in the way of a transfer now.
  private func blockers(of record: TransferRecord, on device: Surroundings) -> [Condition] {
    switch record.phase {
    case .running, .over: []
    case .ready:
      held(conditions(of: record, on: device).filter { !$0.holds }, record)
    case .gated, .asking, .suspended: conditions(of: record, on: device).filter { !$0.holds }
    }
  }

  /// The obstacles of a transfer that is ready; where there are none it waits for its turn.
  private func held(_ obstacles: [Condition], _ record: TransferRecord) -> [Condition] {
    // While one is tried that the service may die of, nobody else begins.
    guard obstacles.isEmpty, transfers.hasSuspects || !hasRoom(for: record) else {
      return obstacles
    }
    return [.connectionTaken]
  }

  /// A transfer as a piece of background work, for whoever asks why it does not run.
  func activity(of record: TransferRecord, on device: Surroundings) -> ActivityStatus {
    let isRunning = record.phase == .running
    let asked = record.outcome == nil && !isRunning ? conditions(of: record, on: device) : []
    return ActivityStatus(
      app: transfers.session(record.session)?.app,
      activity: .transfer(record.transfer),
      type: nil,
      submittedAt: record.submittedAt,
      earliest: record.earliest > record.submittedAt ? record.earliest : nil,
      latest: record.deadline,
      isRunning: isRunning,
      conditions: asked,
      blocked: transfers.log(ofLane: record.lane)?.totals(at: device.now) ?? [],
      forecast: Forecast(conditions: asked, plannedAt: nil, now: device.now)
    )
  }

  /// The transfer of an app that has that name among its activities.
  func transferActivity(
    named name: String,
    of app: AppIdentifier,
    on device: Surroundings
  ) -> ActivityStatus? {
    let prefix = "transfer "
    guard name.hasPrefix(prefix),
      let transfer = TransferIdentifier(String(name.dropFirst(prefix.count))),
      let record = transfers[transfer], owner(of: transfer) == .app(app)
    else { return nil }
    return activity(of: record, on: device)
  }
}

extension Condition {
  /// What a transfer waits for while others have the connections.
  package static let connectionTaken = Condition(.slotTaken, holds: false, subject: "connection")
}

extension TransferRecord {
  /// Where it stands, for people and programs.
  func state(isBlocked: Bool) -> TransferState {
    switch phase {
    case .running: .running
    case .suspended: .suspended
    case .asking: .waiting
    case .ready, .gated: attempts > 0 && isBlocked ? .waiting : .queued
    case .over(let outcome):
      switch outcome.error {
      case nil: .completed
      case .cancelled: .cancelled
      case .some: .failed
      }
    }
  }
}
