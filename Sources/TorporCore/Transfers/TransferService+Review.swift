import TorporModel

// Transfers are reviewed in the turn in which something that they wait for may have changed.

extension TransferService {
  /// Handles a change of an app that may have sessions.
  mutating func lookAtSessions(ofAppInSlot slot: Int, _ device: DeviceState) {
    guard let app = device.apps.identifier(inSlot: slot), table.hasSessions(of: app) else {
      return
    }
    for session in table.sessions(of: .app(app)) { table.scheduleSessionReview(session.number) }
    due = device.now
  }

  mutating func scheduleSessionReview(_ number: UInt32, _ device: DeviceState) {
    table.scheduleSessionReview(number)
    due = device.now
  }

  /// Reviews all waiting and running transfers after a change of the device's conditions.
  mutating func surroundingsChanged(_ device: DeviceState) {
    table.checksRunning = true
    for session in table.sessions where session.app != nil {
      table.scheduleSessionReview(session.number)
    }
    due = device.now
  }

  /// Handles that no service moves bytes any more: running transfers restart from their received data.
  mutating func restart(_ device: DeviceState) {
    guard !table.isEmpty else { return }
    for transfer in table.running.reversed() {
      table.update(transfer, isFirst: true) { $0.phase = .ready }
    }
    surroundingsChanged(device)
  }

  /// Handles everything due, delivers news to apps, and begins transfers that may begin.
  mutating func review(_ device: DeviceState, _ out: inout Outbox) {
    due = nil
    let conditionContext = device.conditionContext
    passDeadlines(device, &out)
    if table.checksRunning {
      table.checksRunning = false
      releaseRetries(on: conditionContext, device)
      stopWhatLostItsConditions(on: conditionContext, device, &out)
    }
    for number in table.takeSessionsToReview() { out.then(.look(session: number)) }
    out.then(.begin)
  }

  /// Begins transfers that may begin, after every app got its news, and plans the next review.
  mutating func beginAndPlan(_ device: DeviceState, _ out: inout Outbox) {
    let conditionContext = device.conditionContext
    var next = beginWhatMayBegin(on: conditionContext, device, &out)
    next = earliest(next, table.nextDue())
    for transfer in table.running { next = earliest(next, table[transfer]?.deadline) }
    for session in table.sessions where session.wantsEvent {
      if let moment = session.wakeNotBefore, moment > device.now { next = earliest(next, moment) }
    }
    table.sweep()
    table.backoffs.removeStale(at: device.now)
    table.nextReview = next
    // Consequences of the review itself are reviewed in the same turn.
    due = table.sessionsToReview.isEmpty ? next : device.now
  }

  // MARK: Time

  private mutating func passDeadlines(_ device: DeviceState, _ out: inout Outbox) {
    while let record = table.takeDue(at: device.now) {
      if record.deadline <= device.now {
        timeOut(record, device, &out)
      } else if case .gated(_, let gate) = record.phase {
        open(gate, of: record, device)
      }
    }
    for transfer in table.running {
      if let record = table[transfer], record.deadline <= device.now {
        timeOut(record, device, &out)
      }
    }
    for number in table.sessions.filter({ $0.wantsEvent && $0.wakeNotBefore != nil }).map(
      \.number
    ) {
      table.scheduleSessionReview(number)
    }
  }

  /// The resource time-out (§5.1), including all retries: with the error for an app if the disk was
  /// full for it, which another try could not fix (§5.4, reason 2).
  private mutating func timeOut(
    _ record: TransferRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    stop(record, device, &out)
    let waitsForRoom = if case .gated(_, .storage) = record.phase { true } else { false }
    let isOfApp = table.session(record.session)?.app != nil
    end(
      record,
      waitsForRoom && isOfApp
        ? TransferOutcome(at: device.now, error: .cancelled, cancellation: .insufficientResources)
        : TransferOutcome(at: device.now, error: .timedOut),
      device,
      &out,
      because: [Condition(.timeUp, holds: false, since: record.submittedAt, until: record.deadline)]
    )
  }

  private mutating func open(
    _ gate: TransferRecord.Gate,
    of record: TransferRecord,
    _ device: DeviceState
  ) {
    let session = table.session(record.session)
    let asks = session?.configuration.asksBeforeDelayedRequests ?? false
    // Whatever held it last: one with a begin date is asked for once, before its first attempt (US14).
    let isDelayed = record.earliest > record.submittedAt && record.attempts == 0 && gate != .storage
    if isDelayed, asks, session?.app != nil {
      table.update(record.transfer) { $0.phase = .asking(.delayedRequest) }
      addNews(.question(record.transfer, .delayedRequest), toSession: record.session, device)
    } else {
      // What has begun goes before what has not.
      table.update(record.transfer, isFirst: record.attempts > 0) { $0.phase = .ready }
    }
  }

  /// Retries transfers at once that failed for lack of a network (US11), because another one may help;
  /// releases those waiting for disk space when there is some.
  private mutating func releaseRetries(on conditionContext: ConditionContext, _ device: DeviceState)
  {
    let network = device.conditions.network.value
    let isNewNetwork = network != table.knownNetwork && network?.link != NetworkLink.none
    table.knownNetwork = network
    for record in table.gated.reversed() {
      let isFree =
        switch record.phase {
        case .gated(_, .retry): isNewNetwork && record.lastError?.isOfNetwork == true
        // What the service found on a user's disk it looks for itself.
        case .gated(_, .storage):
          table.session(record.session).flatMap { room(for: record, in: $0) }
            .map { conditionContext.storage(atLeast: $0).holds } ?? false
        default: false
        }
      guard isFree else { continue }
      table.update(record.transfer, isFirst: record.attempts > 0) { $0.phase = .ready }
    }
  }

  // MARK: Running

  private mutating func stopWhatLostItsConditions(
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for transfer in table.running.reversed() {
      guard let record = table[transfer] else { continue }
      let lost = conditionsToGoOn(of: record, on: conditionContext, device).filter { !$0.holds }
      guard !lost.isEmpty else { continue }
      stop(record, device, &out)
      table.update(transfer, isFirst: true) { $0.phase = .ready }
    }
  }

  /// Begins transfers without unmet conditions; returns when a condition will be met by time.
  private mutating func beginWhatMayBegin(
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Instant? {
    var next: Instant?
    // Discretionary transfers follow those that a user waits for.
    let lanes = table.lanes.indices
    let order =
      lanes.filter { !table.lanes[$0].key.isDiscretionary }
      + lanes.filter { table.lanes[$0].key.isDiscretionary }
    for lane in order {
      for record in table.takeOverdue(inLane: lane, at: device.now) {
        timeOut(record, device, &out)
      }
    }
    let trial = tryApart(inLanes: order, on: conditionContext, device, &out)
    next = trial?.until
    let attempts = table.running.count
    for lane in order {
      let session = table.lanes[lane].key.session
      if let trial, mayShareService(session, with: trial.owner) { continue }
      next = earliest(next, begin(inLane: lane, on: conditionContext, device, &out))
    }
    if trial == nil, attempts == table.running.count, table.nextTrialAt != nil {
      // No other transfer wants the turn.
      table.nextTrialAt = nil
      next = earliest(next, tryApart(inLanes: order, on: conditionContext, device, &out)?.until)
    }
    for lane in order where !table.lanes[lane].isEmpty {
      next = earliest(next, table.lanes[lane].soonestDeadline)
    }
    return next
  }

  private mutating func begin(
    inLane lane: Int,
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Instant? {
    while let record = table.first(inLane: lane) {
      if isSuspect(record), conditions(of: record, on: conditionContext, device).allSatisfy(\.holds)
      {
        return table.nextTrialAt.flatMap { $0 > device.now ? $0 : nil }
      }
      var blockers = conditions(of: record, on: conditionContext, device).filter { !$0.holds }
      if blockers.isEmpty, !hasRoom(for: record) {
        blockers = [Condition(.slotTaken, holds: false)]
      }
      if blockers.map(\.reason) == [.storage] {
        // It is too large for the disk; those behind it may not be.
        let until = device.now + TransferPolicy.storageRetry
        table.update(record.transfer) { $0.phase = .gated(until: until, .storage) }
        recordTransfer(
          .run(.transfer(record.transfer)),
          record,
          device,
          &out,
          verdict: .waiting,
          because: blockers
        )
        continue
      }
      let isNews = table.note(blockers.map(\.reason), inLane: lane, at: device.now)
      guard !blockers.isEmpty else {
        begin(record, wasHeldUp: isNews, device, &out)
        continue
      }
      if isNews, !blockers.contains(where: { $0.reason == .slotTaken }) {
        let run = Decision.Action.run(.transfer(record.transfer))
        recordTransfer(run, record, device, &out, verdict: .waiting, because: blockers)
      }
      return blockers.compactMap(\.until).min()
    }
    return nil
  }

  func hasRoom(for record: TransferRecord) -> Bool {
    guard let owner = table.session(record.session)?.owner else { return false }
    let ofHostMax =
      record.isDiscretionary
      ? TransferPolicy.discretionaryOfHostMax : TransferPolicy.runningOfHostMax
    return table.running.count < TransferPolicy.runningMax
      && table.runningCount(of: owner) < TransferPolicy.runningOfOwnerMax
      && table.runningToHost(of: record) < ofHostMax && mayProbe(record)
  }

  /// Returns whether no transfer contacts a host that only one may contact.
  private func mayProbe(_ record: TransferRecord) -> Bool {
    guard let probe = table.backoff(of: record)?.probe else { return true }
    return table[probe]?.phase != .running
  }

  mutating func begin(
    _ record: TransferRecord,
    wasHeldUp: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let session = table.session(record.session) else { return }
    let attempt = record.attempts + 1
    let isWatched = table.hasSuspects
    let booked =
      session.app == nil
      ? nil : TransferRecord.BookedBytes(bytes: 0, link: link(of: record, device))
    table.update(record.transfer) {
      $0.attempts = attempt
      $0.phase = .running
      $0.provenAt = isWatched ? device.now + TransferPolicy.trialLength : nil
      $0.booked = booked
    }
    let isProbe = table.backoff(of: record) != nil
    let missing = missingResumption(of: record, session.owner, device)
    if let missing, attempt > 1, record.keptBytesMax > 0, case .app(let app) = session.owner {
      out.deny(missing, to: app)
    }
    if isProbe { table.backoffs[table.host(of: record)]?.probe = record.transfer }
    out.order(
      .transfer(
        .start(
          TransferOrder(
            transfer: record.transfer,
            owner: session.owner,
            attempt: attempt,
            direction: record.direction,
            requestTimeout: session.configuration.requestTimeout,
            connectionsPerHostMax: session.configuration.connectionsPerHostMax,
            resumes: record.resumes == 0 ? nil : TransferIdentifier(rawValue: record.resumes),
            tellsProgress: isWatched || isProbe ? true : nil,
            beginsAnew: missing == nil ? nil : true
          )
        )
      )
    )
    // For ten thousand that begin in sequence, ten thousand lines would be useless.
    guard wasHeldUp || attempt > 1 else { return }
    recordTransfer(
      .run(.transfer(record.transfer)),
      record,
      device,
      &out,
      because: [Condition(.conditions)]
    )
  }

  /// Returns the capability that the profile lacks for resuming an app's upload; `nil`: it may resume.
  ///
  /// A user's own uploads resume in every profile.
  private func missingResumption(
    of record: TransferRecord,
    _ owner: TransferOwner,
    _ device: DeviceState
  ) -> MissingCapability? {
    guard record.direction == .upload, case .app = owner else { return nil }
    return device.profile.missing(of: .resumableUploads)
  }

  private func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
  }
}
