import TorporModel

extension ConditionContext {
  /// Whether the device's switch and the app's own let something be downloaded that the app has begun by itself;
  /// `nil`: nothing is asked.
  ///
  /// Off asks for the user to know of it (`isKnown`), and Wi-Fi for the network, whatever the user knows.
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
