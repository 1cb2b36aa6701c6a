package import TorporModel

/// One scenario file: a device, its apps, what happens to them, and what must be observed.
package struct Scenario: Sendable {
  /// The file it was read from, as the user named it.
  package var file: String
  /// The rule that it states, as one sentence.
  package var sentence: String
  /// The section or id of the rule in `ios-semantics.md`; empty where none is named.
  package var rule: String
  /// Whose numbers the device follows.
  package var profile: ProfileName
  /// Where everything random starts.
  package var seed: UInt64
  /// Nanoseconds since 1970 by the wall clock at 0 s.
  package var startWallNanoseconds: Int64
  /// When to stop.
  package var end: Duration
  /// What the device is at 0 s.
  package var device: DeviceDefinition
  /// The installed apps, in the order of the file.
  package var apps: [AppDefinition]
  /// What happens, in the order of time.
  package var script: [ScriptEntry]
  /// What must be observed.
  package var expectations: [Expectation]

  /// The app that the file calls by that alias.
  package func app(named alias: String) -> AppDefinition? {
    apps.first { $0.alias == alias }
  }
}

/// What the device is at 0 s.
package struct DeviceDefinition: Hashable, Sendable {
  // Shape: one property for each key of a device in a scenario file.
  /// 0 to 100.
  package var batteryPercent = 80
  package var isCharging = false
  package var network = ScenarioNetwork.wifi
  package var isLowData = false
  /// Bytes a second that the network carries.
  package var bandwidthBytesPerSecond: Int64 = 5_000_000
  package var isLowPowerMode = false
  package var backgroundRefresh = BackgroundRefresh.on
  package var hasPasscode = true
  /// Where the user is.
  package var zone = ScenarioZone.utc
  package var isLocked = false
  /// Whether the device was not unlocked since it was started.
  package var isBootedLocked = false
  package var thermal = ScenarioThermal.nominal
  /// What apps may use together, in bytes.
  package var memoryBytes: Int64 = 4_000_000_000
  /// Where memory of frozen apps can be written to, in bytes; 0: nowhere.
  package var swapBytes: Int64 = 0
  /// Free space, in bytes.
  package var storageBytes: Int64 = 20_000_000_000

  /// Makes the device of a scenario that says nothing of it.
  package init() {}
}

/// The kind of network that a scenario can give the device.
package enum ScenarioNetwork: String, Hashable, Sendable, CaseIterable {
  case none, wifi, cellular
}

/// How hot a scenario can make the device.
package enum ScenarioThermal: String, Hashable, Sendable, CaseIterable {
  case nominal, fair, serious, critical
}
