import TorporModel

extension Device {
  /// So much was used of the day from now on; what waits is looked at where that has
  /// used up an allowance, or made one free.
  mutating func note(_ use: DayUse, of app: AppIdentifier?, in turn: inout Turn) {
    let before = state.dayUse?.usedUpAllowances(of: app, on: state) ?? []
    state.dayUse = use
    let after = use.usedUpAllowances(of: app, on: state)
    guard after != before else { return }
    // The first is told last.
    turn.steps.append(.tell(.device(.conditionsActedOn), from: 0))
    turn.steps.append(.tell(.device(.conditionsChanged), from: 0))
    turn.steps.append(.tell(.device(.surroundingsChanged), from: 0))
  }

  /// The user has set an allowance, or has taken one back: what was used is added up before anything waits for it.
  mutating func allowancesChanged() {
    state.dayUse = services.consumption.dayUse(on: state)
  }
}

extension DayUse {
  /// Which allowances of the app are used up, and which of all apps; empty: none.
  fileprivate func usedUpAllowances(
    of app: AppIdentifier?,
    on device: DeviceState
  ) -> [[Reason]] {
    guard refillsAt > device.now else { return [] }
    var usedUp = [device.conditions.settings.allowances.usedUp(by: total)]
    if let app, let slot = device.apps.slot(of: app),
      let own = device.apps.read(slot: slot, { $0.settings.allowances })
    {
      usedUp.append(own.usedUp(by: self[app]))
    }
    return usedUp.allSatisfy(\.isEmpty) ? [] : usedUp
  }
}
