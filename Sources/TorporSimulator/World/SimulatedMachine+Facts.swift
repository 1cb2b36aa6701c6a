import TorporCore
import TorporModel

// What the machine is, and what it tells the daemon of itself.

extension SimulatedMachine {
  /// 128 GB, as in a small laptop: of such a disk less than 500 MB is too little.
  ///
  /// Our choice.
  private static let diskBytes: Int64 = 128_000_000_000

  /// Tells a daemon that was started all that it cannot know.
  func tellFacts() {
    tellPower()
    tellNetwork()
    daemon.device(.thermal(ThermalState(rawValue: device.thermal.rawValue) ?? .nominal))
    daemon.device(.storage(freeBytes: device.storageBytes, totalBytes: Self.diskBytes))
    tellSwap()
    memory.reportNow()
  }

  /// Changes the device and tells the daemon what is new.
  func change(_ change: (inout DeviceDefinition) -> Void) {
    let before = device
    change(&device)
    if before.batteryPercent != device.batteryPercent || before.isCharging != device.isCharging {
      tellPower()
    }
    if before.network != device.network || before.isLowData != device.isLowData { tellNetwork() }
    transfers.setNetwork(device.network != .none)
    transfers.setFreeStorage(device.storageBytes)
    if before.thermal != device.thermal {
      daemon.device(.thermal(ThermalState(rawValue: device.thermal.rawValue) ?? .nominal))
    }
    if before.swapBytes != device.swapBytes {
      processes.setSwap(totalBytes: device.swapBytes)
      tellSwap()
    }
    if before.storageBytes != device.storageBytes {
      daemon.device(.storage(freeBytes: device.storageBytes, totalBytes: Self.diskBytes))
    }
  }

  /// Caches are gone: so much more of the disk is free.
  func free(_ bytes: Int64) -> Int64 {
    device.storageBytes += bytes
    transfers.setFreeStorage(device.storageBytes)
    return device.storageBytes
  }

  /// Others than apps fill that much more of swap.
  func takeSwap(_ bytes: Int64) {
    processes.swap.takeForOthers(bytes)
    tellSwap()
    memory.swapChanged()
  }

  /// Sets the wall clock forwards or backwards.
  func jumpWallClock(by length: Duration) {
    clock.jumpWallClock(by: length)
    tellWallClock()
  }

  /// The zone that the scenario names.
  func tellTimeZone() {
    // The policy is in UTC until it is told otherwise, and remembers what it was told.
    guard device.zone.name != ScenarioZone.utc.name else { return }
    daemon.device(.timeZone(device.zone.rules))
  }

  /// What the wall clock shows.
  func tellWallClock() {
    daemon.device(.wallClock(unixNanoseconds: clock.wallNanoseconds()))
  }

  /// The days before the device was switched on, as its users remember them.
  func tellHistory(of app: AppDefinition) {
    guard let history = app.history else { return }
    let ago = history.openedAgo(
      beforeWallNanoseconds: clock.wallNanoseconds(),
      in: device.zone.rules
    )
    guard !ago.isEmpty else { return }
    daemon.device(.usageHistory(app: app.identifier, openedAgo: ago))
  }

  /// How swap stands, if the policy knows it otherwise.
  private func tellSwap() {
    let state = processes.swap.state
    if let device = daemon.device, device.paging.swap != state { daemon.device(.swap(state)) }
  }

  private func tellPower() {
    daemon.device(
      .power(
        PowerState(isOnExternalPower: device.isCharging, batteryPercent: device.batteryPercent)
      )
    )
  }

  private func tellNetwork() {
    let link: NetworkLink =
      switch device.network {
      case .none: .none
      case .wifi: .wifi
      case .cellular: .cellular
      }
    daemon.device(.network(NetworkState(link: link, isConstrained: device.isLowData)))
  }
}
