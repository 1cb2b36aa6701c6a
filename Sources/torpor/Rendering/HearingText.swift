import TorporModel
import TorporWire

/// What `torpor why` says about an app whose sound the daemon cannot detect.
enum HearingText {
  /// A line about a program that knows nothing of us and is off screen; none where it makes no difference.
  ///
  /// What plays there runs on only where the daemon hears it.
  static func section(
    about app: AppStatus,
    _ capabilities: [Capability],
    _ style: Style
  ) -> [String] {
    let parts = capabilities.filter { $0.name == "desktop" || $0.name == "desktop.audio" }
    guard !app.isCooperative, app.state == .suspended,
      !parts.contains(where: { $0.name == "desktop.audio" && $0.isAvailable }),
      let missing = parts.first(where: { !$0.isAvailable })
    else { return [] }
    let step = missing.name == "desktop" ? " Start `torpor-session` in the desktop's session." : ""
    return [
      "", style.paint("Sound", .heading),
      "  The daemon cannot detect whether it plays sound: \(missing.text).\(step)",
    ]
  }
}
