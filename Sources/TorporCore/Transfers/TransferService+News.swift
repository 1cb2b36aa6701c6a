import TorporModel

// Delivery of session events to apps: at once if they run and have recreated the session, otherwise
// after a wake, or when they run by themselves.

extension TransferService {
  mutating func addNews(
    _ news: TransferSession.News,
    toSession number: UInt32,
    wantsEvent: Bool = true,
    _ device: DeviceState
  ) {
    table.updateSession(number) {
      $0.untold.append(news)
      if case .question = news { $0.questionCount += 1 }
      if wantsEvent {
        $0.wantsEvent = true
        $0.failedWakes = 0
        $0.wakeNotBefore = nil
      }
    }
    scheduleSessionReview(number, device)
  }

  mutating func look(
    atSession number: UInt32,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = table.session(number)?.app, let slot = device.apps.slot(of: app) else { return }
    cancelWhatTheSwitchForbids(app, slot: slot, device, &out)
    stopWhatNeedsWifi(ofSession: number, app: app, device, &out)
    noteLostProcess(ofSession: number, slot: slot, device)
    guard let session = table.session(number), let record = device.apps[slot: slot] else { return }
    guard !session.untold.isEmpty || session.wokenLaunch != nil else { return }
    if session.connection == nil, record.runs, firstIssue(of: session) != nil {
      // An app that was notified of an issue needs no session for its events.
      table.updateSession(number) { $0.connection = record.process.launch }
    }
    if record.hears(table.session(number)?.connection) {
      tell(number, of: app, &out)
    } else {
      wakeForEvents(session, record, device, &out)
    }
  }

  /// While background refresh is off, an app's transfers continue only as long as it is on screen
  /// (§11: reason 1); discretionary ones ignore the switch (§16).
  private mutating func cancelWhatTheSwitchForbids(
    _ app: AppIdentifier,
    slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard RelaunchRule.row(.transfer, in: device.profile).endsWith(.refreshOff),
      let record = device.apps[slot: slot], !record.actsOnScreen,
      device.conditions.backgroundRefresh.value == .off || record.settings.backgroundRefresh == .off
    else { return }
    cancelTransfers(of: app, because: .backgroundUpdatesDisabled, device, &out) {
      !$0.isDiscretionary && !$0.isIssue
    }
  }

  /// If automatic downloads require Wi-Fi or a cable, transfers running over another network wait for one of them.
  private mutating func stopWhatNeedsWifi(
    ofSession number: UInt32,
    app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let settings = device.apps[app]?.settings, let session = table.session(number),
      device.conditions.settings.automaticDownloads == .wifi || settings.automaticDownloads == .wifi
    else { return }
    let conditionContext = device.conditionContext
    for transfer in table.running.reversed() {
      guard let record = table[transfer], record.session == number,
        let wifi = automaticDownloadsToGoOn(
          of: record,
          in: session,
          on: conditionContext,
          device
        ), !wifi.holds
      else { continue }
      stop(record, device, &out)
      table.update(transfer, isFirst: true) { $0.phase = .ready }
    }
  }

  /// The process that was notified, or woken, may end before it has received everything.
  private mutating func noteLostProcess(
    ofSession number: UInt32,
    slot: Int,
    _ device: DeviceState
  ) {
    guard let session = table.session(number), let record = device.apps[slot: slot] else { return }
    let launch = record.process.isEnding ? nil : record.process.launch
    if session.wokenLaunch != nil, session.wokenLaunch == launch, session.connection == nil,
      record.process.isFrozenOrFreezing
    {
      // It was suspended again without recreating its session: the next news wakes it, not these again.
      table.updateSession(number) { $0.wokenLaunch = nil }
    }
    let hasLostListener =
      session.tellingCount > 0 && session.connection != nil && session.connection != launch
    let hasLostWoken = session.wokenLaunch != nil && session.wokenLaunch != launch
    var isAskedAgain = false
    if session.connection != nil, session.connection != launch {
      table.updateSession(number) { $0.disconnect() }
      isAskedAgain = askAgain(session)
    }
    guard hasLostListener || hasLostWoken || isAskedAgain else { return }
    let isItsOwnDoing = record.persistentState.lastExit?.reason.isOwnDoing ?? true
    let isWorthAWake = hasNewsToWakeFor(session) || isAskedAgain
    table.updateSession(number) {
      $0.wokenLaunch = nil
      $0.hasFinishedEvents = false
      if isItsOwnDoing { $0.failedWakes += 1 }
      $0.wantsEvent = isWorthAWake && $0.failedWakes < TransferSession.failedWakesMax
      $0.wakeNotBefore =
        device.now + TransferSession.rewakeDelay * (1 << max(0, $0.failedWakes - 1))
    }
  }

  /// Returns whether any pending news is a reason to run the app.
  private func hasNewsToWakeFor(_ session: TransferSession) -> Bool {
    session.untold.contains {
      guard case .over(let transfer) = $0 else { return true }
      return table[transfer]?.outcome?.isReasonToRun ?? true
    }
  }

  /// Repeats questions that were delivered and not answered: the process that received them has ended.
  private mutating func askAgain(_ session: TransferSession) -> Bool {
    var isAskedAgain = false
    for record in unfinished(inSession: session.number) {
      guard case .asking(let question) = record.phase,
        !session.untold.contains(.question(record.transfer, question))
      else { continue }
      isAskedAgain = true
      table.updateSession(session.number) {
        $0.untold.append(.question(record.transfer, question))
        $0.questionCount += 1
      }
    }
    return isAskedAgain
  }

  // MARK: Telling

  /// Sends pending news to a connected process, and finally the event that this was all.
  private mutating func tell(_ number: UInt32, of app: AppIdentifier, _ out: inout Outbox) {
    while let session = table.session(number), session.tellingCount < session.untold.count,
      session.tellingCount < TransferSession.tellingMax
    {
      let callbacks = callbacks(for: session.untold[session.tellingCount], of: session)
      table.updateSession(number) {
        // What answers itself has nothing to be returned from.
        if callbacks.isEmpty {
          if case .question = $0.untold.remove(at: $0.tellingCount) { $0.questionCount -= 1 }
        } else {
          $0.tellingCount += 1
        }
      }
      guard !callbacks.isEmpty else { continue }
      out.callLater(app, callbacks.map { .session($0) })
    }
    finishEvents(number, of: app, &out)
  }

  /// Notifies a woken process once that these were all.
  private mutating func finishEvents(
    _ number: UInt32,
    of app: AppIdentifier,
    _ out: inout Outbox
  ) {
    guard let session = table.session(number), session.tellingCount == session.untold.count,
      let woken = session.wokenLaunch, woken == session.connection, !session.hasFinishedEvents
    else { return noteHeardAll(number) }
    table.updateSession(number) { $0.hasFinishedEvents = true }
    let name = session.configuration.identifier
    out.callLater(app, .session(.didFinishEvents(session: name)))
    noteHeardAll(number)
  }

  /// No news is pending any more: the next one counts as new.
  private mutating func noteHeardAll(_ number: UInt32) {
    guard let session = table.session(number), session.untold.isEmpty else { return }
    table.updateSession(number) {
      $0.wantsEvent = false
      if $0.wokenLaunch == nil || $0.hasFinishedEvents { $0.wokenLaunch = nil }
      $0.hasFinishedEvents = false
      $0.failedWakes = 0
      $0.wakeNotBefore = nil
    }
  }

  /// Returns the callbacks for a piece of news; none for a question that was already answered.
  private func callbacks(
    for news: TransferSession.News,
    of session: TransferSession
  ) -> [SessionCallback] {
    let name = session.configuration.identifier
    switch news {
    case .over(let transfer):
      guard let record = table[transfer], let outcome = record.outcome else { return [] }
      if record.isIssue {
        return [.issueDownloaded(session: name, transfer: transfer, outcome: outcome)]
      }
      let done = SessionCallback.didComplete(session: name, transfer: transfer, outcome: outcome)
      guard outcome.error == nil, record.direction == .download, !record.isHandedOver else {
        return [done]
      }
      return [
        .didFinishDownloading(session: name, transfer: transfer, status: outcome.status), done,
      ]
    case .question(let transfer, let question):
      guard table[transfer]?.phase == .asking(question) else { return [] }
      switch question {
      case .challenge: return [.didReceiveChallenge(session: name, transfer: transfer)]
      case .delayedRequest: return [.willBeginDelayedRequest(session: name, transfer: transfer)]
      }
    case .invalid: return [.didBecomeInvalid(session: name)]
    }
  }

  /// Handles the app's return from a piece of news.
  mutating func heard(
    _ callback: SessionCallback,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot),
      let session = table.session(named: callback.session, of: .app(app))
    else { return }
    switch callback {
    case .handleEvents, .didFinishEvents: return
    case .didFinishDownloading(_, let transfer, _):
      table.update(transfer) { $0.isHandedOver = true }
      out.order(.transfer(.forget(transfer, owner: session.owner, removesFile: true)))
      return
    case .didComplete(_, let transfer, let outcome), .issueDownloaded(_, let transfer, let outcome):
      if outcome.error == nil, table[transfer]?.isHandedOver == false {
        out.order(.transfer(.forget(transfer, owner: session.owner, removesFile: true)))
      }
      table.remove(transfer)
      out.order(.transfer(.remove(transfer)))
      retell(.over(transfer), ofSession: session.number)
    case .didReceiveChallenge(_, let transfer):
      retell(.question(transfer, .challenge), ofSession: session.number)
    case .willBeginDelayedRequest(_, let transfer):
      retell(.question(transfer, .delayedRequest), ofSession: session.number)
    case .didBecomeInvalid: retell(.invalid, ofSession: session.number)
    }
    noteHeardAll(session.number)
    if let session = table.session(session.number), session.isInvalid, session.count == 0,
      session.untold.isEmpty
    {
      return table.removeSession(session.number)
    }
    scheduleSessionReview(session.number, device)
  }

  /// Removes a delivered piece of news; the next may follow.
  private mutating func retell(_ news: TransferSession.News, ofSession number: UInt32) {
    table.updateSession(number) { session in
      guard let index = session.untold.firstIndex(of: news) else { return }
      session.untold.remove(at: index)
      if case .question = news { session.questionCount -= 1 }
      if index < session.tellingCount { session.tellingCount -= 1 }
    }
  }

  // MARK: Waking

  /// Wakes or launches an app when all of a session is done, when it is asked something (US4), or when
  /// an issue is there.
  private mutating func wakeForEvents(
    _ session: TransferSession,
    _ record: AppRecord,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let issue = firstIssue(of: session)
    guard session.wantsEvent, session.wokenLaunch == nil, !session.untold.isEmpty,
      session.wakeNotBefore.map({ $0 <= device.now }) ?? true,
      issue != nil
        || (session.configuration.sendsLaunchEvents
          && (session.unfinishedCount == 0 || session.questionCount > 0)),
      !record.runs, !record.process.isEnding
    else { return }
    let event = PendingEvent(
      reason: issue == nil ? .transfer : .newsstand,
      callback: .session(
        issue ?? .handleEvents(session: session.configuration.identifier)
      )
    )
    let unmetConditions = record.unmetConditions(to: event.reason, on: device.conditionContext)
    guard unmetConditions.isEmpty else {
      return deny(unmetConditions, event.reason, session, record, &out)
    }
    if issue == nil {
      var limiter = record.work.resumeLimiter
      limiter.wake(at: device.now)
      out.keep(limiter, of: record.identifier)
    }
    out.wake(record.identifier, for: event)
    out.then(.noteWake(record.identifier, session: session.number, isIssue: issue != nil))
  }

  /// Keeps which process was woken, or launched, for the news of a session.
  mutating func noteWake(
    of app: AppIdentifier,
    session number: UInt32,
    isIssue: Bool,
    _ device: DeviceState
  ) {
    let launch = device.apps.process(of: app)?.launch
    table.updateSession(number) {
      if $0.connection != launch { $0.disconnect() }
      $0.wokenLaunch = launch
      $0.hasFinishedEvents = isIssue
      if isIssue {
        $0.connection = launch
        $0.tellingCount = 1
      }
      $0.wantsEvent = false
      $0.wakeObstacles = []
    }
    scheduleSessionReview(number, device)
  }

  /// The call for an issue that is the first thing to be told.
  private func firstIssue(of session: TransferSession) -> SessionCallback? {
    guard case .over(let transfer)? = session.untold.first, let record = table[transfer],
      record.isIssue, let outcome = record.outcome
    else { return nil }
    return .issueDownloaded(
      session: session.configuration.identifier,
      transfer: transfer,
      outcome: outcome
    )
  }

  /// Records once what prevents waking an app; it is tried again when something changes.
  private mutating func deny(
    _ unmetConditions: [Condition],
    _ reason: WakeReason,
    _ session: TransferSession,
    _ record: AppRecord,
    _ out: inout Outbox
  ) {
    guard session.wakeObstacles != unmetConditions.map(\.reason) else { return }
    table.updateSession(session.number) { $0.wakeObstacles = unmetConditions.map(\.reason) }
    out.record(
      .wake(reason),
      of: record.identifier,
      launch: record.process.launch,
      verdict: .waiting,
      because: unmetConditions
    )
  }
}

extension TransferSession {
  /// The wait after the first wake that an app did not survive, doubled after each.
  ///
  /// 1 min: our choice, the first step of the resume rate limiter.
  static let rewakeDelay = Duration.minutes(1)
}

extension ExitReason {
  /// Whether the process is to blame for its end; the user, the system and the machine are not.
  var isOwnDoing: Bool {
    switch self {
    case .code, .crash, .exit, .notStarted, .notInFolder, .unseen: true
    case .killedExternally, .jetsam, .outOfMemory, .forceQuit, .jobEnded, .exitsOnSuspend,
      .uninstall, .update,
      .reboot, .logout, .released:
      false
    }
  }
}

extension TransferOutcome {
  /// Returns whether an app is run for it: not for transfers that its user, or a switch, has cancelled.
  var isReasonToRun: Bool {
    switch cancellation {
    case .userForceQuit, .backgroundUpdatesDisabled: false
    case .insufficientResources, nil: true
    }
  }
}

extension AppRecord {
  /// Returns whether a process runs code: it has not ended, and is neither frozen nor about to be.
  var runs: Bool { process.launch != nil && !process.isEnding && !process.isFrozenOrFreezing }

  /// Whether that process of the app would hear a callback now, without being woken.
  func hears(_ launch: LaunchIdentifier?) -> Bool {
    launch != nil && process.launch == launch && runs
  }
}
