package import TorporCore
package import TorporModel
package import TorporWire

extension Control.ChangeSetting {
  /// What it changes of the device, each by itself, as a daemon takes it.
  package var deviceSettings: [Setting] { settingsOfDevice }

  /// Why an administrator's file does not let it be changed on the device, of an app or of all; `nil`: it may be.
  package func restriction(on device: Device, of app: AppIdentifier?) -> Refusal? {
    guard let app else { return device.restriction(againstAny: settingsOfDevice) }
    return device.restriction(againstAny: settingsOfApp, of: app)
  }
}
