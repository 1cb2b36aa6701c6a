package import TorporModel

// What a profile can do and another cannot: rows of the table by their names, and what asks for them.

extension Profile {
  /// Whether the system of the profile can do it.
  package func has(_ capability: ProfileCapability) -> Bool {
    switch capability {
    case .multitasking: hasMultitasking
    case .backgroundFetch: hasFetch
    case .contentAvailable: hasContentAvailable
    case .backgroundSessions: hasBackgroundSessions
    case .taskScheduler: hasTaskScheduler
    case .continuedProcessing: hasContinuedProcessing
    case .healthResearch: hasHealthResearch
    case .locationAfterForceQuit: launchesForLocationAfterForceQuit
    case .visits: hasVisits
    case .beacons: hasBeacons
    case .liveUpdates: hasLiveUpdates
    case .voIPPushes: hasVoIPPushes
    case .voIPSockets: watchesVoIPSockets
    case .pushToTalk: hasPushToTalk
    case .expiringActivities: hasExpiringActivities
    case .exitsOnSuspend: honorsExitsOnSuspend
    case .regionNotifications: hasRegionNotifications
    case .deferredLocation: hasDeferredLocation
    case .bluetoothPeripherals: hasBluetoothPeripherals
    case .resumableUploads: hasResumableUploads
    case .transferBeginDates: hasTransferBeginDates
    }
  }

  /// The first of these that it lacks.
  package func missing(of capabilities: ProfileCapability...) -> MissingCapability? {
    capabilities.first { !has($0) }.map { MissingCapability(name, $0) }
  }

  /// What it lacks to run an app off screen for the reason.
  package func missing(for reason: WakeReason) -> MissingCapability? {
    guard let capability = reason.capability else { return nil }
    return missing(of: .multitasking, capability)
  }
}

extension Outbox {
  /// The ledger says that the app gets nothing of what it asks for, because the profile lacks it.
  mutating func deny(_ missing: MissingCapability, to app: AppIdentifier) {
    record(
      .provide(missing.capability),
      of: app,
      verdict: .denied,
      because: [missing.condition]
    )
  }
}

extension BackgroundMode {
  /// What the profile lacks for the mode to do anything.
  fileprivate func missing(in profile: Profile) -> MissingCapability? {
    switch self {
    case .fetch: profile.missing(of: .multitasking, .backgroundFetch)
    case .processing: profile.missing(of: .multitasking, .taskScheduler)
    case .remoteNotification: profile.missing(of: .multitasking, .contentAvailable)
    case .pushToTalk: profile.missing(of: .multitasking, .pushToTalk)
    // Sockets were for it, and pushes are: without it no call can be reported.
    case .voip:
      profile.missing(of: .multitasking)
        ?? (profile.has(.voIPSockets) ? nil : profile.missing(of: .voIPPushes))
    case .bluetoothPeripheral: profile.missing(of: .multitasking, .bluetoothPeripherals)
    case .audio, .location, .newsstandContent, .externalAccessory, .bluetoothCentral,
      .nearbyInteraction, .networkAuthentication:
      profile.missing(of: .multitasking)
    }
  }
}

extension AppManifest {
  /// Every key, and every value of a list, that does nothing under the profile.
  package func ignoredKeys(in profile: Profile) -> [IgnoredKey] {
    func ignored(_ key: String, _ value: String?, _ missing: MissingCapability?) -> [IgnoredKey] {
      guard let missing else { return [] }
      return [
        IgnoredKey(
          key: key,
          value: value,
          profile: missing.profile,
          capability: missing.capability
        )
      ]
    }
    let modes = backgroundModes.flatMap { mode in
      ignored("UIBackgroundModes", mode.rawValue, mode.missing(in: profile))
    }
    let tasks =
      permittedTaskIdentifiers.isEmpty
      ? []
      : ignored(
        "BGTaskSchedulerPermittedIdentifiers",
        nil,
        profile.missing(of: .multitasking, .taskScheduler)
      )
    let exits =
      exitsOnSuspend
      ? ignored("UIApplicationExitsOnSuspend", nil, profile.missing(of: .exitsOnSuspend)) : []
    return modes + tasks + exits
  }
}
