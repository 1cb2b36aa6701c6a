package import TorporModel

// Queries about transfers; this code is read-only.

extension TransferService {
  /// Returns all that is known about a transfer; `nil` if it does not exist.
  package func status(
    of transfer: TransferIdentifier,
    on device: DeviceState,
    at moment: Instant
  ) -> TransferStatus? {
    let conditionContext = device.conditionContext(at: max(device.now, moment))
    return table[transfer].map { status(of: $0, on: conditionContext, device) }
  }

  /// Returns a page of the transfers of some owners, beginning after the given one; `nil`: all owners.
  package func statuses(
    of owners: Set<TransferOwner>?,
    after: TransferIdentifier?,
    includesOver: Bool,
    countMax: Int,
    on device: DeviceState,
    at moment: Instant
  ) -> [TransferStatus] {
    let conditionContext = device.conditionContext(at: max(device.now, moment))
    let wanted = Set(
      table.sessions.filter { owners?.contains($0.owner) ?? true }.map(\.number)
    )
    var page: [TransferStatus] = []
    for record in table.records(after: after) {
      guard page.count < countMax else { break }
      guard wanted.contains(record.session), includesOver || record.outcome == nil else { continue }
      page.append(status(of: record, on: conditionContext, device))
    }
    return page
  }

  /// Returns the owner of a transfer; `nil` if it does not exist.
  package func owner(of transfer: TransferIdentifier) -> TransferOwner? {
    table[transfer].flatMap { table.session($0.session) }?.owner
  }

  func status(
    of record: TransferRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  )
    -> TransferStatus
  {
    let session = table.session(record.session)
    let blockers = blockers(of: record, on: conditionContext, device)
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

  /// Returns the conditions that block a transfer now.
  private func blockers(
    of record: TransferRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> [Condition] {
    switch record.phase {
    case .running, .over: []
    case .ready:
      held(conditions(of: record, on: conditionContext, device).filter { !$0.holds }, record)
    case .gated, .asking, .suspended:
      conditions(of: record, on: conditionContext, device).filter { !$0.holds }
    }
  }

  /// The obstacles of a transfer that is ready; where there are none it waits for its turn.
  private func held(_ unmetConditions: [Condition], _ record: TransferRecord) -> [Condition] {
    // During the trial of a suspect, no other transfer begins.
    guard unmetConditions.isEmpty, table.hasSuspects || !hasRoom(for: record) else {
      return unmetConditions
    }
    return [.connectionTaken]
  }

  /// A transfer as a piece of background work, for the question why it does not run.
  func activity(
    of record: TransferRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  )
    -> ActivityStatus
  {
    let isRunning = record.phase == .running
    let asked =
      record.outcome == nil && !isRunning
      ? conditions(of: record, on: conditionContext, device) : []
    return ActivityStatus(
      app: table.session(record.session)?.app,
      activity: .transfer(record.transfer),
      type: nil,
      submittedAt: record.submittedAt,
      earliest: record.earliest > record.submittedAt ? record.earliest : nil,
      latest: record.deadline,
      isRunning: isRunning,
      conditions: asked,
      blocked: table.log(ofLane: record.lane)?.totals(at: conditionContext.now) ?? [],
      forecast: Forecast(conditions: asked, plannedAt: nil, now: conditionContext.now)
    )
  }

  /// The transfers of an app that have not ended, in the order of their numbers.
  func activities(
    of app: AppIdentifier,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> [ActivityStatus] {
    table.sessions(of: .app(app)).flatMap { unfinished(inSession: $0.number) }
      .map { activity(of: $0, on: conditionContext, device) }
  }

  /// The transfer of an app that has that name among its activities.
  func activity(
    named name: String,
    of app: AppIdentifier,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> ActivityStatus? {
    let prefix = "transfer "
    guard name.hasPrefix(prefix),
      let transfer = TransferIdentifier(String(name.dropFirst(prefix.count))),
      let record = table[transfer], owner(of: transfer) == .app(app)
    else { return nil }
    return activity(of: record, on: conditionContext, device)
  }
}

extension Condition {
  /// What a transfer waits for while others have the connections.
  package static let connectionTaken = Condition(.slotTaken, holds: false, subject: "connection")
}

extension TransferRecord {
  /// The state, for users and programs.
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
