import TorporModel

extension ConditionContext {
  /// Returns whether the device's Background App Refresh switch and the app's own allow it to run.
  func refreshSwitch(_ appSwitch: BackgroundRefresh) -> Condition {
    let link = conditions.network.value?.link
    let isOnWifi = link == .wifi || link == .wired
    func allows(_ setting: BackgroundRefresh) -> Bool {
      setting == .on || (setting == .wifi && isOnWifi)
    }
    let isAllowed = allows(conditions.backgroundRefresh.value) && allows(appSwitch)
    return Condition(
      .backgroundRefreshOff,
      holds: isAllowed,
      since: appSwitch == .on ? conditions.backgroundRefresh.since : nil
    )
  }
}
