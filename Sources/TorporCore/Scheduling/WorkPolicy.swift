package import TorporModel

/// The requirements of one kind of background work: a column of the seven factors (§13.2), as data.
package struct WorkPolicy: Hashable, Sendable {
  /// The row of the relaunch table that it also keeps to: mode, switcher, refresh switch, Low Power
  /// Mode, first unlock.
  package var reason: WakeReason
  /// Factor 1: the least battery off external power; `nil`: it does not ask.
  package var batteryPercentMin: Int? = ConditionContext.batteryGatePercent
  /// Factor 3: whether it runs only for apps that the user still opens.
  package var needsUse = true
  /// Factor 6: whether it is paid from the device's energy budget.
  package var isBudgeted = false
  /// Factor 7: how far apart its runs are for one app; `nil`: it does not matter.
  package var spacing: Duration?
  /// How long the device must not have been used; `nil`: it may be in use.
  package var idle: Duration?
  package var network: NetworkNeed = .none
  package var needsExternalPower = false
  package var protection: FileProtection = .completeUntilFirstUserAuthentication
  /// Whether it never runs while its app is on screen (BX12: before use, not during).
  package var avoidsOwnApp = true

  /// The least time between two launches of an app for a refresh or a fetch.
  ///
  /// 15 min (§17; [wwdc20-10063*]).
  package static let refreshSpacing = Duration.minutes(15)

  /// Short refreshes: all seven factors; content needs a network.
  package static let refresh = WorkPolicy(
    reason: .appRefresh,
    isBudgeted: true,
    spacing: refreshSpacing,
    network: .any
  )

  /// Legacy fetches: as refreshes.
  package static let fetch = WorkPolicy(
    reason: .backgroundFetch,
    isBudgeted: true,
    spacing: refreshSpacing,
    network: .any
  )

  /// Heavy work: use, switcher, refresh switch and rate limit, on an idle device (BX7).
  package static func processing(_ needs: TaskRequest.ProcessingNeeds) -> WorkPolicy {
    WorkPolicy(
      reason: .processing,
      spacing: refreshSpacing,
      idle: ConditionContext.idleBeforeProcessing,
      network: needs.network ? .any : .none,
      needsExternalPower: needs.externalPower
    )
  }

  /// What a kind of request asks; `nil` for continued work, which only needs a slot.
  package static func policy(for kind: TaskRequest.Kind) -> WorkPolicy? {
    switch kind {
    case .appRefresh: return .refresh
    case .processing(let needs): return .processing(needs)
    case .healthResearch(let needs, let protection):
      var policy = WorkPolicy.processing(needs)
      policy.protection = protection
      return policy
    case .continued: return nil
    }
  }
}
