// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Every setting, in the order of the interface.
  package static let settings: [SettingRow] = [
    SettingRow(
      "backgroundRefresh",
      key: "backgroundRefresh",
      of: [.app, .device],
      .words(["on", "off", "wifi"])
    ),
    SettingRow(
      "location",
      key: "location",
      of: [.app],
      .words(["never", "whenInUse", "always", "notDetermined"])
    ),
    SettingRow(
      "locationAccuracy",
      key: "locationAccuracy",
      of: [.app],
      .words(["full", "reduced"])
    ),
    SettingRow(
      "allowsNotifications",
      key: "allowsNotifications",
      of: [.app],
      .flag
    ),
    SettingRow(
      "allowsMicrophone",
      key: "allowsMicrophone",
      of: [.app],
      .flag
    ),
    SettingRow(
      "allowsBluetooth",
      key: "allowsBluetooth",
      of: [.app],
      .flag
    ),
    SettingRow(
      "allowsAccessories",
      key: "allowsAccessories",
      of: [.app],
      .flag
    ),
    SettingRow(
      "lowPowerMode",
      key: "lowPowerMode",
      of: [.device],
      .flag
    ),
    SettingRow(
      "profile",
      key: "profile",
      of: [.device],
      .words(["ios3", "ios4", "ios6", "ios7", "ios8", "ios10", "ios13", "ios26", "linux"])
    ),
    SettingRow(
      "evictionOrder",
      key: "evictionOrder",
      of: [.device],
      .words(["largestFirst", "leastRecentlyUsedFirst", "leastLikelyUsedFirst"])
    ),
    SettingRow(
      "pageOutAfter",
      key: "pageOutMicroseconds",
      of: [.device],
      .time(zero: "never", limits: 0...604800000000)
    ),
    SettingRow(
      "sleepAgain",
      key: "sleepAgain",
      of: [.device],
      .flag
    ),
    SettingRow(
      "jobNotifications",
      key: "jobNotifications",
      of: [.device],
      .flag
    ),
    SettingRow(
      "automaticLowPowerMode",
      key: "automaticLowPowerMode",
      of: [.device],
      .flag
    ),
    SettingRow(
      "energyAllowance",
      key: "energyAllowanceJoules",
      of: [.app, .device],
      .energy(zero: "none", limits: 0...1000000)
    ),
    SettingRow(
      "dataAllowance",
      key: "dataAllowanceBytes",
      of: [.app, .device],
      .size(zero: "none", limits: 0...1000000000000)
    ),
    SettingRow(
      "wifiOnly",
      key: "wifiOnly",
      of: [.app, .device],
      .flag
    ),
    SettingRow(
      "automaticDownloads",
      key: "automaticDownloads",
      of: [.app, .device],
      .words(["on", "off", "wifi"])
    ),
    SettingRow(
      "adoption",
      key: "adoption",
      of: [.device],
      .flag
    ),
  ]
}

extension Control.GetSettings.Reply {
  /// All settings of an app.
  package init(_ settings: AppSettings) {
    self.init(
      backgroundRefresh: settings.backgroundRefresh,
      location: settings.location,
      locationAccuracy: settings.locationAccuracy,
      allowsNotifications: settings.allowsNotifications,
      allowsMicrophone: settings.allowsMicrophone,
      allowsBluetooth: settings.allowsBluetooth,
      allowsAccessories: settings.allowsAccessories,
      energyAllowanceJoules: settings.energyAllowanceJoules,
      dataAllowanceBytes: settings.dataAllowanceBytes,
      wifiOnly: settings.wifiOnly,
      automaticDownloads: settings.automaticDownloads
    )
  }

  /// All settings of the device.
  package init(_ held: HeldSettings, _ settings: DeviceSettings) {
    self.init(
      backgroundRefresh: held.backgroundRefresh,
      lowPowerMode: held.lowPowerMode,
      profile: held.profile,
      evictionOrder: held.evictionOrder,
      pageOutAfter: held.pageOutAfter,
      sleepAgain: settings.sleepAgain,
      jobNotifications: settings.jobNotifications,
      automaticLowPowerMode: settings.automaticLowPowerMode,
      energyAllowanceJoules: settings.energyAllowanceJoules,
      dataAllowanceBytes: settings.dataAllowanceBytes,
      wifiOnly: settings.wifiOnly,
      automaticDownloads: settings.automaticDownloads,
      adoption: settings.adoption
    )
  }
}

extension Control.ChangeSetting {
  /// All settings of an app.
  package init(app: String, _ settings: AppSettings) {
    self.init(
      app: app,
      backgroundRefresh: settings.backgroundRefresh,
      location: settings.location,
      locationAccuracy: settings.locationAccuracy,
      allowsNotifications: settings.allowsNotifications,
      allowsMicrophone: settings.allowsMicrophone,
      allowsBluetooth: settings.allowsBluetooth,
      allowsAccessories: settings.allowsAccessories,
      energyAllowanceJoules: settings.energyAllowanceJoules,
      dataAllowanceBytes: settings.dataAllowanceBytes,
      wifiOnly: settings.wifiOnly,
      automaticDownloads: settings.automaticDownloads
    )
  }

  /// All settings of the device.
  package init(_ held: HeldSettings, _ settings: DeviceSettings) {
    self.init(
      backgroundRefresh: held.backgroundRefresh,
      lowPowerMode: held.lowPowerMode,
      profile: held.profile,
      evictionOrder: held.evictionOrder,
      pageOutAfter: held.pageOutAfter,
      sleepAgain: settings.sleepAgain,
      jobNotifications: settings.jobNotifications,
      automaticLowPowerMode: settings.automaticLowPowerMode,
      energyAllowanceJoules: settings.energyAllowanceJoules,
      dataAllowanceBytes: settings.dataAllowanceBytes,
      wifiOnly: settings.wifiOnly,
      automaticDownloads: settings.automaticDownloads,
      adoption: settings.adoption
    )
  }
}

extension Control.ChangeSetting {
  /// The settings of an app after the change.
  package func applied(to settings: AppSettings) -> AppSettings {
    AppSettings(
      backgroundRefresh: backgroundRefresh ?? settings.backgroundRefresh,
      location: location ?? settings.location,
      locationAccuracy: locationAccuracy ?? settings.locationAccuracy,
      allowsNotifications: allowsNotifications ?? settings.allowsNotifications,
      allowsMicrophone: allowsMicrophone ?? settings.allowsMicrophone,
      allowsBluetooth: allowsBluetooth ?? settings.allowsBluetooth,
      allowsAccessories: allowsAccessories ?? settings.allowsAccessories,
      energyAllowanceJoules: energyAllowanceJoules ?? settings.energyAllowanceJoules,
      dataAllowanceBytes: dataAllowanceBytes ?? settings.dataAllowanceBytes,
      wifiOnly: wifiOnly ?? settings.wifiOnly,
      automaticDownloads: automaticDownloads ?? settings.automaticDownloads
    )
  }
}
