import TorporModel

// Reports of the services, and the ends of transfers.

extension TransferService {
  mutating func handle(_ reports: [TransferReport], _ device: DeviceState, _ out: inout Outbox) {
    for report in reports {
      guard let record = table[report.transfer] else { continue }
      book(report, of: record, device, &out)
      // All else of such a report is what it was.
      guard report.event != .moved else { continue }
      guard record.outcome == nil else {
        handleLate(report, record, device, &out)
        continue
      }
      let isCurrent = record.phase == .running && record.attempts == report.attempt
      // A finished transfer stays finished, even if it was paused at the same time.
      guard isCurrent || report.event.isFinal else {
        if report.event == .stopped, record.attempts == report.attempt { note(report) }
        continue
      }
      let isProgress = report.keepsNewBytes(of: record)
      note(report)
      if isProgress {
        table.update(report.transfer) {
          $0.fruitlessAttempts = 0
          $0.deaths = 0
          $0.challengeAnswers = 0
        }
        endBackoff(of: record, keepsDeaths: false, at: device.now)
      }
      take(report, of: record, isProgress: isProgress, device, &out)
    }
    let isNews = reports.contains { $0.event != .moved }
    if isNews, !table.isEmpty { due = device.now }
  }

  /// Books to its app the bytes that the attempt has moved since its last report, over the device's
  /// link at that time: losing a link ends attempts, which moved nothing over a later one.
  private mutating func book(
    _ report: TransferReport,
    of record: TransferRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard record.attempts == report.attempt, let booked = record.booked,
      let app = table.session(record.session)?.app
    else { return }
    let bytes = report.movedBytes - booked.bytes
    let present = self.link(of: record, device)
    // Moving bytes have a link: if it is briefly missing, it is the previous or the next one.
    let link = booked.link == .none ? present : booked.link
    if bytes > 0 {
      out.post(.consumption(.transferred(bytes: bytes, record.direction, on: link, for: app)))
    }
    let isOver = report.event.endsAttempt || record.outcome != nil
    let next = TransferRecord.BookedBytes(
      bytes: max(booked.bytes, report.movedBytes),
      link: present == .none ? link : present
    )
    table.update(report.transfer) { $0.booked = isOver ? nil : next }
  }

  /// Returns the present link of a transfer's bytes; `none`: they stay within the machine, or there is no network.
  func link(of record: TransferRecord, _ device: DeviceState) -> NetworkLink {
    guard !record.staysOnMachine, let network = device.conditions.network.value else {
      return NetworkLink.none
    }
    return network.link
  }

  /// Takes in what is there of a transfer; what had not begun says nothing of that.
  private mutating func note(_ report: TransferReport) {
    guard report.isUnderWay ?? true else { return }
    table.update(report.transfer) {
      $0.bytes = report.bytes
      $0.keptBytesMax = max($0.keptBytesMax, report.bytes)
    }
  }

  /// Handles a report on a transfer that has ended: the service was not notified, or not in time.
  private mutating func handleLate(
    _ report: TransferReport,
    _ record: TransferRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if report.event == .stopped, record.attempts == report.attempt { note(report) }
    guard report.event.isFinal, let session = table.session(record.session) else { return }
    switch (record.outcome?.error, session.owner) {
    case (nil, .user):
      out.order(.transfer(.forget(record.transfer, owner: session.owner, removesFile: false)))
    // Its file waits for the app.
    case (nil, .app): break
    case (.some, _):
      out.order(.transfer(.stop(record.transfer, owner: session.owner, discards: true)))
    }
  }

  private mutating func take(
    _ report: TransferReport,
    of record: TransferRecord,
    isProgress: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch report.event {
    case .finished(let status):
      endBackoff(of: record, keepsDeaths: false, at: device.now)
      end(record, TransferOutcome(at: device.now, status: status), device, &out, because: [])
    case .failed(let error, _, _) where report.isRerouted == true:
      // There is another, untried route to the server: there is nothing to wait for.
      table.update(report.transfer, isFirst: true) {
        $0.lastError = error
        $0.phase = .ready
      }
    case .failed(let error, let status, let retryAfter):
      // Neither a full disk nor a service that cannot be started says anything about the server.
      let hasAsked = error != .diskFull && report.isUnderWay ?? true
      if !isProgress, hasAsked {
        // It stops where it can grow no further.
        table.update(report.transfer) {
          $0.fruitlessAttempts = max($0.fruitlessAttempts, $0.fruitlessAttempts &+ 1)
        }
      }
      if let retryAfter, retryAfter > .zero {
        leaveAlone(record, retryAfter, device, &out)
      } else if hasAsked, !error.isOfNetwork {
        endBackoff(of: record, keepsDeaths: true, at: device.now)
      }
      failed(
        report.transfer,
        error,
        status: status,
        retryAfter: retryAfter,
        hasAsked: hasAsked,
        device,
        &out
      )
    case .challenged: challenged(record, device, &out)
    case .interrupted: interrupted(report, record, device, &out)
    case .progressed: table.update(report.transfer) { $0.provenAt = nil }
    case .stopped, .moved: break
    case .withdrawn:
      // What made room for a suspect of the same host stays behind it.
      table.update(report.transfer, isFirst: !table.isMakingRoom) { $0.phase = .ready }
    }
  }

  private mutating func failed(
    _ transfer: TransferIdentifier,
    _ error: TransferError,
    status: Int,
    retryAfter: Duration?,
    hasAsked: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = table[transfer] else { return }
    let why = Condition(.attemptFailed, holds: false, subject: error.name(status: status))
    let isHopeless = error.isFruitless(status: status) && record.isHopeless
    guard error.isRetried(status: status), !isHopeless else {
      let outcome = TransferOutcome(at: device.now, error: error, status: status)
      return end(record, outcome, device, &out, because: [why])
    }
    let conditionContext = device.conditionContext
    if error.isOfNetwork, !record.staysOnMachine, !conditionContext.network(record.network).holds {
      // It failed because the network went; it waits for that and for nothing else.
      table.update(transfer, isFirst: true) {
        $0.lastError = error
        $0.phase = .ready
      }
      return
    }
    var delay = TransferPolicy.retryDelay(
      // An attempt that reached no server does not mean that the transfer is hopeless, but retries become rarer.
      fruitlessAttempts: hasAsked
        ? record.fruitlessAttempts : UInt8(clamping: record.attempts),
      retryAfter: retryAfter
    )
    if error == .diskFull { delay = min(delay, TransferPolicy.storageRetryMax) }
    table.update(transfer) {
      $0.lastError = error
      $0.phase = .gated(until: device.now + delay, error == .diskFull ? .storage : .retry)
    }
    recordTransfer(
      .run(.transfer(transfer)),
      record,
      device,
      &out,
      verdict: .waiting,
      because: [
        why,
        Condition(
          error == .diskFull ? .storage : .retryInterval,
          holds: false,
          until: device.now + delay
        ),
      ]
    )
  }

  private mutating func challenged(
    _ record: TransferRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let isRefused = record.challengeAnswers >= TransferPolicy.challengeAnswersMax
    guard table.session(record.session)?.app != nil, !isRefused else {
      let outcome = TransferOutcome(at: device.now, error: .userAuthenticationRequired, status: 401)
      return end(record, outcome, device, &out, because: [Condition(.awaitsAnswer, holds: false)])
    }
    table.update(record.transfer) { $0.phase = .asking(.challenge) }
    addNews(.question(record.transfer, .challenge), toSession: record.session, device)
  }

  // MARK: Ends

  /// Stops the attempt of a transfer, if one runs; received data stays.
  mutating func stop(_ record: TransferRecord, _ device: DeviceState, _ out: inout Outbox) {
    guard record.phase == .running, let session = table.session(record.session) else { return }
    out.order(.transfer(.stop(record.transfer, owner: session.owner, discards: false)))
  }

  /// Cancels a transfer: no more bytes move.
  mutating func end(
    _ record: TransferRecord,
    _ outcome: TransferOutcome,
    _ device: DeviceState,
    _ out: inout Outbox,
    keepsPartial: Bool = false
  ) {
    if record.attempts > 0, let session = table.session(record.session) {
      let stop = TransferEffect.stop(
        record.transfer,
        owner: session.owner,
        discards: !keepsPartial
      )
      out.order(.transfer(stop))
    }
    close(record, outcome, device, &out)
  }

  /// Ends a transfer, successful or not.
  mutating func end(
    _ record: TransferRecord,
    _ outcome: TransferOutcome,
    _ device: DeviceState,
    _ out: inout Outbox,
    because conditions: [Condition]
  ) {
    recordTransfer(
      .finish(.transfer(record.transfer), outcome.error == nil ? .success : .failure),
      record,
      device,
      &out,
      because: conditions
    )
    close(record, outcome, device, &out)
  }

  private mutating func close(
    _ record: TransferRecord,
    _ outcome: TransferOutcome,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.update(record.transfer) { $0.phase = .over(outcome) }
    guard let session = table.session(record.session) else { return }
    switch session.owner {
    case .app:
      // A transfer that the user, or a switch of theirs, has cancelled is no reason to run the app.
      addNews(
        .over(record.transfer),
        toSession: session.number,
        wantsEvent: outcome.isReasonToRun,
        device
      )
      invalidateIfEmpty(session.number, device)
    case .user(let userID):
      if outcome.error == nil {
        out.order(.transfer(.forget(record.transfer, owner: session.owner, removesFile: false)))
      }
      for surplus in table.takeSurplus(ofUser: userID, at: device.now) {
        if let record = table[surplus] { drop(record, device, &out) }
      }
    }
    due = device.now
  }

  /// Removes a user's finished transfer; a complete file stays.
  mutating func drop(_ record: TransferRecord, _ device: DeviceState, _ out: inout Outbox) {
    guard let session = table.session(record.session) else { return }
    if record.outcome?.error != nil, record.attempts > 0 {
      out.order(.transfer(.stop(record.transfer, owner: session.owner, discards: true)))
    }
    table.remove(record.transfer)
    out.order(.transfer(.remove(record.transfer)))
    if table.session(session.number)?.count == 0 { table.removeSession(session.number) }
  }

  // MARK: Words

  /// Enters a decision about a transfer into the ledger.
  func recordTransfer(
    _ action: Decision.Action,
    _ record: TransferRecord,
    _ device: DeviceState,
    _ out: inout Outbox,
    verdict: Decision.Verdict = .done,
    because conditions: [Condition]
  ) {
    let app = table.session(record.session)?.app
    out.record(action, of: app, verdict: verdict, because: conditions)
  }
}

extension TransferEvent {
  /// Whether the attempt moves no bytes afterwards.
  fileprivate var endsAttempt: Bool {
    switch self {
    case .progressed, .moved: false
    case .finished, .failed, .challenged, .interrupted, .stopped, .withdrawn: true
    }
  }
}

extension TransferRecord {
  /// Whether so many consecutive attempts moved nothing that another one is useless.
  var isHopeless: Bool { fruitlessAttempts >= TransferPolicy.fruitlessAttemptsMax }
}

extension TransferError {
  /// The error's name in the ledger: "cannotConnectToHost", "httpStatus 503".
  func name(status: Int) -> String {
    self == .httpStatus ? "httpStatus \(status)" : String(describing: self)
  }
}
