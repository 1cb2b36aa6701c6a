import TorporModel

// What the services report, and how a transfer ends.

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
      // What is finished is finished, even where it was to pause in the same moment.
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

  /// Books to its app what the attempt has moved since its last report, over the link that the device had then: a
  /// link that is lost ends attempts, which moved nothing over what came after it.
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
    // What moves has a link: one that is missing for a moment is that of before, or of after.
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

  /// What carries the bytes of a transfer now; `none`: they stay within the machine, or there is no network.
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

  /// A report on a transfer that is over: the service was not told, or not in time.
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
      // There is another way to the server, which has not been tried: there is nothing to wait for.
      table.update(report.transfer, isFirst: true) {
        $0.lastError = error
        $0.phase = .ready
      }
    case .failed(let error, let status, let retryAfter):
      // Neither a full disk nor a service that cannot be started says anything of the server.
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
      // An attempt that reached no server is no sign of a hopeless one, and is tried less and less often all the same.
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

  /// Stops the attempt of a transfer, if one runs; what was received stays.
  mutating func stop(_ record: TransferRecord, _ device: DeviceState, _ out: inout Outbox) {
    guard record.phase == .running, let session = table.session(record.session) else { return }
    out.order(.transfer(.stop(record.transfer, owner: session.owner, discards: false)))
  }

  /// A transfer is taken back: nothing of it moves from now on.
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

  /// A transfer has come to its end, good or bad.
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

  /// Forgets a user's transfer that is over; a file that is complete stays.
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
  /// Whether the attempt moves nothing after it.
  fileprivate var endsAttempt: Bool {
    switch self {
    case .progressed, .moved: false
    case .finished, .failed, .challenged, .interrupted, .stopped, .withdrawn: true
    }
  }
}

extension TransferRecord {
  /// Whether so many attempts in a row moved nothing that another is of no use.
  var isHopeless: Bool { fruitlessAttempts >= TransferPolicy.fruitlessAttemptsMax }
}

extension TransferError {
  /// The error as the ledger names it: "cannotConnectToHost", "httpStatus 503".
  func name(status: Int) -> String {
    self == .httpStatus ? "httpStatus \(status)" : String(describing: self)
  }
}
