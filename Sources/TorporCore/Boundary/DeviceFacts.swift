package import TorporModel

/// The properties and settings of the device when its journal begins.
package struct DeviceConfiguration: Hashable, Sendable, Saved {
  package var profile: ProfileName
  /// Whether the user must unlock the device with a secret.
  package var hasPasscode: Bool
  package var isLocked: Bool
  /// Whether it was unlocked since it started.
  package var wasUnlockedSinceBoot: Bool
  package var backgroundRefresh: BackgroundRefresh
  // Saved: as memoryVictims, its name in earlier builds.
  package var evictionOrder: EvictionOrder

  /// Makes a configuration; the eviction order depends on the profile, unless it is given.
  package init(
    profile: ProfileName,
    hasPasscode: Bool = false,
    isLocked: Bool = false,
    wasUnlockedSinceBoot: Bool = true,
    backgroundRefresh: BackgroundRefresh = .on,
    evictionOrder: EvictionOrder? = nil
  ) {
    self.profile = profile
    self.hasPasscode = hasPasscode
    self.isLocked = isLocked
    self.wasUnlockedSinceBoot = wasUnlockedSinceBoot
    self.backgroundRefresh = backgroundRefresh
    self.evictionOrder = evictionOrder ?? profile.evictionOrder
  }
}

extension ProfileName {
  /// The eviction order when memory is short: by size, as iOS promises; elsewhere the app least likely
  /// to be used first.
  ///
  /// Our choice; docs/decisions/0014 has the figures.
  var evictionOrder: EvictionOrder {
    switch self {
    case .ios3, .ios4, .ios6, .ios7, .ios8, .ios10, .ios13, .ios26: .largestFirst
    case .linux: .leastLikelyUsedFirst
    }
  }

  /// Whether free swap counts as room for the memory of frozen apps, so that no app is ended while there is some.
  ///
  /// iOS has no swap: there, only the numbers of §12 JE1 decide.
  var countsSwapAsRoom: Bool { self == .linux }
}

/// The source of the machine's power.
package struct PowerState: Hashable, Sendable, Saved {
  package var isOnExternalPower: Bool
  /// 0 to 100; `nil` on a machine without a battery.
  package var batteryPercent: Int?
  /// The energy in the batteries, in microwatt-hours; `nil` if one does not report it.
  package var microwattHours: Int64?
  /// Whether the energy is derived from the charge at an assumed voltage; `nil`: no.
  package var isEnergyEstimated: Bool?

  package init(
    isOnExternalPower: Bool,
    batteryPercent: Int?,
    microwattHours: Int64? = nil,
    isEnergyEstimated: Bool? = nil
  ) {
    self.isOnExternalPower = isOnExternalPower
    self.batteryPercent = batteryPercent
    self.microwattHours = microwattHours
    self.isEnergyEstimated = isEnergyEstimated
  }
}

/// The networks that the machine can reach.
package struct NetworkState: Hashable, Sendable, Saved {
  package var link: NetworkLink
  /// Whether the user asked for reduced traffic (Low Data Mode).
  package var isConstrained: Bool
  /// Whether traffic costs money or counts against a limit.
  package var isMetered: Bool

  /// Makes a network with the usual properties of its link: a cellular one is metered.
  package init(link: NetworkLink, isConstrained: Bool = false, isMetered: Bool? = nil) {
    self.link = link
    self.isConstrained = isConstrained
    self.isMetered = isMetered ?? (link == .cellular)
  }
}

/// The kind of the link that carries the default route.
package enum NetworkLink: String, Hashable, Sendable, Saved, CaseIterable {
  case none, wired, wifi, cellular
}

/// How hot the machine is (`ProcessInfo.ThermalState`).
package enum ThermalState: String, Hashable, Sendable, Saved, CaseIterable {
  case nominal, fair, serious, critical
}
