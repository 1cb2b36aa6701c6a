import TorporModel

extension ConditionContext {
  /// Returns whether there is a network that the transfer may use; otherwise it waits (US21).
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

  /// Returns whether conditions are good for work that can wait: a free network, external power, and
  /// no Low Power Mode (US10; §10: Low Power Mode pauses discretionary transfers).
  ///
  /// Returns the combined condition first, then each; from `relaxedAt` on, power is not required.
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
