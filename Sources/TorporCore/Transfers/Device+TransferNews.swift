import TorporModel

// What apps hear of their sessions: at once where they run and have made the session again, else after
// they were woken for it, or when they come by themselves.

extension Device {
  mutating func addNews(
    _ news: TransferSession.News,
    toSession number: UInt32,
    wantsEvent: Bool = true,
    in turn: Turn
  ) {
    transfers.updateSession(number) {
      $0.untold.append(news)
      if wantsEvent {
        $0.wantsEvent = true
        $0.failedWakes = 0
        $0.wakeNotBefore = nil
      }
    }
    lookAtSession(number, in: turn)
  }

  mutating func look(atSession number: UInt32, on device: Surroundings, in turn: inout Turn) {
    guard let app = transfers.session(number)?.app, let slot = apps.slot(of: app) else { return }
    cancelWhatTheSwitchForbids(app, slot: slot, on: device, in: &turn)
    noteLostProcess(ofSession: number, slot: slot, in: turn)
    guard let session = transfers.session(number), let record = apps[slot: slot] else { return }
    guard !session.untold.isEmpty || session.wokenLaunch != nil else { return }
    if tellOfIssue(session, slot: slot, on: device, in: &turn) { return }
    if record.hears(session.connection) {
      tell(number, slot: slot, in: &turn)
    } else {
      wakeForEvents(session, slot: slot, on: device, in: &turn)
    }
  }

  /// While background refresh is off an app's transfers go on only as long as it is on screen (§11:
  /// reason 1); discretionary ones ignore the switch (§16).
  private mutating func cancelWhatTheSwitchForbids(
    _ app: AppIdentifier,
    slot: Int,
    on device: Surroundings,
    in turn: inout Turn
  ) {
    guard let record = apps[slot: slot], !record.actsOnScreen,
      !device.refreshSwitch(record.settings.backgroundRefresh).holds
    else { return }
    cancelTransfers(of: app, because: .backgroundUpdatesDisabled, in: &turn) {
      !$0.isDiscretionary && !$0.isIssue
    }
  }

  /// The process that was told, or woken, may be gone.
  private mutating func noteLostProcess(ofSession number: UInt32, slot: Int, in turn: Turn) {
    guard let session = transfers.session(number), let process = apps.process(inSlot: slot) else {
      return
    }
    let launch = process.isEnding ? nil : process.launch
    if let connection = session.connection, connection != launch {
      transfers.updateSession(number) { $0.disconnect() }
    }
    if let woken = session.wokenLaunch, woken != launch {
      // It did not live to hear all of it: again, a few times, not at once.
      transfers.updateSession(number) {
        $0.wokenLaunch = nil
        $0.failedWakes += 1
        $0.wantsEvent = $0.failedWakes < TransferSession.failedWakesMax && !$0.untold.isEmpty
        $0.wakeNotBefore = turn.now + TransferSession.rewakeDelay * (1 << $0.failedWakes)
      }
    }
  }

  // MARK: Telling

  /// Sends what a connected process has not heard, and last that this was all.
  private mutating func tell(_ number: UInt32, slot: Int, in turn: inout Turn) {
    while let session = transfers.session(number), session.tellingCount < session.untold.count,
      session.tellingCount < TransferSession.tellingMax
    {
      let callbacks = callbacks(for: session.untold[session.tellingCount], of: session)
      transfers.updateSession(number) {
        $0.wantsEvent = false
        // What answers itself has nothing to be returned from.
        if callbacks.isEmpty { $0.untold.remove(at: $0.tellingCount) } else { $0.tellingCount += 1 }
      }
      guard !callbacks.isEmpty else { continue }
      update(slot: slot, in: &turn) { record, turn in
        for callback in callbacks { record.call(.session(callback), in: &turn) }
      }
    }
    guard let session = transfers.session(number), session.tellingCount == session.untold.count,
      let woken = session.wokenLaunch, woken == session.connection
    else { return }
    transfers.updateSession(number) { $0.wokenLaunch = nil }
    let name = session.configuration.identifier
    update(slot: slot, in: &turn) { $0.call(.session(.didFinishEvents(session: name)), in: &$1) }
  }

  /// The calls that a piece of news is; none for a question that is answered already.
  private func callbacks(
    for news: TransferSession.News,
    of session: TransferSession
  ) -> [SessionCallback] {
    let name = session.configuration.identifier
    switch news {
    case .over(let transfer):
      guard let record = transfers[transfer], let outcome = record.outcome else { return [] }
      let done = SessionCallback.didComplete(session: name, transfer: transfer, outcome: outcome)
      guard outcome.error == nil, record.direction == .download, !record.isHandedOver else {
        return [done]
      }
      return [
        .didFinishDownloading(session: name, transfer: transfer, status: outcome.status), done,
      ]
    case .question(let transfer, let question):
      guard transfers[transfer]?.phase == .asking(question) else { return [] }
      switch question {
      case .challenge: return [.didReceiveChallenge(session: name, transfer: transfer)]
      case .delayedRequest: return [.willBeginDelayedRequest(session: name, transfer: transfer)]
      }
    case .invalid: return [.didBecomeInvalid(session: name)]
    }
  }

  /// The callback of a session that a request says is over.
  func sessionCallback(of request: AppRequest, inSlot slot: Int) -> SessionCallback? {
    guard case .returned(let token) = request,
      let delivery = apps[slot: slot]?.callbacks.deliveries.first(where: { $0.token == token }),
      case .session(let callback) = delivery.callback
    else { return nil }
    return callback
  }

  /// The app has heard something to the end.
  mutating func heard(_ callback: SessionCallback, inSlot slot: Int, in turn: inout Turn) {
    guard let app = apps.identifier(inSlot: slot),
      let session = transfers.session(named: callback.session, of: .app(app))
    else { return }
    switch callback {
    case .handleEvents, .didFinishEvents: return
    case .didFinishDownloading(_, let transfer, _):
      transfers.update(transfer) { $0.isHandedOver = true }
      turn.order(.transfer(.forget(transfer, owner: session.owner, removesFile: true)))
      return
    case .didComplete(_, let transfer, let outcome), .issueDownloaded(_, let transfer, let outcome):
      if outcome.error == nil, transfers[transfer]?.isHandedOver == false {
        turn.order(.transfer(.forget(transfer, owner: session.owner, removesFile: true)))
      }
      transfers.remove(transfer)
      turn.order(.transfer(.remove(transfer)))
      retell(.over(transfer), ofSession: session.number)
    case .didReceiveChallenge(_, let transfer):
      retell(.question(transfer, .challenge), ofSession: session.number)
    case .willBeginDelayedRequest(_, let transfer):
      retell(.question(transfer, .delayedRequest), ofSession: session.number)
    case .didBecomeInvalid: return transfers.removeSession(session.number)
    }
    lookAtSession(session.number, in: turn)
  }

  /// A piece of news is told, and the next may follow.
  private mutating func retell(_ news: TransferSession.News, ofSession number: UInt32) {
    transfers.updateSession(number) { session in
      guard let index = session.untold.firstIndex(of: news) else { return }
      session.untold.remove(at: index)
      if index < session.tellingCount { session.tellingCount -= 1 }
    }
  }

  // MARK: Waking

  /// Wakes or launches an app when all of a session is done, or when it is asked something (US4).
  private mutating func wakeForEvents(
    _ session: TransferSession,
    slot: Int,
    on device: Surroundings,
    in turn: inout Turn
  ) {
    guard session.wantsEvent, session.configuration.sendsLaunchEvents, session.wokenLaunch == nil,
      session.unfinishedCount == 0 || session.hasQuestion,
      session.wakeNotBefore.map({ $0 <= turn.now }) ?? true,
      let record = apps[slot: slot], !record.runs, !record.process.isEnding
    else { return }
    let obstacles = record.obstacles(to: .transfer, on: device)
    guard obstacles.isEmpty else {
      return deny(obstacles, session, record, in: &turn)
    }
    let name = session.configuration.identifier
    update(slot: slot, in: &turn) { record, turn in
      record.work.resumeLimiter.wake(at: turn.now)
      let event = PendingEvent(
        reason: .transfer,
        callback: .session(.handleEvents(session: name))
      )
      record.wake(for: event, on: device, in: &turn)
    }
    let launch = apps.process(inSlot: slot)?.launch
    transfers.updateSession(session.number) {
      if $0.connection != launch { $0.disconnect() }
      $0.wokenLaunch = launch
      $0.wantsEvent = false
      $0.wakeObstacles = []
    }
    lookAtSession(session.number, in: turn)
  }

  /// Says once what keeps an app from being woken; it is tried again when something changes.
  private mutating func deny(
    _ obstacles: [Condition],
    _ session: TransferSession,
    _ record: AppRecord,
    in turn: inout Turn
  ) {
    guard session.wakeObstacles != obstacles.map(\.reason) else { return }
    transfers.updateSession(session.number) { $0.wakeObstacles = obstacles.map(\.reason) }
    turn.record(
      .wake(.transfer),
      of: record.identifier,
      launch: record.process.launch,
      verdict: .waiting,
      because: obstacles
    )
  }
}

extension TransferSession {
  /// How long is waited after the first wake that an app did not live through, doubled after each.
  ///
  /// 1 min: our choice, the first step of the resume rate limiter.
  static let rewakeDelay = Duration.seconds(30)

  /// Whether its app is to be asked something.
  var hasQuestion: Bool {
    untold.contains {
      if case .question = $0 { true } else { false }
    }
  }
}

extension AppRecord {
  /// Whether a process runs code: it is neither gone, nor frozen or about to be.
  var runs: Bool { process.launch != nil && !process.isEnding && !process.isFrozenOrFreezing }

  /// Whether that process of the app would hear a callback now, without being woken.
  func hears(_ launch: LaunchIdentifier?) -> Bool {
    launch != nil && process.launch == launch && runs
  }
}
