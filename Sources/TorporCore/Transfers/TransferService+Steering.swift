import TorporModel

// Actions of owners on existing transfers: of apps on theirs, of users on all of theirs.

extension TransferService {
  mutating func perform(_ action: TransferAction, _ device: DeviceState, _ out: inout Outbox)
    -> Reply
  {
    switch action {
    case .start(let requests, let userID, let configuration):
      return start(requests, ofUser: userID, configuration, device, &out)
    case .pause(let transfer): return hold(transfer, device, &out)
    case .resume(let transfer): return letGo(transfer, device, &out)
    case .cancel(let transfer): return cancel(transfer, keepsPartial: false, device, &out)
    case .retry(let transfer): return retry(transfer, device, &out)
    case .remove(let transfer): return remove(transfer, device, &out)
    }
  }

  private mutating func start(
    _ requests: [TransferRequest],
    ofUser userID: UInt32,
    _ configuration: SessionConfiguration,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    let owner = TransferOwner.user(userID)
    if let refusal = queueLimit(of: owner, adding: requests.count) {
      return .refused(.transfer(refusal))
    }
    let session: TransferSession?
    if let known = table.sessions(of: owner).first(where: { $0.configuration == configuration }) {
      session = known
    } else {
      let number = table.addSession(configuration, of: owner)
      session = table.session(number)
    }
    guard let session else { return .refused(.transfer(.unknownSession(configuration.identifier))) }
    let first = add(requests, to: session, Beginning(), device, &out)
    return .transfersAccepted(first: first, count: requests.count)
  }

  /// Applies an action to an unfinished transfer of an app.
  mutating func onTransfer(
    _ transfer: TransferIdentifier,
    of app: AppIdentifier,
    _ change: (inout TransferService) -> Reply
  ) -> Reply {
    guard owner(of: transfer) == .app(app) else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    return change(&self)
  }

  mutating func cancel(
    _ transfer: TransferIdentifier,
    keepsPartial: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[transfer] else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    guard record.outcome == nil else { return .refused(.transfer(.transferIsOver(transfer))) }
    recordTransfer(
      .cancel(.transfer(transfer)),
      record,
      device,
      &out,
      because: [Condition(.userAction)]
    )
    end(
      record,
      TransferOutcome(at: device.now, error: .cancelled),
      device,
      &out,
      keepsPartial: keepsPartial
    )
    return .done
  }

  mutating func hold(_ transfer: TransferIdentifier, _ device: DeviceState, _ out: inout Outbox)
    -> Reply
  {
    guard let record = table[transfer] else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    guard record.outcome == nil else { return .refused(.transfer(.transferIsOver(transfer))) }
    // Its app was asked a question; the answer is awaited even if the transfer is paused.
    if case .asking = record.phase { return .done }
    stop(record, device, &out)
    table.update(transfer) {
      if case .gated(let until, let gate) = $0.phase {
        $0.heldGate = .init(until: until, gate: gate)
      }
      $0.phase = .suspended
    }
    due = device.now
    return .done
  }

  /// Resumes a transfer that its app paused; other waits are not shortened.
  mutating func resume(_ transfer: TransferIdentifier, _ device: DeviceState, _ out: inout Outbox)
    -> Reply
  {
    if let record = table[transfer], record.outcome == nil, record.phase != .suspended {
      return .done
    }
    return letGo(transfer, device, &out)
  }

  mutating func letGo(_ transfer: TransferIdentifier, _ device: DeviceState, _ out: inout Outbox)
    -> Reply
  {
    guard let record = table[transfer] else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    guard record.outcome == nil else { return .refused(.transfer(.transferIsOver(transfer))) }
    switch record.phase {
    case .suspended:
      table.update(transfer, isFirst: record.attempts > 0) {
        let held = $0.heldGate
        $0.heldGate = nil
        // It continues the wait from before the pause.
        if let held, held.until > device.now {
          $0.phase = .gated(until: held.until, held.gate)
        } else {
          $0.phase = .ready
        }
      }
    case .gated(_, .retry):
      table.update(transfer, isFirst: record.attempts > 0) { $0.phase = .ready }
    case .gated, .ready, .running, .asking, .over: break
    }
    due = device.now
    return .done
  }

  private mutating func retry(
    _ transfer: TransferIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[transfer], let session = table.session(record.session) else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    guard record.outcome != nil else {
      if case .gated(_, .retry) = record.phase { return letGo(transfer, device, &out) }
      return .refused(.transfer(.transferIsNotOver(transfer)))
    }
    // One that is complete has nothing to begin again.
    guard record.outcome?.error != nil, case .user = session.owner else {
      // Its app has been notified, or will be: only the app may restart it.
      return .refused(.transfer(.transferIsOver(transfer)))
    }
    table.update(transfer) {
      $0.deadline = device.now + session.configuration.resourceTimeout
      $0.fruitlessAttempts = 0
      $0.deaths = 0
      $0.challengeAnswers = 0
      $0.lastError = nil
      $0.phase = .ready
    }
    due = device.now
    return .done
  }

  private mutating func remove(
    _ transfer: TransferIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[transfer], let session = table.session(record.session) else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    guard record.outcome != nil, case .user(let userID) = session.owner else {
      return .refused(.transfer(.transferIsNotOver(transfer)))
    }
    table.forgetFinished(transfer, ofUser: userID)
    drop(record, device, &out)
    return .done
  }

  /// Handles an app's answer, or its cancellation of the transfer.
  mutating func answered(
    _ transfer: TransferIdentifier,
    _ question: TransferRecord.Question,
    givesUp: Bool,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = table[transfer], owner(of: transfer) == .app(app) else {
      return .refused(.transfer(.unknownTransfer(transfer)))
    }
    guard record.phase == .asking(question) else {
      return .refused(.transfer(.nothingAsked(transfer)))
    }
    if givesUp {
      let error: TransferError = question == .challenge ? .userCancelledAuthentication : .cancelled
      end(record, TransferOutcome(at: device.now, error: error), device, &out)
    } else {
      table.update(transfer, isFirst: true) {
        $0.phase = .ready
        if question == .challenge {
          $0.challengeAnswers = max($0.challengeAnswers, $0.challengeAnswers &+ 1)
        }
      }
      due = device.now
    }
    return .done
  }

  // MARK: All of an app's

  /// Cancels all unfinished transfers of an app; the app is notified when it runs again.
  mutating func cancelTransfers(
    of app: AppIdentifier,
    because reason: TransferCancellation,
    _ device: DeviceState,
    _ out: inout Outbox,
    where isMeant: (TransferRecord) -> Bool = { _ in true }
  ) {
    guard table.hasSessions(of: app) else { return }
    if reason == .userForceQuit, !device.profile.keepsSessionsOfForceQuitApps {
      return removeTransfers(of: app, &out)
    }
    let outcome = TransferOutcome(at: device.now, error: .cancelled, cancellation: reason)
    for session in table.sessions(of: .app(app)) {
      // Events of an app that the user has removed from the switcher never run it, not even after a restart.
      if reason == .userForceQuit {
        table.updateSession(session.number) { $0.wantsEvent = false }
      }
      for record in unfinished(inSession: session.number) where isMeant(record) {
        recordTransfer(
          .cancel(.transfer(record.transfer)),
          record,
          device,
          &out,
          because: [Condition(reason.reason)]
        )
        end(record, outcome, device, &out)
      }
    }
  }

  /// Removes the app's transfers, with everything that they fetched.
  mutating func removeTransfers(of app: AppIdentifier, _ out: inout Outbox) {
    for session in table.sessions(of: .app(app)) {
      for record in table.records(after: nil) where record.session == session.number {
        out.order(.transfer(.stop(record.transfer, owner: session.owner, discards: true)))
        table.remove(record.transfer)
        out.order(.transfer(.remove(record.transfer)))
      }
      table.removeSession(session.number)
    }
    table.backoffs.remove(owner: .app(app))
  }

  /// Returns the unfinished transfers of a session, by number.
  func unfinished(inSession number: UInt32) -> [TransferRecord] {
    guard let session = table.session(number), session.unfinishedCount > 0 else { return [] }
    return table.records.filter { $0.session == number && $0.outcome == nil }
  }
}

extension TransferCancellation {
  /// What the ledger calls it.
  var reason: Reason {
    switch self {
    case .userForceQuit: .forceQuit
    case .backgroundUpdatesDisabled: .backgroundRefreshOff
    case .insufficientResources: .storage
    }
  }
}
