import TorporModel

// What transfers wait for.

extension TransferService {
  /// Every condition for a transfer to begin an attempt, as it stands now.
  func conditions(
    of record: TransferRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  )
    -> [Condition]
  {
    var asked: [Condition] = []
    switch record.phase {
    case .gated(let until, let gate):
      asked.append(Condition(gate.reason, holds: until <= conditionContext.now, until: until))
    case .asking: asked.append(Condition(.awaitsAnswer, holds: false))
    case .suspended: asked.append(Condition(.suspendedByOwner, holds: false))
    case .ready:
      if let backoff = table.backoff(of: record), backoff.until > conditionContext.now {
        asked.append(Condition(.retryInterval, holds: false, until: backoff.until))
      }
    case .running, .over: break
    }
    guard let session = table.session(record.session) else { return asked }
    if !record.staysOnMachine { asked.append(conditionContext.network(record.network)) }
    if case .app(let app) = session.owner, let app = device.apps[app] {
      asked += conditions(of: record, of: app, on: conditionContext, device)
    }
    if record.isDiscretionary {
      asked += conditionContext.goodConditions(relaxedAt: record.relaxedAt)
      asked.append(conditionContext.thermal())
    }
    asked += allowances(of: record, in: session, on: conditionContext, device)
    if let automatic = automaticDownloads(of: record, in: session, on: conditionContext, device) {
      asked.append(automatic)
    }
    if let room = room(for: record, in: session) {
      asked.append(conditionContext.storage(atLeast: room))
    }
    return asked
  }

  /// What an app's transfer asks beyond the network: nothing while the user looks at the app, else
  /// the factors of §13.2 that US22 names.
  private func conditions(
    of record: TransferRecord,
    of app: AppRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> [Condition] {
    let waits = RelaunchRule.row(.transfer, in: device.profile)[.restartLocked].stops(
      on: conditionContext
    )
    var asked = waits ? [conditionContext.firstUnlock] : []
    guard !app.process.isOnScreen, !record.isDiscretionary else { return asked }
    asked.append(conditionContext.battery())
    asked.append(conditionContext.refreshSwitch(app.settings.backgroundRefresh))
    // What has begun goes on; Low Power Mode only begins nothing new (§10 pauses discretionary ones).
    if record.attempts == 0 { asked.append(conditionContext.lowPowerMode) }
    return asked
  }

  /// What a transfer that runs must still have; the rest only keeps it from beginning.
  func conditionsToGoOn(
    of record: TransferRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> [Condition] {
    guard let session = table.session(record.session) else { return [] }
    var asked = switchConditions(of: record, in: session, on: conditionContext, device)
    asked += record.staysOnMachine ? [] : [conditionContext.network(record.network)]
    if record.isDiscretionary {
      asked += conditionContext.goodConditions(relaxedAt: record.relaxedAt)
      asked.append(conditionContext.thermal())
    }
    if let wifi = automaticDownloadsToGoOn(of: record, in: session, on: conditionContext, device) {
      asked.append(wifi)
    }
    return asked
  }

  /// What a discretionary transfer asks of the user's allowances to begin an attempt (§13.2: its budgets); without a
  /// network, only of energy.
  ///
  /// One that runs is not stopped: not every server lets it continue from where it was.
  private func allowances(
    of record: TransferRecord,
    in session: TransferSession,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> [Condition] {
    guard record.isDiscretionary else { return [] }
    let app = session.app.flatMap { device.apps[$0] }
    // Nothing of what the user looks at waits for them.
    if app?.process.isOnScreen == true { return [] }
    return conditionContext.allowances(
      of: session.app,
      app?.settings,
      usesNetwork: !record.staysOnMachine
    )
  }

  /// What the user asks of a download that its app has begun off screen, to begin an attempt: where it is off, nothing
  /// once they have opened the app since.
  private func automaticDownloads(
    of record: TransferRecord,
    in session: TransferSession,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> Condition? {
    guard record.isAutomatic, let app = session.app.flatMap({ device.apps[$0] }) else { return nil }
    let lastOnScreen = app.usage.lastOnScreen ?? .zero
    return conditionContext.automaticDownloads(
      app.settings.automaticDownloads,
      isKnown: app.process.isOnScreen || lastOnScreen > record.submittedAt,
      usesNetwork: !record.staysOnMachine
    )
  }

  /// What the user asks of one that runs: its network.
  ///
  /// Off stops none: not every server lets it continue from where it was, and a lost network has ended its connection.
  func automaticDownloadsToGoOn(
    of record: TransferRecord,
    in session: TransferSession,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> Condition? {
    guard record.isAutomatic, let app = session.app.flatMap({ device.apps[$0] }) else { return nil }
    return conditionContext.automaticDownloads(
      app.settings.automaticDownloads,
      isKnown: true,
      usesNetwork: !record.staysOnMachine
    )
  }

  /// Off screen the refresh switch must allow what is not discretionary; one that is off ends it, one
  /// that asks for Wi-Fi makes it wait.
  private func switchConditions(
    of record: TransferRecord,
    in session: TransferSession,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> [Condition] {
    guard !record.isDiscretionary, !record.isIssue,
      let app = session.app.flatMap({ device.apps[$0] }),
      !app.actsOnScreen
    else { return [] }
    return [conditionContext.refreshSwitch(app.settings.backgroundRefresh)]
  }

  /// What must be free of the disk of the state folder, in bytes; `nil`: that disk is not asked.
  ///
  /// Apps' files come there. A user's come anywhere, and an upload needs no room: the service looks at the
  /// disk that is meant, with what is to stay free of it.
  func room(for record: TransferRecord, in session: TransferSession) -> Int64? {
    guard record.direction == .download, session.app != nil else { return nil }
    let missing = record.expectedBytes - record.bytes
    return missing > 0 ? missing : nil
  }
}

extension TransferRecord.Gate {
  /// What the ledger calls the wait.
  var reason: Reason {
    switch self {
    case .beginDate: .notBefore
    case .rateLimiter: .rateLimit
    case .retry: .retryInterval
    case .storage: .storage
    }
  }
}
