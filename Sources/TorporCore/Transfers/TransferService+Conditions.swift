import TorporModel

// The conditions of transfers.

extension TransferService {
  /// Returns every condition for a transfer to begin an attempt, in its present state.
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

  /// Returns the conditions of an app's transfer beyond the network: none while the app is on screen,
  /// otherwise the factors of §13.2 that US22 lists.
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
    // Transfers that have begun continue; Low Power Mode only prevents new ones (§10 pauses discretionary ones).
    if record.attempts == 0 { asked.append(conditionContext.lowPowerMode) }
    return asked
  }

  /// Returns the conditions that a running transfer still needs; the others only prevent its begin.
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

  /// Returns the allowance conditions for a discretionary transfer to begin an attempt (§13.2: its
  /// budgets); without a network, only that of energy.
  ///
  /// A running one is not stopped: not every server allows it to continue from where it was.
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

  /// Returns the user's condition for an attempt of a download that its app began off screen; if the
  /// switch is off, there is none once the user has opened the app.
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

  /// Returns the user's condition for a running one: its network.
  ///
  /// "Off" does not stop it: not every server allows it to continue from where it was; a lost network
  /// has ended its connection anyway.
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

  /// Returns the refresh switch's condition for non-discretionary transfers off screen; a switch that
  /// is off ends them, "Wi-Fi" makes them wait.
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

  /// Returns the required free space on the disk of the state folder, in bytes; `nil`: that disk does not matter.
  ///
  /// Apps' files are stored there. A user's can be stored anywhere, and an upload needs no space: the
  /// service checks the disk concerned, with its reserve.
  func room(for record: TransferRecord, in session: TransferSession) -> Int64? {
    guard record.direction == .download, session.app != nil else { return nil }
    let missing = record.expectedBytes - record.bytes
    return missing > 0 ? missing : nil
  }
}

extension TransferRecord.Gate {
  /// The ledger's reason for the wait.
  var reason: Reason {
    switch self {
    case .beginDate: .notBefore
    case .rateLimiter: .rateLimit
    case .retry: .retryInterval
    case .storage: .storage
    }
  }
}
