import TorporModel

extension ConditionContext {
  /// The subject of a condition about all apps together.
  static let allApps = "all apps"
  /// The subject of a condition on a network if the user wants Wi-Fi or a cable.
  static let wifiOnly = "wifiOnly"

  /// Returns the allowance conditions of work that can wait: empty if no allowance is set.
  ///
  /// `app` and `settings`: the app that the work belongs to; `nil`: none, so that only the allowances
  /// for all apps apply.
  func allowances(
    of app: AppIdentifier?,
    _ settings: AppSettings?,
    usesNetwork: Bool
  ) -> [Condition] {
    let common = conditions.settings
    var asked: [Condition] = []
    if usesNetwork, common.wifiOnly || settings?.wifiOnly == true { asked.append(wifi) }
    for (allowances, sum, subject) in [
      (settings?.allowances, app.map(usedToday), nil),
      (common.allowances, usedToday, Self.allApps),
    ] {
      guard let allowances, !allowances.areNone, let sum else { continue }
      if usesNetwork, let use = allowances.dataUse(sum) {
        asked.append(allowance(.dataAllowance, use, subject))
      }
      if let use = allowances.energyUse(sum) {
        asked.append(allowance(.energyAllowance, use, subject))
      }
    }
    return asked
  }

  /// Returns the condition on one allowance; energy does not use the battery on external power (§13.2 factor 6).
  private func allowance(_ reason: Reason, _ use: AllowanceUse, _ subject: String?) -> Condition {
    let holds = !use.isUsedUp || reason == .energyAllowance && isOnExternalPower
    return Condition(
      reason,
      holds: holds,
      until: holds ? nil : dayUse?.refillsAt,
      subject: subject,
      allowance: use
    )
  }

  private var wifi: Condition {
    let link = conditions.network.value?.link
    return Condition(
      .network,
      holds: link == .wifi || link == .wired,
      since: conditions.network.since,
      subject: Self.wifiOnly
    )
  }

  /// The use of the present day; that of a day that has passed does not count.
  private var today: DayUse? { dayUse.flatMap { $0.refillsAt > now ? $0 : nil } }
  private func usedToday(by app: AppIdentifier) -> DayUse.Sum { today?[app] ?? DayUse.Sum() }
  private var usedToday: DayUse.Sum { today?.total ?? DayUse.Sum() }
}
