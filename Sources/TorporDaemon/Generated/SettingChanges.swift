// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

import TorporCore
import TorporModel
import TorporWire

extension Control.ChangeSetting {
  /// What changes of the device, each by itself.
  var settingsOfDevice: [Setting] {
    let settings: [Setting?] = [
      backgroundRefresh.map { .backgroundRefresh($0) },
      lowPowerMode.map { .lowPowerMode($0) },
      profile.map { .profile($0) },
      evictionOrder.map { .evictionOrder($0) },
      pageOutAfter.map { .pageOutAfter($0) },
      sleepAgain.map { .kept(.sleepAgain($0)) },
      jobNotifications.map { .kept(.jobNotifications($0)) },
      automaticLowPowerMode.map { .kept(.automaticLowPowerMode($0)) },
      energyAllowanceJoules.map { .kept(.energyAllowanceJoules($0)) },
      dataAllowanceBytes.map { .kept(.dataAllowanceBytes($0)) },
      wifiOnly.map { .kept(.wifiOnly($0)) },
    ]
    return settings.compactMap { $0 }
  }
}
