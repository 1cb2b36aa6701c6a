// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

/// What the user allows one app.
@usableFromInline package struct AppSettings: Hashable, Sendable, Saved {
  /// Whether apps are run in the background; `wifi`: only on Wi-Fi or a wired network.
  @usableFromInline package var backgroundRefresh: BackgroundRefresh
  /// When the app may use the location of the device.
  @usableFromInline package var location: LocationAuthorization
  /// How accurately the app may locate the device; `reduced`: within about 5 km, at most every
  /// quarter of an hour.
  @usableFromInline package var locationAccuracy: LocationAccuracy
  /// Whether the app may show notifications.
  @usableFromInline package var allowsNotifications: Bool
  /// Whether the app may record sound.
  @usableFromInline package var allowsMicrophone: Bool
  /// Whether the app may use Bluetooth.
  @usableFromInline package var allowsBluetooth: Bool
  /// Whether the app may use accessories.
  @usableFromInline package var allowsAccessories: Bool
  /// How much energy may be used off screen in a day before background work waits for the next
  /// day; for an app: what it uses; for the device: what all apps use together.
  @usableFromInline package var energyAllowanceJoules: Int
  /// How much data may be moved over networks off screen in a day before background work waits
  /// for the next day; for an app: what it moves; for the device: what all apps move together
  /// (decision 0050).
  @usableFromInline package var dataAllowanceBytes: Int64
  /// Whether background work that needs a network waits for Wi-Fi or a wired network.
  @usableFromInline package var wifiOnly: Bool
  /// Whether downloads that an app starts off screen begin before the user opens it; `wifi`:
  /// only on Wi-Fi or a wired network (decision 0057).
  @usableFromInline package var automaticDownloads: AutomaticDownloads

  /// Makes the settings of an app that the user has not changed: everything is allowed.
  package init(
    backgroundRefresh: BackgroundRefresh = .on,
    location: LocationAuthorization = .always,
    locationAccuracy: LocationAccuracy = .full,
    allowsNotifications: Bool = true,
    allowsMicrophone: Bool = true,
    allowsBluetooth: Bool = true,
    allowsAccessories: Bool = true,
    energyAllowanceJoules: Int = 0,
    dataAllowanceBytes: Int64 = 0,
    wifiOnly: Bool = false,
    automaticDownloads: AutomaticDownloads = .on
  ) {
    self.backgroundRefresh = backgroundRefresh
    self.location = location
    self.locationAccuracy = locationAccuracy
    self.allowsNotifications = allowsNotifications
    self.allowsMicrophone = allowsMicrophone
    self.allowsBluetooth = allowsBluetooth
    self.allowsAccessories = allowsAccessories
    self.energyAllowanceJoules = energyAllowanceJoules
    self.dataAllowanceBytes = dataAllowanceBytes
    self.wifiOnly = wifiOnly
    self.automaticDownloads = automaticDownloads
  }
}

extension AppSettings {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if allowsAccessories != true {
      writer.key("allowsAccessories")
      allowsAccessories.write(to: &writer)
    }
    if allowsBluetooth != true {
      writer.key("allowsBluetooth")
      allowsBluetooth.write(to: &writer)
    }
    writer.key("allowsMicrophone")
    allowsMicrophone.write(to: &writer)
    writer.key("allowsNotifications")
    allowsNotifications.write(to: &writer)
    if automaticDownloads != .on {
      writer.key("automaticDownloads")
      automaticDownloads.write(to: &writer)
    }
    writer.key("backgroundRefresh")
    backgroundRefresh.write(to: &writer)
    if dataAllowanceBytes != 0 {
      writer.key("dataAllowanceBytes")
      dataAllowanceBytes.write(to: &writer)
    }
    if energyAllowanceJoules != 0 {
      writer.key("energyAllowanceJoules")
      energyAllowanceJoules.write(to: &writer)
    }
    writer.key("location")
    location.write(to: &writer)
    writer.key("locationAccuracy")
    locationAccuracy.write(to: &writer)
    if wifiOnly != false {
      writer.key("wifiOnly")
      wifiOnly.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "allowsAccessories": allowsAccessories = try Bool(from: &reader)
      case "allowsBluetooth": allowsBluetooth = try Bool(from: &reader)
      case "allowsMicrophone": allowsMicrophone = try Bool(from: &reader)
      case "allowsNotifications": allowsNotifications = try Bool(from: &reader)
      case "automaticDownloads": automaticDownloads = try AutomaticDownloads(from: &reader)
      case "backgroundRefresh": backgroundRefresh = try BackgroundRefresh(from: &reader)
      case "dataAllowanceBytes": dataAllowanceBytes = try Int64(from: &reader)
      case "energyAllowanceJoules": energyAllowanceJoules = try Int(from: &reader)
      case "location": location = try LocationAuthorization(from: &reader)
      case "locationAccuracy": locationAccuracy = try LocationAccuracy(from: &reader)
      case "wifiOnly": wifiOnly = try Bool(from: &reader)
      default: throw reader.unknownMember(key)
      }
    }
  }
}

/// The settings of the device that are kept together; `HeldSettings` are the others.
@usableFromInline package struct DeviceSettings: Hashable, Sendable, Saved {
  /// Whether a machine that was woken from suspend for a notification or a job sleeps again
  /// afterwards.
  @usableFromInline package var sleepAgain: Bool
  /// Whether users are notified on their desktops when one of their jobs has failed
  /// permanently.
  @usableFromInline package var jobNotifications: Bool
  /// Whether Low Power Mode is turned on automatically on battery: at 20%, and again at 10%.
  @usableFromInline package var automaticLowPowerMode: Bool
  /// How much energy may be used off screen in a day before background work waits for the next
  /// day; for an app: what it uses; for the device: what all apps use together.
  @usableFromInline package var energyAllowanceJoules: Int
  /// How much data may be moved over networks off screen in a day before background work waits
  /// for the next day; for an app: what it moves; for the device: what all apps move together
  /// (decision 0050).
  @usableFromInline package var dataAllowanceBytes: Int64
  /// Whether background work that needs a network waits for Wi-Fi or a wired network.
  @usableFromInline package var wifiOnly: Bool
  /// Whether downloads that an app starts off screen begin before the user opens it; `wifi`:
  /// only on Wi-Fi or a wired network (decision 0057).
  @usableFromInline package var automaticDownloads: AutomaticDownloads
  /// Whether apps started by the desktop are adopted: frozen and thawed in their own groups
  /// (decision 0066).
  @usableFromInline package var adoption: Bool

  /// Makes the settings of a device that the user has not changed.
  package init(
    sleepAgain: Bool = false,
    jobNotifications: Bool = true,
    automaticLowPowerMode: Bool = false,
    energyAllowanceJoules: Int = 0,
    dataAllowanceBytes: Int64 = 0,
    wifiOnly: Bool = false,
    automaticDownloads: AutomaticDownloads = .on,
    adoption: Bool = false
  ) {
    self.sleepAgain = sleepAgain
    self.jobNotifications = jobNotifications
    self.automaticLowPowerMode = automaticLowPowerMode
    self.energyAllowanceJoules = energyAllowanceJoules
    self.dataAllowanceBytes = dataAllowanceBytes
    self.wifiOnly = wifiOnly
    self.automaticDownloads = automaticDownloads
    self.adoption = adoption
  }
}

extension DeviceSettings {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if adoption != false {
      writer.key("adoption")
      adoption.write(to: &writer)
    }
    if automaticDownloads != .on {
      writer.key("automaticDownloads")
      automaticDownloads.write(to: &writer)
    }
    if automaticLowPowerMode != false {
      writer.key("automaticLowPowerMode")
      automaticLowPowerMode.write(to: &writer)
    }
    if dataAllowanceBytes != 0 {
      writer.key("dataAllowanceBytes")
      dataAllowanceBytes.write(to: &writer)
    }
    if energyAllowanceJoules != 0 {
      writer.key("energyAllowanceJoules")
      energyAllowanceJoules.write(to: &writer)
    }
    if jobNotifications != true {
      writer.key("jobNotifications")
      jobNotifications.write(to: &writer)
    }
    if sleepAgain != false {
      writer.key("sleepAgain")
      sleepAgain.write(to: &writer)
    }
    if wifiOnly != false {
      writer.key("wifiOnly")
      wifiOnly.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "adoption": adoption = try Bool(from: &reader)
      case "automaticDownloads": automaticDownloads = try AutomaticDownloads(from: &reader)
      case "automaticLowPowerMode": automaticLowPowerMode = try Bool(from: &reader)
      case "dataAllowanceBytes": dataAllowanceBytes = try Int64(from: &reader)
      case "energyAllowanceJoules": energyAllowanceJoules = try Int(from: &reader)
      case "jobNotifications": jobNotifications = try Bool(from: &reader)
      case "sleepAgain": sleepAgain = try Bool(from: &reader)
      case "wifiOnly": wifiOnly = try Bool(from: &reader)
      default: throw reader.unknownMember(key)
      }
    }
  }
}

/// The settings of the device that the policy has among what else it knows of them.
@usableFromInline package struct HeldSettings: Hashable, Sendable {
  /// Whether apps are run in the background; `wifi`: only on Wi-Fi or a wired network.
  @usableFromInline package var backgroundRefresh: BackgroundRefresh
  /// Whether the device saves power (Low Power Mode), until its battery is charged to 80%.
  @usableFromInline package var lowPowerMode: Bool
  /// The version of iOS whose rules hold; `linux`: the current ones, with the screen of a
  /// desktop.
  @usableFromInline package var profile: ProfileName
  /// Which suspended app is ended first when memory is short (decision 0014).
  @usableFromInline package var evictionOrder: EvictionOrder
  /// How long an app is frozen before its memory is written to swap; `never`: it is not
  /// written.
  @usableFromInline package var pageOutAfter: Duration

  package init(
    backgroundRefresh: BackgroundRefresh,
    lowPowerMode: Bool,
    profile: ProfileName,
    evictionOrder: EvictionOrder,
    pageOutAfter: Duration
  ) {
    self.backgroundRefresh = backgroundRefresh
    self.lowPowerMode = lowPowerMode
    self.profile = profile
    self.evictionOrder = evictionOrder
    self.pageOutAfter = pageOutAfter
  }
}

/// One of the settings of the device that are kept together, with its new value.
package enum KeptSetting: Hashable, Sendable, Saved {
  /// Whether a machine that was woken from suspend for a notification or a job sleeps again
  /// afterwards.
  case sleepAgain(Bool)
  /// Whether users are notified on their desktops when one of their jobs has failed
  /// permanently.
  case jobNotifications(Bool)
  /// Whether Low Power Mode is turned on automatically on battery: at 20%, and again at 10%.
  case automaticLowPowerMode(Bool)
  /// How much energy may be used off screen in a day before background work waits for the next
  /// day; for an app: what it uses; for the device: what all apps use together.
  case energyAllowanceJoules(Int)
  /// How much data may be moved over networks off screen in a day before background work waits
  /// for the next day; for an app: what it moves; for the device: what all apps move together
  /// (decision 0050).
  case dataAllowanceBytes(Int64)
  /// Whether background work that needs a network waits for Wi-Fi or a wired network.
  case wifiOnly(Bool)
  /// Whether downloads that an app starts off screen begin before the user opens it; `wifi`:
  /// only on Wi-Fi or a wired network (decision 0057).
  case automaticDownloads(AutomaticDownloads)
  /// Whether apps started by the desktop are adopted: frozen and thawed in their own groups
  /// (decision 0066).
  case adoption(Bool)
}

extension DeviceSettings {
  /// Takes over a change.
  package mutating func take(_ setting: KeptSetting) {
    switch setting {
    case .sleepAgain(let value): sleepAgain = value
    case .jobNotifications(let value): jobNotifications = value
    case .automaticLowPowerMode(let value): automaticLowPowerMode = value
    case .energyAllowanceJoules(let value): energyAllowanceJoules = value
    case .dataAllowanceBytes(let value): dataAllowanceBytes = value
    case .wifiOnly(let value): wifiOnly = value
    case .automaticDownloads(let value): automaticDownloads = value
    case .adoption(let value): adoption = value
    }
  }
}

/// One of the settings of an app, with a value.
package enum AppSetting: Hashable, Sendable, Saved {
  /// Whether apps are run in the background; `wifi`: only on Wi-Fi or a wired network.
  case backgroundRefresh(BackgroundRefresh)
  /// When the app may use the location of the device.
  case location(LocationAuthorization)
  /// How accurately the app may locate the device; `reduced`: within about 5 km, at most every
  /// quarter of an hour.
  case locationAccuracy(LocationAccuracy)
  /// Whether the app may show notifications.
  case allowsNotifications(Bool)
  /// Whether the app may record sound.
  case allowsMicrophone(Bool)
  /// Whether the app may use Bluetooth.
  case allowsBluetooth(Bool)
  /// Whether the app may use accessories.
  case allowsAccessories(Bool)
  /// How much energy may be used off screen in a day before background work waits for the next
  /// day; for an app: what it uses; for the device: what all apps use together.
  case energyAllowanceJoules(Int)
  /// How much data may be moved over networks off screen in a day before background work waits
  /// for the next day; for an app: what it moves; for the device: what all apps move together
  /// (decision 0050).
  case dataAllowanceBytes(Int64)
  /// Whether background work that needs a network waits for Wi-Fi or a wired network.
  case wifiOnly(Bool)
  /// Whether downloads that an app starts off screen begin before the user opens it; `wifi`:
  /// only on Wi-Fi or a wired network (decision 0057).
  case automaticDownloads(AutomaticDownloads)
}

extension AppSettings {
  /// Takes over a change.
  package mutating func take(_ setting: AppSetting) {
    switch setting {
    case .backgroundRefresh(let value): backgroundRefresh = value
    case .location(let value): location = value
    case .locationAccuracy(let value): locationAccuracy = value
    case .allowsNotifications(let value): allowsNotifications = value
    case .allowsMicrophone(let value): allowsMicrophone = value
    case .allowsBluetooth(let value): allowsBluetooth = value
    case .allowsAccessories(let value): allowsAccessories = value
    case .energyAllowanceJoules(let value): energyAllowanceJoules = value
    case .dataAllowanceBytes(let value): dataAllowanceBytes = value
    case .wifiOnly(let value): wifiOnly = value
    case .automaticDownloads(let value): automaticDownloads = value
    }
  }
}

extension DeviceSettings {
  /// The same setting with the value that it has here.
  package func value(of setting: KeptSetting) -> KeptSetting {
    switch setting {
    case .sleepAgain: .sleepAgain(sleepAgain)
    case .jobNotifications: .jobNotifications(jobNotifications)
    case .automaticLowPowerMode: .automaticLowPowerMode(automaticLowPowerMode)
    case .energyAllowanceJoules: .energyAllowanceJoules(energyAllowanceJoules)
    case .dataAllowanceBytes: .dataAllowanceBytes(dataAllowanceBytes)
    case .wifiOnly: .wifiOnly(wifiOnly)
    case .automaticDownloads: .automaticDownloads(automaticDownloads)
    case .adoption: .adoption(adoption)
    }
  }
}

extension AppSettings {
  /// The same setting with the value that it has here.
  package func value(of setting: AppSetting) -> AppSetting {
    switch setting {
    case .backgroundRefresh: .backgroundRefresh(backgroundRefresh)
    case .location: .location(location)
    case .locationAccuracy: .locationAccuracy(locationAccuracy)
    case .allowsNotifications: .allowsNotifications(allowsNotifications)
    case .allowsMicrophone: .allowsMicrophone(allowsMicrophone)
    case .allowsBluetooth: .allowsBluetooth(allowsBluetooth)
    case .allowsAccessories: .allowsAccessories(allowsAccessories)
    case .energyAllowanceJoules: .energyAllowanceJoules(energyAllowanceJoules)
    case .dataAllowanceBytes: .dataAllowanceBytes(dataAllowanceBytes)
    case .wifiOnly: .wifiOnly(wifiOnly)
    case .automaticDownloads: .automaticDownloads(automaticDownloads)
    }
  }
}

extension KeptSetting {
  /// Its name for people.
  package var name: String {
    switch self {
    case .sleepAgain: "sleepAgain"
    case .jobNotifications: "jobNotifications"
    case .automaticLowPowerMode: "automaticLowPowerMode"
    case .energyAllowanceJoules: "energyAllowance"
    case .dataAllowanceBytes: "dataAllowance"
    case .wifiOnly: "wifiOnly"
    case .automaticDownloads: "automaticDownloads"
    case .adoption: "adoption"
    }
  }
}

extension AppSetting {
  /// Its name for people.
  package var name: String {
    switch self {
    case .backgroundRefresh: "backgroundRefresh"
    case .location: "location"
    case .locationAccuracy: "locationAccuracy"
    case .allowsNotifications: "allowsNotifications"
    case .allowsMicrophone: "allowsMicrophone"
    case .allowsBluetooth: "allowsBluetooth"
    case .allowsAccessories: "allowsAccessories"
    case .energyAllowanceJoules: "energyAllowance"
    case .dataAllowanceBytes: "dataAllowance"
    case .wifiOnly: "wifiOnly"
    case .automaticDownloads: "automaticDownloads"
    }
  }
}
