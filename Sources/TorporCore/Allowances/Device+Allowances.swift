import TorporModel

extension Device {
  /// Takes in the day's use; reviews waiting work if an allowance was used up or is available again.
  mutating func note(_ use: DayUse, of app: AppIdentifier?, in turn: inout Turn) {
    let before = state.dayUse?.usedUpAllowances(of: app, on: state) ?? []
    state.dayUse = use
    let after = use.usedUpAllowances(of: app, on: state)
    guard after != before else { return }
    // The first is reported last.
    turn.steps.append(.tell(.device(.conditionsActedOn), from: 0))
    turn.steps.append(.tell(.device(.conditionsChanged), from: 0))
    turn.steps.append(.tell(.device(.surroundingsChanged), from: 0))
  }

  /// Handles a set or removed allowance: the use is summed before any work waits for it.
  mutating func allowancesChanged() {
    state.dayUse = services.consumption.dayUse(on: state)
  }
}

extension DayUse {
  /// Returns the used-up allowances, of the app and of all apps; empty: none.
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
