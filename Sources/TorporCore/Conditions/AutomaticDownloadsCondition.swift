import TorporModel

extension ConditionContext {
  /// Returns whether the device's switch and the app's own allow a download that the app began by
  /// itself; `nil`: there is no condition.
  ///
  /// "Off" requires that the user knows of it (`isKnown`); "Wi-Fi" requires the network, even if the user knows of it.
  func automaticDownloads(
    _ appSwitch: AutomaticDownloads,
    isKnown: Bool,
    usesNetwork: Bool
  ) -> Condition? {
    let common = conditions.settings.automaticDownloads
    if !isKnown, let hold = AutomaticDownloadsHold(.off, device: common, app: appSwitch) {
      return Condition(.automaticDownloadsOff, holds: false, subject: hold.rawValue)
    }
    guard usesNetwork, let hold = AutomaticDownloadsHold(.wifi, device: common, app: appSwitch)
    else { return nil }
    let link = conditions.network.value?.link
    return Condition(
      .automaticDownloadsOff,
      holds: link == .wifi || link == .wired,
      since: conditions.network.since,
      subject: hold.rawValue
    )
  }
}
