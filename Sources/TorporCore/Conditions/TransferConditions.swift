import TorporModel

extension ConditionContext {
  /// Whether there is a network over which the transfer may go; one that it may not use makes it wait
  /// (US21).
  func network(_ allowed: TransferNetwork) -> Condition {
    let known = conditions.network
    guard let network = known.value, network.link != .none else {
      return Condition(.network, holds: false, since: known.since)
    }
    let lacks: String? =
      if network.link == .cellular, !allowed.allowsCellular {
        "notCellular"
      } else if network.isMetered, !allowed.allowsExpensive {
        NetworkNeed.unmetered.rawValue
      } else if network.isConstrained, !allowed.allowsConstrained {
        NetworkNeed.unconstrained.rawValue
      } else {
        nil
      }
    return Condition(.network, holds: lacks == nil, since: known.since, subject: lacks)
  }

  /// Whether conditions are good for what can as well wait: a free network, external power, and no Low
  /// Power Mode (US10; §10: Low Power Mode pauses discretionary transfers).
  ///
  /// Answers with the sum of them first, then with each; from `relaxedAt` on power is not asked for.
  func goodConditions(relaxedAt: Instant) -> [Condition] {
    let isRelaxed = relaxedAt <= now
    let isPaused = RelaunchRule.row(.transfer, in: profile)[.lowPower] == .waitsIfDiscretionary
    let parts =
      [network(.unmetered)] + (isPaused ? [lowPowerMode] : []) + (isRelaxed ? [] : [externalPower])
    let holds = parts.allSatisfy(\.holds)
    let sum = Condition(.conditions, holds: holds, until: holds || isRelaxed ? nil : relaxedAt)
    return [sum] + parts
  }
}
