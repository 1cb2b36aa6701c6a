// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

/// A change of settings.
package enum Setting: Hashable, Sendable, Saved {
  /// All those of an app.
  case appSettings(app: AppIdentifier, settings: AppSettings)
  /// Whether apps are run in the background; `wifi`: only on Wi-Fi or a wired network.
  case backgroundRefresh(BackgroundRefresh)
  /// Whether the device saves power (Low Power Mode), until its battery is charged to 80%.
  case lowPowerMode(Bool)
  /// The version of iOS whose rules hold; `linux`: the current ones, with the screen of a
  /// desktop.
  case profile(ProfileName)
  // Saved: as memoryVictims, its name in earlier builds.
  /// Which suspended app is ended first when memory is short (decision 0014).
  case evictionOrder(EvictionOrder)
  /// How long an app is frozen before its memory is written to swap; `never`: it is not
  /// written.
  case pageOutAfter(Duration)
  /// One of those of the device that are kept together.
  case kept(KeptSetting)
}

extension Setting {
  /// Its name for people.
  package var name: String {
    switch self {
    case .appSettings: "appSettings"
    case .kept(let setting): setting.name
    case .backgroundRefresh: "backgroundRefresh"
    case .lowPowerMode: "lowPowerMode"
    case .profile: "profile"
    case .evictionOrder: "evictionOrder"
    case .pageOutAfter: "pageOutAfter"
    }
  }
}
