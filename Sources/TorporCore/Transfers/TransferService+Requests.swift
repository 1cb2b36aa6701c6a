package import TorporModel

// Requests of apps about their background sessions.

extension TransferService {
  package mutating func handle(
    _ request: SessionRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let app = device.apps.identifier(inSlot: slot) else { return .done }
    switch request {
    case .open(let configuration):
      return openSession(configuration, of: app, inSlot: slot, device)
    case .start(let name, let requests, let key):
      return start(requests, inSession: name, of: app, slot: slot, key: key, device, &out)
    case .cancel(let transfer, let keepsPartial):
      return onTransfer(transfer, of: app) {
        $0.cancel(transfer, keepsPartial: keepsPartial, device, &out)
      }
    case .suspend(let transfer):
      return onTransfer(transfer, of: app) { $0.hold(transfer, device, &out) }
    case .resume(let transfer):
      return onTransfer(transfer, of: app) { $0.resume(transfer, device, &out) }
    case .begin(let transfer, let request):
      return onTransfer(transfer, of: app) {
        $0.begin(transfer, request, inSlot: slot, device, &out)
      }
    case .list(let name, let after): return list(name, of: app, after: after, device)
    case .answerChallenge(let transfer, let answer):
      return answered(transfer, .challenge, givesUp: answer == .cancel, of: app, device, &out)
    case .answerDelayedRequest(let transfer, let answer):
      return answered(transfer, .delayedRequest, givesUp: answer == .cancel, of: app, device, &out)
    case .invalidate(let name, let cancels):
      return invalidate(name, of: app, cancels: cancels, device, &out)
    }
  }

  // MARK: Sessions

  private mutating func openSession(
    _ configuration: SessionConfiguration,
    of app: AppIdentifier,
    inSlot slot: Int,
    _ device: DeviceState
  ) -> Reply {
    guard let launch = device.apps.process(inSlot: slot)?.launch else {
      return .refused(.notRunning(app))
    }
    // Newsstand handed its downloads to the system before there were sessions for other apps (§7).
    let isOfNews =
      device.apps.read(slot: slot) { $0.manifest.backgroundModes.contains(.newsstandContent) }
      ?? false
    let missing =
      isOfNews
      ? device.profile.missing(of: .multitasking)
      : device.profile.missing(of: .multitasking, .backgroundSessions)
    if let missing {
      return .refused(.transfer(.noSessions(profile: missing.profile.rawValue)))
    }
    let owner = TransferOwner.app(app)
    let number: UInt32
    if let session = table.session(named: configuration.identifier, of: owner) {
      guard !session.isInvalid else {
        return .refused(.transfer(.sessionIsInvalid(configuration.identifier)))
      }
      number = session.number
    } else {
      guard table.sessions(of: owner).count < TransferSession.countOfAppMax else {
        return .refused(.transfer(.tooManySessions(limit: TransferSession.countOfAppMax)))
      }
      number = table.addSession(configuration, of: owner)
    }
    table.updateSession(number) { session in
      session.configuration = configuration
      guard session.connection != launch else { return }
      session.disconnect()
      session.connection = launch
    }
    scheduleSessionReview(number, device)
    return .done
  }

  private mutating func invalidate(
    _ name: String,
    of app: AppIdentifier,
    cancels: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let session = table.session(named: name, of: .app(app)) else {
      return .refused(.transfer(.unknownSession(name)))
    }
    guard !session.isInvalid else { return .done }
    table.updateSession(session.number) { $0.isInvalid = true }
    if cancels {
      for record in unfinished(inSession: session.number) {
        _ = cancel(record.transfer, keepsPartial: false, device, &out)
      }
    }
    invalidateIfEmpty(session.number, device)
    return .done
  }

  /// Sends the last event of an invalid session after its transfers have ended.
  mutating func invalidateIfEmpty(_ number: UInt32, _ device: DeviceState) {
    guard let session = table.session(number), session.isInvalid,
      session.unfinishedCount == 0, !session.untold.contains(.invalid)
    else { return }
    table.updateSession(number) { $0.untold.append(.invalid) }
    scheduleSessionReview(number, device)
  }

  private func list(
    _ name: String,
    of app: AppIdentifier,
    after: TransferIdentifier?,
    _ device: DeviceState
  ) -> Reply {
    guard let session = table.session(named: name, of: .app(app)) else {
      return .refused(.transfer(.unknownSession(name)))
    }
    var page: [TransferStatus] = []
    let conditionContext = device.conditionContext
    for record in table.records(after: after)
    where record.session == session.number && record.outcome == nil {
      guard page.count < Self.listedMax else { return .transfers(page, hasMore: true) }
      page.append(status(of: record, on: conditionContext, device))
    }
    return .transfers(page, hasMore: false)
  }

  /// The maximum number of transfers in one answer.
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
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let session = table.session(named: name, of: .app(app)),
      session.connection == device.apps.process(inSlot: slot)?.launch
    else { return .refused(.transfer(.unknownSession(name))) }
    if let key, let batch = session.batches.first(where: { $0.key == key }) {
      return .transfersAccepted(first: batch.first, count: batch.count)
    }
    guard !session.isInvalid else { return .refused(.transfer(.sessionIsInvalid(name))) }
    if let refusal = queueLimit(of: session.owner, adding: requests.count) {
      return .refused(.transfer(refusal))
    }
    guard let record = device.apps[slot: slot] else { return .refused(.notRunning(app)) }
    // A suspended one is checked when its app resumes it.
    let start = beginning(of: requests.filter { !$0.isSuspended }, record, device, &out)
    let first = add(requests, to: session, start, device, &out)
    if let key {
      table.updateSession(session.number) {
        $0.note(TransferSession.Batch(key: key, first: first, count: requests.count))
      }
    }
    return .transfersAccepted(first: first, count: requests.count)
  }

  /// Where an app stands that begins these transfers; in the background its rate limiter counts them.
  private func beginning(
    of requests: [TransferRequest],
    _ record: AppRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Beginning {
    var start = Beginning(record)
    guard !requests.isEmpty else { return start }
    let hasBeginDate = requests.contains { ($0.earliestBegin ?? .zero) > .zero }
    if hasBeginDate, let missing = device.profile.missing(of: .transferBeginDates) {
      start.ignoresBeginDates = true
      out.deny(missing, to: record.identifier)
    }
    if start.isInBackground, !start.isIssue {
      var limiter = record.work.resumeLimiter
      start.heldUntil = limiter.hold(at: device.now)
      out.keep(limiter, of: record.identifier)
    }
    return start
  }

  /// Begins a transfer that its app started suspended: it counts as started now, with its present request.
  private mutating func begin(
    _ transfer: TransferIdentifier,
    _ request: TransferRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[transfer], let session = table.session(record.session),
      let app = device.apps[slot: slot]
    else { return .refused(.transfer(.unknownTransfer(transfer))) }
    guard record.outcome == nil else { return .refused(.transfer(.transferIsOver(transfer))) }
    // Its user may have resumed it before: then it stays unchanged.
    guard record.phase == .suspended, record.attempts == 0, request.direction == record.direction
    else { return .refused(.transfer(.nothingAsked(transfer))) }
    var request = request
    request.isSuspended = false
    let start = beginning(of: [request], app, device, &out)
    table.update(transfer) {
      $0 = TransferRecord(transfer, request, in: session, start, at: device.now)
    }
    due = device.now
    return .done
  }

  /// Where an app stood when it began transfers.
  struct Beginning {
    let isInBackground: Bool
    let isIssue: Bool
    /// Whether its profile has no begin dates (US13).
    var ignoresBeginDates = false
    /// The time before which the rate limiter allows no begin.
    var heldUntil: Instant?

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

  /// Returns the refusal of that many more transfers; `nil`: there is room.
  func queueLimit(of owner: TransferOwner, adding count: Int) -> TransferRefusal? {
    let ofOwner = table.sessions(of: owner).reduce(0) { $0 + $1.count }
    if ofOwner + count > TransferTable.countOfOwnerMax {
      return .tooManyTransfers(limit: TransferTable.countOfOwnerMax)
    }
    if table.count + count > TransferTable.countMax {
      return .tooManyTransfers(limit: TransferTable.countMax)
    }
    return nil
  }

  /// Adds transfers to a session and returns the number of the first.
  mutating func add(
    _ requests: [TransferRequest],
    to session: TransferSession,
    _ start: Beginning,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> TransferIdentifier {
    let first = device.counters.nextTransfer
    out.useTransfers(requests.count)
    for (offset, request) in requests.enumerated() {
      let transfer = TransferIdentifier(rawValue: first.rawValue + UInt64(offset))
      table.insert(TransferRecord(transfer, request, in: session, start, at: device.now))
    }
    if requests.count == 1, let record = table[first] {
      recordTransfer(
        .submit(.transfer(first)),
        record,
        device,
        &out,
        because: [Condition(.userAction)]
      )
    }
    due = device.now
    return first
  }
}

extension TransferRecord {
  /// A transfer that was just accepted.
  init(
    _ transfer: TransferIdentifier,
    _ request: TransferRequest,
    in session: TransferSession,
    _ start: TransferService.Beginning,
    at now: Instant
  ) {
    self.transfer = transfer
    self.session = session.number
    direction = request.direction
    // Started in the background, it is discretionary, whatever its request says (US9).
    isDiscretionary =
      !start.isIssue
      && (request.isDiscretionary || session.configuration.isDiscretionary || start.isInBackground)
    isIssue = start.isIssue
    isAutomatic = request.direction == .download && start.isInBackground
    network = request.network
    staysOnMachine = request.staysOnMachine
    hostKey = request.hostKey
    submittedAt = now
    earliest = now + (start.ignoresBeginDates ? .zero : request.earliestBegin ?? .zero)
    expectedBytes = request.expectedBytes ?? 0
    resumes = request.resumes?.rawValue ?? 0
    deadline = earliest + session.configuration.resourceTimeout
    if request.isSuspended {
      phase = .suspended
    } else if let heldUntil = start.heldUntil, heldUntil > earliest {
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
