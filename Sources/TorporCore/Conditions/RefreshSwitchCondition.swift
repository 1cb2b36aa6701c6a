import TorporModel

extension Surroundings {
  /// Whether the device's Background App Refresh switch and the app's own let it run.
  func refreshSwitch(_ appSwitch: BackgroundRefresh) -> Condition {
    let isOnWifi = [.wifi, .wired].contains(conditions.network.value?.link)
    let isAllowed = [conditions.backgroundRefresh.value, appSwitch].allSatisfy {
      $0 == .on || ($0 == .wifi && isOnWifi)
    }
    return Condition(
      .backgroundRefreshOff,
      holds: isAllowed,
      since: appSwitch == .on ? conditions.backgroundRefresh.since : nil
    )
  }
}
