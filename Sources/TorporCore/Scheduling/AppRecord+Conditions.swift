import TorporModel

// What one app's background work waits for.

extension AppRecord {
  /// Every condition that work of the kind has, as it stands now.
  func conditions(
    of policy: WorkPolicy,
    notBefore earliest: Instant,
    lastRunAt: Instant?,
    on device: Surroundings
  ) -> [Condition] {
    var asked = relaunchConditions(for: policy.reason, on: device)
    asked.append(device.notBefore(earliest))
    if let spacing = policy.spacing {
      asked.append(
        device.rateLimit(since: lastRunAt, spacing: spacing * work.cooperation.spacingFactor)
      )
    }
    if policy.avoidsOwnApp, process.isOnScreen {
      asked.append(Condition(.deviceInUse, holds: false, subject: manifest.name))
    }
    if let idle = policy.idle { asked.append(device.idle(for: idle)) }
    if let percent = policy.batteryPercentMin { asked.append(device.battery(atLeast: percent)) }
    if policy.needsExternalPower { asked.append(device.externalPower) }
    if policy.network != .none { asked.append(device.network(policy.network)) }
    if policy.needsUse { asked.append(device.usage(lastOnScreen: usage.lastOnScreen)) }
    if policy.isBudgeted { asked.append(device.energyBudget) }
    asked.append(device.thermal())
    asked.append(device.memory)
    asked.append(device.storage())
    switch policy.protection {
    case .complete, .completeUnlessOpen: asked.append(device.dataProtection(policy.protection))
    // The first unlock is in the relaunch table already.
    case .completeUntilFirstUserAuthentication, .none: break
    }
    return asked
  }

  /// What running work of the kind still needs; what does not hold ends it early (BX4, BX7).
  func conditionsToKeepRunning(
    of policy: WorkPolicy,
    on device: Surroundings
  ) -> [Condition] {
    var asked: [Condition] = []
    if policy.idle != nil { asked.append(device.untouched) }
    if policy.needsExternalPower { asked.append(device.externalPower) }
    if policy.network != .none, policy.idle != nil { asked.append(device.network(policy.network)) }
    asked.append(device.thermal())
    return asked
  }
}

extension AppRecord {
  /// A task of that identifier that is not complete, which the next one waits for.
  fileprivate func stillRunning(_ identifier: String) -> [Condition] {
    work.running.task(named: identifier).map {
      [Condition(.runningTask, holds: false, since: $0.startedAt, subject: identifier)]
    } ?? []
  }
}

extension Device {
  /// Every condition of a request, as it stands now.
  func conditions(
    of request: PendingRequest,
    of record: AppRecord,
    on device: Surroundings
  ) -> [Condition] {
    let handler = Condition(
      .notRegistered,
      holds: !record.process.hasFinishedLaunching
        || record.work.requests.hasHandler(for: request.identifier),
      subject: request.identifier
    )
    guard let policy = WorkPolicy.policy(for: request.request.kind) else {
      let isFree = Condition(.slotTaken, holds: hasSlot(for: request))
      return record.relaunchConditions(for: .continuedProcessing, on: device)
        + [handler, isFree] + record.stillRunning(request.identifier)
    }
    var asked = record.conditions(
      of: policy,
      notBefore: request.earliest,
      lastRunAt: record.work.lastRun(of: request.type),
      on: device
    )
    asked.append(handler)
    if request.type == .appRefresh { asked.append(dailyBudget(of: record, on: device)) }
    if request.type.isHeavy {
      asked.append(Condition(.slotTaken, holds: hasSlot(for: request)))
    }
    return asked + record.stillRunning(request.identifier)
  }

  /// Every condition of the app's fetch, as it stands now.
  func fetchConditions(of record: AppRecord, on device: Surroundings) -> [Condition] {
    record.conditions(
      of: .fetch,
      notBefore: record.work.fetch.earliest(lastOnScreen: record.usage.lastOnScreen),
      lastRunAt: record.work.lastRefreshAt,
      on: device
    ) + [dailyBudget(of: record, on: device)]
  }

  /// Whether the app has refreshes left on the user's day.
  private func dailyBudget(of record: AppRecord, on device: Surroundings) -> Condition {
    let local = LocalSecond(clock.localSecond(at: device.now))
    let budget = dailyBudget(of: record, day: local.day)
    guard record.work.dailyRuns.left(of: budget, day: local.day) == 0 else {
      return Condition(.budget)
    }
    let midnight = clock.instant(localSecond: (local.day + 1) * LocalSecond.secondsEachDay)
    return Condition(.budget, holds: false, until: max(midnight, device.now + .seconds(1)))
  }
}
