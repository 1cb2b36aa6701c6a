import TorporModel

extension ConditionContext {
  /// The word of the condition where the user asks for Wi-Fi or a cable.
  static let onWifi = "wifi"

  /// Whether the device's switch and the app's own let something be downloaded of which the user does not know; `nil`:
  /// nothing is asked.
  func automaticDownloads(_ appSwitch: AutomaticDownloads, usesNetwork: Bool) -> Condition? {
    let switches = [conditions.settings.automaticDownloads, appSwitch]
    if switches.contains(.off) { return Condition(.automaticDownloadsOff, holds: false) }
    guard usesNetwork, switches.contains(.wifi) else { return nil }
    let link = conditions.network.value?.link
    return Condition(
      .automaticDownloadsOff,
      holds: link == .wifi || link == .wired,
      since: conditions.network.since,
      subject: Self.onWifi
    )
  }
}
