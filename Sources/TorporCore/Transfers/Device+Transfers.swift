import TorporModel

// What apps ask about their background sessions.

extension Device {
  mutating func handle(
    _ request: SessionRequest,
    from launch: LaunchIdentifier,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    guard let app = apps[slot: slot]?.identifier else { return }
    let reply: Reply
    switch request {
    case .open(let configuration):
      reply = openSession(configuration, of: app, for: launch, in: &turn)
    case .start(let name, let requests, let key):
      reply = start(requests, inSession: name, of: app, slot: slot, key: key, in: &turn)
    case .cancel(let transfer, let keepsPartial):
      reply = onTransfer(transfer, of: app) {
        $0.cancel(transfer, keepsPartial: keepsPartial, in: &turn)
      }
    case .suspend(let transfer):
      reply = onTransfer(transfer, of: app) { $0.hold(transfer, in: &turn) }
    case .resume(let transfer):
      reply = onTransfer(transfer, of: app) { $0.resume(transfer, in: &turn) }
    case .list(let name, let after): reply = list(name, of: app, after: after)
    case .answerChallenge(let transfer, let answer):
      reply = answered(transfer, .challenge, givesUp: answer == .cancel, of: app, in: &turn)
    case .answerDelayedRequest(let transfer, let answer):
      reply = answered(transfer, .delayedRequest, givesUp: answer == .cancel, of: app, in: &turn)
    case .invalidate(let name, let cancels):
      reply = invalidate(name, of: app, cancels: cancels, in: &turn)
    }
    if let id { turn.order(.reply(id, reply)) }
  }

  // MARK: Sessions

  private mutating func openSession(
    _ configuration: SessionConfiguration,
    of app: AppIdentifier,
    for launch: LaunchIdentifier,
    in turn: inout Turn
  ) -> Reply {
    let owner = TransferOwner.app(app)
    let number: UInt32
    if let session = transfers.session(named: configuration.identifier, of: owner) {
      guard !session.isInvalid else {
        return .refused(.transfer(.sessionIsInvalid(configuration.identifier)))
      }
      number = session.number
    } else {
      guard transfers.sessions(of: owner).count < TransferSession.countOfAppMax else {
        return .refused(.transfer(.tooManySessions(limit: TransferSession.countOfAppMax)))
      }
      number = transfers.addSession(configuration, of: owner)
    }
    transfers.updateSession(number) { session in
      session.configuration = configuration
      guard session.connection != launch else { return }
      session.disconnect()
      session.connection = launch
    }
    lookAtSession(number, in: turn)
    return .done
  }

  private mutating func invalidate(
    _ name: String,
    of app: AppIdentifier,
    cancels: Bool,
    in turn: inout Turn
  ) -> Reply {
    guard let session = transfers.session(named: name, of: .app(app)) else {
      return .refused(.transfer(.unknownSession(name)))
    }
    guard !session.isInvalid else { return .done }
    transfers.updateSession(session.number) { $0.isInvalid = true }
    if cancels {
      for record in unfinished(inSession: session.number) {
        _ = cancel(record.transfer, keepsPartial: false, in: &turn)
      }
    }
    invalidateIfEmpty(session.number, in: turn)
    return .done
  }

  /// An invalid session whose transfers are over says so last.
  mutating func invalidateIfEmpty(_ number: UInt32, in turn: Turn) {
    guard let session = transfers.session(number), session.isInvalid,
      session.unfinishedCount == 0, !session.untold.contains(.invalid)
    else { return }
    transfers.updateSession(number) { $0.untold.append(.invalid) }
    lookAtSession(number, in: turn)
  }

  private func list(_ name: String, of app: AppIdentifier, after: TransferIdentifier?) -> Reply {
    guard let session = transfers.session(named: name, of: .app(app)) else {
      return .refused(.transfer(.unknownSession(name)))
    }
    var page: [TransferStatus] = []
    let device = surroundings
    for record in transfers.records(after: after)
    where record.session == session.number && record.outcome == nil {
      guard page.count < Self.listedMax else { return .transfers(page, hasMore: true) }
      page.append(status(of: record, on: device))
    }
    return .transfers(page, hasMore: false)
  }

  /// How many transfers one answer holds.
  ///
  /// 500: each is some hundred bytes on the wire, and a message has 1 MiB. Our choice.
  package static let listedMax = 500

  // MARK: Starting

  private mutating func start(
    _ requests: [TransferRequest],
    inSession name: String,
    of app: AppIdentifier,
    slot: Int,
    key: String?,
    in turn: inout Turn
  ) -> Reply {
    guard let session = transfers.session(named: name, of: .app(app)),
      session.connection == apps.process(inSlot: slot)?.launch
    else { return .refused(.transfer(.unknownSession(name))) }
    if let key, let batch = session.batches.first(where: { $0.key == key }) {
      return .transfersAccepted(first: batch.first, count: batch.count)
    }
    guard !session.isInvalid else { return .refused(.transfer(.sessionIsInvalid(name))) }
    if let refusal = crowding(of: session.owner, adding: requests.count) {
      return .refused(.transfer(refusal))
    }
    guard let record = apps[slot: slot] else { return .refused(.notRunning(app)) }
    let start = Beginning(record)
    var heldUntil: Instant?
    if start.isInBackground, !start.isIssue {
      apps.update(slot: slot) { heldUntil = $0.work.resumeLimiter.hold(at: turn.now) }
    }
    let first = add(requests, to: session, start, heldUntil: heldUntil, in: &turn)
    if let key {
      transfers.updateSession(session.number) {
        $0.note(TransferSession.Batch(key: key, first: first, count: requests.count))
      }
    }
    return .transfersAccepted(first: first, count: requests.count)
  }

  /// Where an app stood when it began transfers.
  struct Beginning {
    let isInBackground: Bool
    let isIssue: Bool

    init(_ record: AppRecord) {
      isInBackground = !record.actsOnScreen
      isIssue = record.handlesIssue
    }

    /// As a user begins transfers.
    init() {
      isInBackground = false
      isIssue = false
    }
  }

  /// Whether there is room for so many more; `nil`: there is.
  func crowding(of owner: TransferOwner, adding count: Int) -> TransferRefusal? {
    let ofOwner = transfers.sessions(of: owner).reduce(0) { $0 + $1.count }
    if ofOwner + count > TransferTable.countOfOwnerMax {
      return .tooManyTransfers(limit: TransferTable.countOfOwnerMax)
    }
    if transfers.count + count > TransferTable.countMax {
      return .tooManyTransfers(limit: TransferTable.countMax)
    }
    return nil
  }

  /// Adds transfers to a session and returns the number of the first.
  mutating func add(
    _ requests: [TransferRequest],
    to session: TransferSession,
    _ start: Beginning,
    heldUntil: Instant?,
    in turn: inout Turn
  ) -> TransferIdentifier {
    let first = turn.counters.makeTransfers(requests.count)
    for (offset, request) in requests.enumerated() {
      let transfer = TransferIdentifier(rawValue: first.rawValue + UInt64(offset))
      let record = TransferRecord(
        transfer,
        request,
        in: session,
        start,
        heldUntil: heldUntil,
        at: turn.now
      )
      transfers.insert(record)
    }
    if requests.count == 1, let record = transfers[first] {
      recordTransfer(
        .submit(.transfer(first)),
        record,
        in: &turn,
        because: [Condition(.userAction)]
      )
    }
    setDeadline(turn.now, for: .transfers)
    return first
  }
}

extension TransferRecord {
  /// A transfer that was just accepted.
  init(
    _ transfer: TransferIdentifier,
    _ request: TransferRequest,
    in session: TransferSession,
    _ start: Device.Beginning,
    heldUntil: Instant?,
    at now: Instant
  ) {
    self.transfer = transfer
    self.session = session.number
    direction = request.direction
    // Started in the background it is discretionary, whatever it says (US9).
    isDiscretionary =
      !start.isIssue
      && (request.isDiscretionary || session.configuration.isDiscretionary || start.isInBackground)
    isIssue = start.isIssue
    network = request.network
    staysOnMachine = request.staysOnMachine
    hostKey = request.hostKey
    submittedAt = now
    earliest = now + (request.earliestBegin ?? .zero)
    expectedBytes = request.expectedBytes ?? 0
    resumes = request.resumes?.rawValue ?? 0
    deadline = earliest + session.configuration.resourceTimeout
    if let heldUntil, heldUntil > earliest {
      phase = .gated(until: heldUntil, .rateLimiter)
    } else {
      phase = earliest > now ? .gated(until: earliest, .beginDate) : .ready
    }
  }
}

extension AppRecord {
  /// Whether what the app does now counts as done on screen: it is there, or runs code that began
  /// before it left (scenario format: calls made in `willResignActive` do).
  var actsOnScreen: Bool {
    if process.isOnScreen { return true }
    guard let running = callbacks.onMainThread.first?.delivery.callback else { return false }
    return running == .willResignActive
  }

  /// Whether the app runs because an issue was announced.
  var handlesIssue: Bool {
    callbacks.contains {
      if case .issueAnnounced = $0 { true } else { false }
    }
  }
}
