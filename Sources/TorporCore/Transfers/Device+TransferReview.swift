import TorporModel

// Transfers are looked at in the turn in which something that they wait for may have changed.

extension Device {
  /// Something has changed for an app that may have sessions.
  mutating func lookAtTransfers(ofAppInSlot slot: Int, in turn: Turn) {
    guard let app = apps.identifier(inSlot: slot), transfers.hasSessions(of: app) else { return }
    for session in transfers.sessions(of: .app(app)) { transfers.lookAtSession(session.number) }
    setDeadline(turn.now, for: .transfers)
  }

  mutating func lookAtSession(_ number: UInt32, in turn: Turn) {
    transfers.lookAtSession(number)
    setDeadline(turn.now, for: .transfers)
  }

  /// The conditions of the device have changed: whatever waits or runs is looked at anew.
  mutating func transferConditionsChanged(in turn: Turn) {
    transfers.checksRunning = true
    for session in transfers.sessions where session.app != nil {
      transfers.lookAtSession(session.number)
    }
    setDeadline(turn.now, for: .transfers)
  }

  /// Nobody moves bytes any more: what ran begins again from what it had.
  mutating func restartTransfers(in turn: Turn) {
    guard !transfers.isEmpty else { return }
    for transfer in transfers.running.reversed() {
      transfers.update(transfer, isFirst: true) { $0.phase = .ready }
    }
    transferConditionsChanged(in: turn)
  }

  /// Does what is due, tells apps what they have to hear, and begins what may begin.
  mutating func reviewTransfers(in turn: inout Turn) {
    setDeadline(nil, for: .transfers)
    let device = surroundings(at: turn.now)
    passTransferDeadlines(in: &turn)
    if transfers.checksRunning {
      transfers.checksRunning = false
      releaseRetries(on: device, in: turn)
      stopWhatLostItsConditions(on: device, in: &turn)
    }
    for number in transfers.takeSessionsToLookAt() {
      look(atSession: number, on: device, in: &turn)
    }
    var next = beginWhatMayBegin(on: device, in: &turn)
    next = earliest(next, transfers.nextDue())
    for transfer in transfers.running { next = earliest(next, transfers[transfer]?.deadline) }
    for session in transfers.sessions where session.wantsEvent {
      if let moment = session.wakeNotBefore, moment > turn.now { next = earliest(next, moment) }
    }
    transfers.sweep()
    transfers.backoffs.removeStale(at: turn.now)
    transfers.nextLook = next
    // What the look itself has set off is looked at in the same turn.
    setDeadline(transfers.sessionsToLookAt.isEmpty ? next : turn.now, for: .transfers)
  }

  // MARK: Time

  private mutating func passTransferDeadlines(in turn: inout Turn) {
    while let record = transfers.takeDue(at: turn.now) {
      if record.deadline <= turn.now {
        timeOut(record, in: &turn)
      } else if case .gated(_, let gate) = record.phase {
        open(gate, of: record, in: turn)
      }
    }
    for transfer in transfers.running {
      if let record = transfers[transfer], record.deadline <= turn.now {
        timeOut(record, in: &turn)
      }
    }
    for number in transfers.sessions.filter({ $0.wantsEvent && $0.wakeNotBefore != nil }).map(
      \.number
    ) {
      transfers.lookAtSession(number)
    }
  }

  /// The resource time-out (§5.1): counted over every retry.
  private mutating func timeOut(_ record: TransferRecord, in turn: inout Turn) {
    stop(record, in: &turn)
    end(
      record,
      TransferOutcome(at: turn.now, error: .timedOut),
      in: &turn,
      because: [Condition(.timeUp, holds: false, since: record.submittedAt, until: record.deadline)]
    )
  }

  private mutating func open(
    _ gate: TransferRecord.Gate,
    of record: TransferRecord,
    in turn: Turn
  ) {
    let session = transfers.session(record.session)
    let asks = session?.configuration.asksBeforeDelayedRequests ?? false
    // Whatever held it last: one with a begin date is asked for once, before its first attempt (US14).
    let isDelayed = record.earliest > record.submittedAt && record.attempts == 0 && gate != .storage
    if isDelayed, asks, session?.app != nil {
      transfers.update(record.transfer) { $0.phase = .asking(.delayedRequest) }
      addNews(.question(record.transfer, .delayedRequest), toSession: record.session, in: turn)
    } else {
      // What has begun goes before what has not.
      transfers.update(record.transfer, isFirst: record.attempts > 0) { $0.phase = .ready }
    }
  }

  /// Another network may do better: what failed for want of one is tried at once (US11); what waits for
  /// room is let go when there is some.
  private mutating func releaseRetries(on device: Surroundings, in turn: Turn) {
    let network = conditions.network.value
    let isNewNetwork = network != transfers.knownNetwork && network?.link != NetworkLink.none
    transfers.knownNetwork = network
    for record in transfers.gated.reversed() {
      let isFree =
        switch record.phase {
        case .gated(_, .retry): isNewNetwork && record.lastError?.isOfNetwork == true
        // What the service found on a user's disk it looks for itself.
        case .gated(_, .storage):
          transfers.session(record.session).flatMap { room(for: record, in: $0) }
            .map { device.storage(atLeast: $0).holds } ?? false
        default: false
        }
      guard isFree else { continue }
      transfers.update(record.transfer, isFirst: record.attempts > 0) { $0.phase = .ready }
    }
  }

  // MARK: Running

  private mutating func stopWhatLostItsConditions(on device: Surroundings, in turn: inout Turn) {
    for transfer in transfers.running.reversed() {
      guard let record = transfers[transfer] else { continue }
      let lost = conditionsToGoOn(of: record, on: device).filter { !$0.holds }
      guard !lost.isEmpty else { continue }
      stop(record, in: &turn)
      transfers.update(transfer, isFirst: true) { $0.phase = .ready }
    }
  }

  /// Begins what nothing stands in the way of; returns when something that does will have passed.
  private mutating func beginWhatMayBegin(
    on device: Surroundings,
    in turn: inout Turn
  ) -> Instant? {
    var next: Instant?
    // What could as well wait comes after what somebody waits for.
    let lanes = transfers.lanes.indices
    let order =
      lanes.filter { !transfers.lanes[$0].key.isDiscretionary }
      + lanes.filter { transfers.lanes[$0].key.isDiscretionary }
    for lane in order {
      for record in transfers.takeOverdue(inLane: lane, at: turn.now) { timeOut(record, in: &turn) }
    }
    let trial = tryApart(inLanes: order, on: device, in: &turn)
    next = trial?.until
    let attempts = transfers.running.count
    for lane in order {
      let session = transfers.lanes[lane].key.session
      if let trial, mayShareService(session, with: trial.owner) { continue }
      next = earliest(next, begin(inLane: lane, on: device, in: &turn))
    }
    if trial == nil, attempts == transfers.running.count, transfers.nextTrialAt != nil {
      // Nobody else wants the turn.
      transfers.nextTrialAt = nil
      next = earliest(next, tryApart(inLanes: order, on: device, in: &turn)?.until)
    }
    for lane in order where !transfers.lanes[lane].isEmpty {
      next = earliest(next, transfers.lanes[lane].soonestDeadline)
    }
    return next
  }

  private mutating func begin(
    inLane lane: Int,
    on device: Surroundings,
    in turn: inout Turn
  ) -> Instant? {
    while let record = transfers.first(inLane: lane) {
      if isSuspect(record), conditions(of: record, on: device).allSatisfy(\.holds) {
        return transfers.nextTrialAt.flatMap { $0 > turn.now ? $0 : nil }
      }
      var blockers = conditions(of: record, on: device).filter { !$0.holds }
      if blockers.isEmpty, !hasRoom(for: record) {
        blockers = [Condition(.slotTaken, holds: false)]
      }
      if blockers.map(\.reason) == [.storage] {
        // It is too large for the disk; those behind it may not be.
        let until = turn.now + TransferPolicy.storageRetry
        transfers.update(record.transfer) { $0.phase = .gated(until: until, .storage) }
        recordTransfer(
          .run(.transfer(record.transfer)),
          record,
          in: &turn,
          verdict: .waiting,
          because: blockers
        )
        continue
      }
      let isNews = transfers.note(blockers.map(\.reason), inLane: lane, at: turn.now)
      guard !blockers.isEmpty else {
        begin(record, wasHeldUp: isNews, in: &turn)
        continue
      }
      if isNews, !blockers.contains(where: { $0.reason == .slotTaken }) {
        let run = Decision.Action.run(.transfer(record.transfer))
        recordTransfer(run, record, in: &turn, verdict: .waiting, because: blockers)
      }
      return blockers.compactMap(\.until).min()
    }
    return nil
  }

  func hasRoom(for record: TransferRecord) -> Bool {
    guard let owner = transfers.session(record.session)?.owner else { return false }
    let ofHostMax =
      record.isDiscretionary
      ? TransferPolicy.discretionaryOfHostMax : TransferPolicy.runningOfHostMax
    return transfers.running.count < TransferPolicy.runningMax
      && transfers.runningCount(of: owner) < TransferPolicy.runningOfOwnerMax
      && transfers.runningToHost(of: record) < ofHostMax && mayProbe(record)
  }

  /// Whether nobody asks a host that is to be asked by one transfer alone.
  private func mayProbe(_ record: TransferRecord) -> Bool {
    guard let probe = transfers.backoff(of: record)?.probe else { return true }
    return transfers[probe]?.phase != .running
  }

  mutating func begin(
    _ record: TransferRecord,
    wasHeldUp: Bool,
    in turn: inout Turn
  ) {
    guard let session = transfers.session(record.session) else { return }
    let attempt = record.attempts + 1
    let isWatched = transfers.hasSuspects
    transfers.update(record.transfer) {
      $0.attempts = attempt
      $0.phase = .running
      $0.provenAt = isWatched ? turn.now + TransferPolicy.trialLength : nil
    }
    let isProbe = transfers.backoff(of: record) != nil
    if isProbe { transfers.backoffs[transfers.host(of: record)]?.probe = record.transfer }
    turn.order(
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
            tellsProgress: isWatched || isProbe ? true : nil
          )
        )
      )
    )
    // Of ten thousand that begin one after the other nobody reads ten thousand lines.
    guard wasHeldUp || attempt > 1 else { return }
    recordTransfer(
      .run(.transfer(record.transfer)),
      record,
      in: &turn,
      because: [Condition(.conditions)]
    )
  }

  private func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
  }
}
