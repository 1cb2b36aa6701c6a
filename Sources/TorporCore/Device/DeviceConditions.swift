package import TorporModel

/// What is known about the device as a whole: facts reported by adapters, and the user's switches.
package struct DeviceConditions: Hashable, Sendable, Saved {
  // Shape: one property for each fact of the machine; what can be wrong with one is in the type of its value.
  /// The charge at which Low Power Mode ends by itself, in percent (§11).
  package static let lowPowerModeEndPercent = 80
  /// The charges at which Low Power Mode begins by itself if the user wants that, in percent: those at
  /// which iOS offers it (§11).
  package static let lowPowerModeBeginPercents = [LowBattery.percent, 10]

  package internal(set) var power = Observed<PowerState?>(nil)
  package internal(set) var network = Observed<NetworkState?>(nil)
  package internal(set) var thermal = Observed<ThermalState>(.nominal)
  package internal(set) var storageFreeBytes: Int64?
  /// The size of the disk in bytes; `nil`: unknown.
  package internal(set) var storageTotalBytes: Int64?
  package internal(set) var memory: MemoryReport?
  /// The memory pressure according to `MemoryJudgment`, and when it began.
  package internal(set) var memoryLevel = Observed<MemoryPressureLevel>(.normal)
  /// The present relief; `nil` until memory was short for the first time.
  var relief: MemoryRelief?
  // Saved: as memoryVictims, its name in earlier builds.
  package internal(set) var evictionOrder: EvictionOrder
  /// How long an app is frozen before its memory is written to swap; zero: never.
  package internal(set) var pageOutAfter: Duration = AppPaging.restUsual
  package internal(set) var backgroundRefresh: Observed<BackgroundRefresh>
  package internal(set) var lowPowerMode = Observed<Bool>(false)
  /// When the device was last in use, as reported by the host; `nil`: it is in use, or the host does not report it.
  package internal(set) var reportedIdleSince: Instant?
  /// Whether the host notices input by the user; `nil`: no.
  package internal(set) var hearsInput: Bool?
  /// The user's last action that was reported to the device.
  package internal(set) var lastUserAction: Instant?
  package internal(set) var lockedSince: Instant?
  /// When the machine was last started; `nil`: not since the device was first looked at.
  package internal(set) var bootedAt: Instant?

  // Saved: left out where it is DeviceSettings(), which is usual.
  package internal(set) var settings = DeviceSettings()
  /// What an administrator has fixed; `nil`: nothing.
  package internal(set) var restrictions: Restrictions?
  /// The user's own settings of the device where an administrator has fixed others; `nil`: none are fixed.
  var ownSettings: [Setting]?
  /// Whether the machine is shutting down, so that no new work begins; `nil`: no.
  var isStopping: Bool?

  init(_ configuration: DeviceConfiguration) {
    evictionOrder = configuration.evictionOrder
    backgroundRefresh = Observed(configuration.backgroundRefresh)
  }

  /// Takes in the kernel's memory report and its judgment; returns whether the level has changed.
  mutating func take(_ report: MemoryReport, judged judgment: MemoryJudgment, at now: Instant)
    -> Bool
  {
    memory = report
    if judgment.isShort != (relief?.shortSince != nil) {
      var relief = relief ?? MemoryRelief()
      relief.shortSince = judgment.isShort ? now : nil
      self.relief = relief
    }
    return memoryLevel.update(judgment.level, at: now)
  }

  /// Notes use because the screen's content has changed, if input is not observed.
  mutating func noteUseByScreen(at moment: Instant) {
    if hearsInput != true { lastUserAction = moment }
  }
}

extension PowerState {
  /// The number of charges for the beginning of Low Power Mode that a discharging battery has passed.
  var lowStepsPassed: Int {
    guard !isOnExternalPower, let batteryPercent else { return 0 }
    return DeviceConditions.lowPowerModeBeginPercents.count { batteryPercent <= $0 }
  }
}
