package import TorporCore
import TorporModel
package import TorporWire

extension Control.ChangeSetting {
  /// What it changes of the device, each by itself, as a daemon takes it.
  package var deviceSettings: [Setting] { settingsOfDevice }
}
