import TorporModel

// The conditions of one app's background work.

extension AppRecord {
  /// Returns every condition of work of the kind, in its present state.
  func conditions(
    of policy: WorkPolicy,
    notBefore earliest: Instant,
    lastRunAt: Instant?,
    on device: ConditionContext
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
    if policy.reason.allowanceRule == .waits {
      asked += device.allowances(of: identifier, settings, usesNetwork: policy.network != .none)
    }
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
}

extension WorkPolicy {
  /// Returns the conditions that running work of the kind still needs; an unmet one ends it early (BX4, BX7).
  func conditionsToKeepRunning(on device: ConditionContext) -> [Condition] {
    var asked: [Condition] = []
    if idle != nil { asked.append(device.untouched) }
    if needsExternalPower { asked.append(device.externalPower) }
    if network != .none, idle != nil { asked.append(device.network(network)) }
    asked.append(device.thermal())
    return asked
  }
}
