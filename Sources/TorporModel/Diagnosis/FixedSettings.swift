/// The settings that an administrator has fixed, by their names, and the file that contains them.
package struct FixedSettings: Hashable, Sendable {
  package var ofDevice: [String]
  package var ofApp: [String]
  package var file: String

  package init(ofDevice: [String], ofApp: [String], file: String) {
    self.ofDevice = ofDevice
    self.ofApp = ofApp
    self.file = file
  }
}

extension Evidence {
  /// Returns the same checks; each one that advises changing a setting has the file that fixes it.
  func withFixedSettings(_ checks: [Check]) -> [Check] {
    guard let fixed else { return checks }
    return checks.map { check in
      var check = check
      if check.finding == .found, isFixed(check, by: fixed) { check.fixedBy = fixed.file }
      return check
    }
  }

  /// Returns whether a switch that is an obstacle is fixed; other switches do not matter.
  private func isFixed(_ check: Check, by fixed: FixedSettings) -> Bool {
    let device = { (name: String) in fixed.ofDevice.contains(name) }
    let app = { (name: String) in fixed.ofApp.contains(name) }
    switch (check.cause, check.reason) {
    case (.refreshOffForDevice, _): return device("backgroundRefresh")
    case (.refreshOffForApp, _): return app("backgroundRefresh")
    case (.obstacle, .backgroundRefreshOff):
      // `wifi` is an obstacle only if neither switch is off.
      let inTheWay: BackgroundRefresh =
        [self.device.backgroundRefresh, settings.backgroundRefresh].contains(.off) ? .off : .wifi
      return self.device.backgroundRefresh == inTheWay && device("backgroundRefresh")
        || settings.backgroundRefresh == inTheWay && app("backgroundRefresh")
    case (.obstacle, .lowPowerMode): return device("lowPowerMode")
    case (.obstacle, .automaticDownloadsOff):
      let hold = AutomaticDownloadsHold(subject: check.subject)
      return hold?.isOfDevice == true && device("automaticDownloads")
        || hold?.isOfApp == true && app("automaticDownloads")
    case (.obstacle, .energyAllowance), (.obstacle, .dataAllowance):
      let name = check.reason?.rawValue ?? ""
      return check.subject == nil ? app(name) : device(name)
    case (.obstacle, .network):
      return check.subject == "wifiOnly"
        && (settings.wifiOnly ? app("wifiOnly") : device("wifiOnly"))
    default: return false
    }
  }
}
