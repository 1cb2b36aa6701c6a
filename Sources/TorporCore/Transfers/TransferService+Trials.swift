import TorporModel

// Handling of a service that dies: each transfer that may have killed it is tried separately, so that
// it does not affect others.
//
// After one death, all transfers continue at once. A transfer with its request in progress at two
// consecutive deaths, and without progress, is suspected. It waits, longer each time, and begins while
// no other possible cause begins; when it has made progress, or run for 10 s, it is no longer
// suspected. If the service dies once more, its host is suspected as well: its transfers are tried one
// by one.

extension TransferService {
  /// Handles a death of the service during the transfer, with the transfer's earlier state.
  mutating func interrupted(
    _ report: TransferReport,
    _ before: TransferRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard report.isUnderWay ?? true, !report.keepsNewBytes(of: before) else {
      return table.update(report.transfer, isFirst: true) { $0.phase = .ready }
    }
    let wasSuspect = isSuspect(before)
    table.update(report.transfer) { $0.deaths = max($0.deaths, $0.deaths &+ 1) }
    guard let record = table[report.transfer] else { return }
    if wasSuspect { noteDeath(ofHostOf: record, device) }
    guard wasSuspect || record.isSuspect else {
      return table.update(report.transfer, isFirst: true) { $0.phase = .ready }
    }
    let why = Condition(
      .attemptFailed,
      holds: false,
      subject: TransferError.serviceDied.name(status: 0)
    )
    guard record.deaths < TransferPolicy.fruitlessAttemptsMax else {
      let outcome = TransferOutcome(at: device.now, error: .serviceDied)
      return end(record, outcome, device, &out, because: [why])
    }
    let delay = TransferPolicy.retryDelay(
      fruitlessAttempts: record.deaths - (record.isSuspect ? 1 : 0),
      retryAfter: nil
    )
    table.update(report.transfer) {
      $0.lastError = .serviceDied
      $0.phase = .gated(until: device.now + delay, .retry)
    }
    recordTransfer(
      .run(.transfer(record.transfer)),
      record,
      device,
      &out,
      verdict: .waiting,
      because: [why, Condition(.retryInterval, holds: false, until: device.now + delay)]
    )
  }

  private mutating func noteDeath(ofHostOf record: TransferRecord, _ device: DeviceState) {
    let host = table.host(of: record)
    var backoff = table.backoffs[host] ?? .init(until: device.now)
    backoff.deaths = max(backoff.deaths, backoff.deaths &+ 1)
    backoff.until = max(
      backoff.until,
      device.now
        + TransferPolicy.retryDelay(fruitlessAttempts: backoff.deaths, retryAfter: nil)
    )
    table.backoffs[host] = backoff
  }

  /// Whether the service may have died of the transfer, or of its host.
  func isSuspect(_ record: TransferRecord) -> Bool {
    record.isSuspect || (table.backoff(of: record)?.deaths ?? 0) > 0
  }

  /// Begins the trial of the next suspect, if it is its turn; returns the trial; `nil`: all others may begin.
  mutating func tryApart(
    inLanes lanes: [Int],
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Trial? {
    guard table.hasSuspects else {
      table.isMakingRoom = false
      return nil
    }
    let running = table.running.compactMap { table[$0] }
      .filter { $0.isUnproven(at: device.now) }
    if let suspect = running.first(where: isSuspect), let until = suspect.provenAt,
      let owner = table.session(suspect.session)?.owner
    {
      return Trial(owner: owner, until: until)
    }
    // After a trial the others have their turn.
    if let next = table.nextTrialAt, next > device.now { return nil }
    for lane in lanes {
      guard let record = table.first(inLane: lane), isSuspect(record), hasRoom(for: record),
        conditions(of: record, on: conditionContext, device).allSatisfy(\.holds),
        let owner = table.session(record.session)?.owner
      else { continue }
      let unproven = running.filter { mayShareService($0.session, with: owner) }
      // Transfers that began before it have not shown yet that they are harmless.
      if let until = unproven.compactMap(\.provenAt).min() {
        makeRoom(among: unproven, device, &out)
        return Trial(owner: owner, until: until)
      }
      table.isMakingRoom = false
      _ = table.note([], inLane: lane, at: device.now)
      begin(record, wasHeldUp: true, device, &out)
      table.nextTrialAt = device.now + TransferPolicy.trialPause
      return Trial(owner: owner, until: device.now + TransferPolicy.trialLength)
    }
    table.isMakingRoom = false
    return nil
  }

  /// Whether the transfers of the session may die with the owner's: each user has a service.
  func mayShareService(_ session: UInt32, with owner: TransferOwner) -> Bool {
    table.session(session)?.owner.mayShareService(with: owner) ?? true
  }

  /// Withdraws attempts that only wait for a connection, so that none begins beside a suspect.
  private mutating func makeRoom(
    among unproven: [TransferRecord],
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard !table.isMakingRoom else { return }
    table.isMakingRoom = true
    for record in unproven {
      guard let owner = table.session(record.session)?.owner else { continue }
      out.order(
        .transfer(.withdraw(record.transfer, owner: owner, attempt: record.attempts))
      )
    }
  }

  // MARK: Hosts that are left alone

  /// Handles a server's request to wait: it applies to all transfers of the host.
  mutating func leaveAlone(
    _ record: TransferRecord,
    _ retryAfter: Duration,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let host = table.host(of: record)
    var backoff = table.backoffs[host] ?? .init(until: device.now)
    backoff.until = max(
      backoff.until,
      device.now + min(retryAfter, TransferPolicy.retryAfterMax)
    )
    table.backoffs[host] = backoff
    guard let owner = table.session(record.session)?.owner else { return }
    for transfer in table.running {
      guard let other = table[transfer], transfer != record.transfer,
        table.host(of: other) == host
      else { continue }
      out.order(
        .transfer(.withdraw(transfer, owner: owner, attempt: other.attempts))
      )
    }
  }

  /// Handles an answer of the host: transfers that wait for it may contact it.
  ///
  /// A time given by the host itself is respected, whatever the outcome of the attempts in progress.
  mutating func endBackoff(of record: TransferRecord, keepsDeaths: Bool, at now: Instant) {
    let host = table.host(of: record)
    guard let backoff = table.backoffs[host] else { return }
    let isOver = backoff.deaths == 0 ? backoff.until <= now : !keepsDeaths
    if isOver { table.backoffs[host] = nil }
  }
}

/// The trial of a suspect: the time until which no other transfer of the owner's service begins.
struct Trial {
  let owner: TransferOwner
  let until: Instant
}

extension TransferOwner {
  /// Returns whether one service may serve both owners; the users of apps are unknown here, so an app may match any.
  func mayShareService(with other: TransferOwner) -> Bool {
    switch (self, other) {
    case (.user(let own), .user(let others)): own == others
    case (.app, _), (_, .app): true
    }
  }
}

extension TransferRecord {
  /// Whether the service died twice in a row with its request under way and nothing new kept.
  var isSuspect: Bool { outcome == nil && deaths >= TransferPolicy.suspectDeaths }

  /// Whether a death of the service now could be its doing.
  func isUnproven(at now: Instant) -> Bool { provenAt.map { $0 > now } ?? false }
}

extension TransferReport {
  /// Whether the attempt has kept more than any before it: repeated bytes are not progress.
  func keepsNewBytes(of record: TransferRecord) -> Bool {
    newBytes.map { $0 > 0 } ?? (bytes > record.keptBytesMax)
  }
}
