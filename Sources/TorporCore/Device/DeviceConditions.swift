package import TorporModel

/// What is known of the device as a whole: the facts that adapters report, and the user's switches.
package struct DeviceConditions: Hashable, Sendable, Codable {
  package internal(set) var power: PowerState?
  package internal(set) var network: NetworkState?
  package internal(set) var thermal: ThermalState = .nominal
  package internal(set) var storageFreeBytes: Int64?
  package internal(set) var memory: MemoryReport?
  package internal(set) var memoryVictims: MemoryVictimOrder
  package internal(set) var backgroundRefresh: BackgroundRefresh
  package internal(set) var isLowPowerMode = false

  init(_ configuration: DeviceConfiguration) {
    memoryVictims = configuration.memoryVictims
    backgroundRefresh = configuration.backgroundRefresh
  }
}

extension Device {
  /// What the device adds to the question whether an app may be woken.
  package var wakeConditions: WakeConditions {
    WakeConditions(
      wasUnlockedSinceBoot: screen.wasUnlockedSinceBoot,
      backgroundRefresh: conditions.backgroundRefresh,
      isLowPowerMode: conditions.isLowPowerMode,
      isOnWifi: [.wifi, .wired].contains(conditions.network?.link)
    )
  }
}
