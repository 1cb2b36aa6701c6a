package import TorporModel

/// What is known of the device as a whole: the facts that adapters report, and the user's switches.
package struct DeviceConditions: Hashable, Sendable, Saved {
  // Shape: one property for each fact of the machine; what can be wrong with one is in the type of its value.
  /// The charge at which Low Power Mode ends by itself, in percent (§11).
  package static let lowPowerModeEndPercent = 80
  /// The charges at which Low Power Mode begins by itself where the user wants that, in percent: those at
  /// which iOS offers it (§11).
  package static let lowPowerModeBeginPercents = [LowBattery.percent, 10]

  package internal(set) var power = Observed<PowerState?>(nil)
  package internal(set) var network = Observed<NetworkState?>(nil)
  package internal(set) var thermal = Observed<ThermalState>(.nominal)
  package internal(set) var storageFreeBytes: Int64?
  /// How many bytes the disk has; `nil`: that is not known.
  package internal(set) var storageTotalBytes: Int64?
  package internal(set) var memory: MemoryReport?
  /// How short memory is by `MemoryJudgment`, with since when.
  package internal(set) var memoryLevel = Observed<MemoryPressureLevel>(.normal)
  /// What is being done about that; `nil` until memory was short for the first time.
  var relief: MemoryRelief?
  // Saved: as memoryVictims, its name in earlier builds.
  package internal(set) var evictionOrder: EvictionOrder
  /// How long an app is frozen before its memory goes to swap; zero: it never does.
  package internal(set) var pageOutAfter: Duration = AppPaging.restUsual
  package internal(set) var backgroundRefresh: Observed<BackgroundRefresh>
  package internal(set) var lowPowerMode = Observed<Bool>(false)
  /// Since when the device has not been used, as the host says; `nil`: it is in use, or the host does not say.
  package internal(set) var reportedIdleSince: Instant?
  /// Whether the host hears the input of a person; `nil`: no.
  package internal(set) var hearsInput: Bool?
  /// When the user last did something that the device was told of.
  package internal(set) var lastUserAction: Instant?
  package internal(set) var lockedSince: Instant?
  /// When the machine was last started; `nil`: not since the device was first looked at.
  package internal(set) var bootedAt: Instant?

  // Saved: left out where it is DeviceSettings(), which is usual.
  package internal(set) var settings = DeviceSettings()
  /// What an administrator has fixed; `nil`: nothing.
  package internal(set) var restrictions: Restrictions?
  /// What the user has set of the device where an administrator has fixed something else; `nil`: nothing is fixed.
  var ownSettings: [Setting]?
  /// Whether the machine stops: nothing is begun any more; `nil`: no.
  var isStopping: Bool?

  init(_ configuration: DeviceConfiguration) {
    evictionOrder = configuration.evictionOrder
    backgroundRefresh = Observed(configuration.backgroundRefresh)
  }

  /// What the kernel reports of memory, and how short that is; returns whether the level has changed.
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

  /// What is on the screen has changed, which shows that it is used where nothing hears input.
  mutating func noteUseByScreen(at moment: Instant) {
    if hearsInput != true { lastUserAction = moment }
  }
}

extension PowerState {
  /// How many of the charges at which Low Power Mode begins a battery that discharges has come down to.
  var lowStepsPassed: Int {
    guard !isOnExternalPower, let batteryPercent else { return 0 }
    return DeviceConditions.lowPowerModeBeginPercents.count { batteryPercent <= $0 }
  }
}
