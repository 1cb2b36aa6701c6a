import TorporModel

extension Device {
  /// So much was used of the day from now on; what waits is looked at where that has
  /// used up an allowance, or made one free.
  mutating func note(_ use: DayUse, of app: AppIdentifier?, in turn: inout Turn) {
    let before = usedUpAllowances(of: app)
    state.dayUse = use
    let after = usedUpAllowances(of: app)
    guard after != before else { return }
    // The first is told last.
    turn.steps.append(.tell(.device(.conditionsActedOn), from: 0))
    turn.steps.append(.tell(.device(.conditionsChanged), from: 0))
    turn.steps.append(.tell(.device(.surroundingsChanged), from: 0))
  }

  /// Which allowances of the app are used up, and which of all apps.
  private func usedUpAllowances(of app: AppIdentifier?) -> [[Reason]] {
    guard let use = state.dayUse, use.refillsAt > now else { return [] }
    var usedUp = [conditions.settings.allowances.usedUp(by: use.total)]
    if let app, let slot = apps.slot(of: app),
      let own = apps.read(slot: slot, { $0.settings.allowances })
    {
      usedUp.append(own.usedUp(by: use[app]))
    }
    return usedUp.allSatisfy(\.isEmpty) ? [] : usedUp
  }

  /// The user has set an allowance, or has taken one back: what was used is added up before anything waits for it.
  mutating func allowancesChanged() {
    state.dayUse = services.consumption.dayUse(on: state)
  }
}
