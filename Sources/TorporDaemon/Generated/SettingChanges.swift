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
      automaticDownloads.map { .kept(.automaticDownloads($0)) },
      adoption.map { .kept(.adoption($0)) },
    ]
    return settings.compactMap { $0 }
  }

  /// What changes of an app, each by itself.
  var settingsOfApp: [AppSetting] {
    let settings: [AppSetting?] = [
      backgroundRefresh.map { .backgroundRefresh($0) },
      location.map { .location($0) },
      locationAccuracy.map { .locationAccuracy($0) },
      allowsNotifications.map { .allowsNotifications($0) },
      allowsMicrophone.map { .allowsMicrophone($0) },
      allowsBluetooth.map { .allowsBluetooth($0) },
      allowsAccessories.map { .allowsAccessories($0) },
      energyAllowanceJoules.map { .energyAllowanceJoules($0) },
      dataAllowanceBytes.map { .dataAllowanceBytes($0) },
      wifiOnly.map { .wifiOnly($0) },
      automaticDownloads.map { .automaticDownloads($0) },
    ]
    return settings.compactMap { $0 }
  }
}
