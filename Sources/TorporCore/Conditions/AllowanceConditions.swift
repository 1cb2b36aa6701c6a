import TorporModel

extension ConditionContext {
  /// The word of the condition that is about all apps together.
  static let allApps = "all apps"
  /// The word of the condition on a network where the user wants Wi-Fi or a cable.
  static let wifiOnly = "wifiOnly"

  /// What the user asks of work that can wait: nothing, where no allowance is set.
  ///
  /// `app` and `settings`: whose the work is; `nil`: no app's, so that only what is set for all counts.
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

  /// Energy costs no battery on external power (§13.2 factor 6).
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

  /// A day that has passed leaves nothing used.
  private var today: DayUse? { dayUse.flatMap { $0.refillsAt > now ? $0 : nil } }
  private func usedToday(by app: AppIdentifier) -> DayUse.Sum { today?[app] ?? DayUse.Sum() }
  private var usedToday: DayUse.Sum { today?.total ?? DayUse.Sum() }
}
