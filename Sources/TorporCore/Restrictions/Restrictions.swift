package import TorporModel

/// Settings that an administrator has fixed by a file (decision 0054).
package struct Restrictions: Hashable, Sendable, Saved {
  /// Where they stand, for those whose change is refused.
  package let file: String
  package let device: [Setting]
  /// Of all apps; what is fixed of one app counts before it.
  package let allApps: [AppSetting]
  /// By identifier, each once.
  package let apps: [OfApp]

  /// Those of one app, which need not be installed.
  package struct OfApp: Hashable, Sendable, Saved {
    package let app: AppIdentifier
    package let settings: [AppSetting]

    package init(app: AppIdentifier, settings: [AppSetting]) {
      self.app = app
      self.settings = settings
    }
  }

  /// Takes each setting once: those of one app may come in several parts.
  package init(file: String, device: [Setting], allApps: [AppSetting] = [], apps: [OfApp] = []) {
    self.file = file
    self.device = device
    self.allApps = allApps
    var byApp: [AppIdentifier: [AppSetting]] = [:]
    for part in apps { byApp[part.app, default: []] += part.settings }
    self.apps = byApp.keys.sorted().map { OfApp(app: $0, settings: byApp[$0] ?? []) }
  }

  /// What is fixed of an app, each setting once.
  func settings(of app: AppIdentifier) -> [AppSetting] {
    // The process of a job is no app that a user has settings of.
    guard !app.text.hasPrefix(JobRecord.appPrefix) else { return [] }
    let own = ofApp(app)
    guard !own.isEmpty else { return allApps }
    return allApps.filter { general in !own.contains { $0.name == general.name } } + own
  }

  private func ofApp(_ app: AppIdentifier) -> [AppSetting] {
    var (low, high) = (0, apps.count)
    while low < high {
      let middle = (low + high) / 2
      if apps[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low < apps.count && apps[low].app == app ? apps[low].settings : []
  }

  /// What a change of an app's settings would move; empty: nothing.
  func forbidden(_ settings: AppSettings, of app: AppIdentifier) -> [String] {
    self.settings(of: app).filter { settings.value(of: $0) != $0 }.map(\.name)
  }

  /// Whether it is fixed how exactly an app knows where the device is.
  func fixesAccuracy(of app: AppIdentifier) -> Bool {
    settings(of: app).contains { if case .locationAccuracy = $0 { true } else { false } }
  }

  /// The value that the device's setting is fixed at; `nil`: it is not.
  func fixed(_ setting: Setting) -> Setting? { device.first { $0.name == setting.name } }
}

/// What the user has set of an app where an administrator has fixed something else.
package struct OwnSettings: Hashable, Sendable, Saved {
  package internal(set) var settings: [AppSetting]
  /// What of it the user has not decided.
  package internal(set) var undecided: [Permission]

  mutating func keep(_ setting: AppSetting) {
    settings.removeAll { $0.name == setting.name }
    settings.append(setting)
  }
}

extension AppSetting {
  /// What it decides about; `nil`: it is no permission.
  var permission: Permission? {
    switch self {
    case .location: .location
    case .allowsMicrophone: .microphone
    case .allowsNotifications: .notifications
    case .allowsBluetooth: .bluetooth
    case .allowsAccessories: .accessories
    case .backgroundRefresh, .locationAccuracy, .energyAllowanceJoules, .dataAllowanceBytes,
      .wifiOnly, .automaticDownloads:
      nil
    }
  }
}

extension DeviceState {
  /// Whether an administrator has decided about a permission of an app.
  func isFixed(_ permission: Permission, of app: AppIdentifier) -> Bool {
    conditions.restrictions?.settings(of: app).contains { $0.permission == permission } ?? false
  }
}
