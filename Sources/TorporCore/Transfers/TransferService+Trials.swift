import TorporModel

// What is done about a service that dies: each transfer that it may have died of is tried apart, so that it costs
// nobody else anything.
//
// One death is nothing: all go on at once. A transfer whose request was under way at two deaths in a row,
// and which kept nothing new, is suspected. It waits, longer each time, and begins while nobody else
// begins who might be blamed; when it has kept new bytes, or lived for 10 s, it is like all others. If the
// service dies once more, its host is suspected as well: its transfers are tried one by one.

extension TransferService {
  /// The service died while it had the transfer, which stood so before the report.
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

  /// Tries the next suspect where it is its turn; returns the trial, `nil`: all others may begin.
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

  /// Takes back what only waits for a connection, so that none of it begins beside a suspect.
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

  /// A server wishes to be left alone: its wish counts for all that is asked of it.
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

  /// The host has answered, as it may: transfers that wait for it may ask.
  ///
  /// A time that the host itself has named is kept to, whatever comes of what was under way.
  mutating func endBackoff(of record: TransferRecord, keepsDeaths: Bool, at now: Instant) {
    let host = table.host(of: record)
    guard let backoff = table.backoffs[host] else { return }
    let isOver = backoff.deaths == 0 ? backoff.until <= now : !keepsDeaths
    if isOver { table.backoffs[host] = nil }
  }
}

/// One suspect on trial: until when nobody else begins whom the owner's service serves as well.
struct Trial {
  let owner: TransferOwner
  let until: Instant
}

extension TransferOwner {
  /// Whether one service may serve both; whose apps are is not known here, so they may be anybody's.
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
  /// Whether the attempt has kept more than any before it: bytes that come again are no progress.
  func keepsNewBytes(of record: TransferRecord) -> Bool {
    newBytes.map { $0 > 0 } ?? (bytes > record.keptBytesMax)
  }
}
