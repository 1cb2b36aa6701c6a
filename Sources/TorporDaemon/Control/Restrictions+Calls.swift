package import TorporCore
import TorporModel
package import TorporText
import TorporWire

extension Restrictions {
  /// What the administrator's file fixes; `nil`: nothing.
  package init?(_ file: RestrictionsFile, path: String) {
    guard !file.entries.isEmpty else { return nil }
    var device: [Setting] = []
    var allApps: [AppSetting] = []
    var apps: [OfApp] = []
    for entry in file.entries {
      switch entry.subject {
      case .device: device += entry.change.settingsOfDevice
      case .allApps: allApps += entry.change.settingsOfApp
      case .app(let app):
        apps.append(OfApp(app: app, settings: entry.change.settingsOfApp))
      }
    }
    self.init(file: path, device: device, allApps: allApps, apps: apps)
  }
}
