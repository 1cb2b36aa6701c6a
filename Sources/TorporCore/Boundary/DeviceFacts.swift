package import TorporModel

/// What the device is and how it is set when its journal begins.
package struct DeviceConfiguration: Hashable, Sendable, Saved {
  package var profile: ProfileName
  /// Whether the user must unlock the device by a secret.
  package var hasPasscode: Bool
  package var isLocked: Bool
  /// Whether it was unlocked since it was started.
  package var wasUnlockedSinceBoot: Bool
  package var backgroundRefresh: BackgroundRefresh
  // Saved: as memoryVictims, its name in earlier builds.
  package var evictionOrder: EvictionOrder

  /// Makes a configuration; who goes first when memory is short follows from the profile, unless said.
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
  /// Who goes first when memory is short: by size as iOS promises, elsewhere who will be missed least.
  ///
  /// Our choice; docs/decisions/0014 has the figures.
  var evictionOrder: EvictionOrder {
    switch self {
    case .ios3, .ios4, .ios6, .ios7, .ios8, .ios10, .ios13, .ios26: .largestFirst
    case .linux: .leastLikelyUsedFirst
    }
  }

  /// Whether free swap is room for the memory of frozen apps, so that no app is ended while there is some.
  ///
  /// iOS has no swap: there the numbers of §12 JE1 alone decide.
  var countsSwapAsRoom: Bool { self == .linux }
}

/// Where the machine's power comes from.
package struct PowerState: Hashable, Sendable, Saved {
  package var isOnExternalPower: Bool
  /// 0 to 100; `nil` on a machine without a battery.
  package var batteryPercent: Int?
  /// What is in the batteries, in microwatt-hours; `nil` where one does not tell.
  package var microwattHours: Int64?
  /// Whether that is a charge at an assumed voltage; `nil`: no.
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

/// What the machine can reach.
package struct NetworkState: Hashable, Sendable, Saved {
  package var link: NetworkLink
  /// Whether the user asked for little traffic (Low Data Mode).
  package var isConstrained: Bool
  /// Whether traffic costs money or counts against a limit.
  package var isMetered: Bool

  /// A network as its link lets expect: a cellular one is metered.
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
