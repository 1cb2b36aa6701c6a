package import TorporModel

/// Who may be started off screen for what: the table of §10, as data.
///
/// A row is a wake reason, a column is what happened to the app or the device. Suspended apps are
/// woken wherever the row says so for the column; only dead ones need `launchesDead`.
package struct RelaunchRule: Hashable, Sendable {
  /// Started when the app crashed, was removed for memory, or ended in any way but by the user.
  package let launchesDead: Bool
  /// Runs although the user removed the app from the switcher (RL4: location and VoIP).
  package let survivesForceQuit: Bool
  /// Stopped by the Background App Refresh switch.
  package let needsBackgroundRefresh: Bool
  /// What Low Power Mode does to it.
  package let inLowPowerMode: LowPowerRule
  /// The modes of which one must be declared; empty where none is needed.
  package let modes: [BackgroundMode]

  /// What Low Power Mode does to a kind of work (§11, §13.2 factor 2).
  package enum LowPowerRule: Hashable, Sendable {
    case runs
    case paused
    /// The factor is not listed for processing, which runs while the device charges; off the charger
    /// Low Power Mode is Background App Refresh switched off (§11).
    case pausedOnBattery
  }

  /// The row of a reason, under the rules of a profile.
  package static func row(
    _ reason: WakeReason,
    in profile: Profile = .named(.ios26)
  ) -> RelaunchRule {
    switch reason {
    case .appRefresh: .init(refresh: true, lowPower: .paused, mode: .fetch)
    case .backgroundFetch: .init(refresh: true, lowPower: .paused, mode: .fetch)
    case .processing: .init(refresh: true, lowPower: .pausedOnBattery, mode: .processing)
    case .continuedProcessing: .init(launches: false)
    case .silentPush: .init(refresh: true, mode: .remoteNotification)
    case .visiblePush: .init(refresh: true, mode: .remoteNotification)
    case .voipPush: .init(forceQuit: true, mode: .voip)
    case .pushToTalk: .init(mode: .pushToTalk)
    case .transfer: .init(refresh: true)
    case .significantLocation:
      .init(
        forceQuit: profile.launchesForPlacesAfterForceQuit,
        refresh: profile.refreshSwitchStopsPlaces
      )
    case .continuousLocation: .init(launches: false, mode: .location)
    case .liveLocation: .init(mode: .location)
    case .bluetoothRestoring: .init(modes: [.bluetoothCentral, .bluetoothPeripheral])
    case .bluetooth: .init(launches: false, modes: [.bluetoothCentral, .bluetoothPeripheral])
    case .accessory: .init(launches: false, mode: .externalAccessory)
    case .audio: .init(mode: .audio)
    case .voipSocket: .init(mode: .voip)
    // Linux's own: whoever hands a descriptor over is woken for it, and started.
    case .descriptor: .init()
    case .newsstand: .init(refresh: profile.hasRefreshSwitch, mode: .newsstandContent)
    case .notificationResponse: .init(forceQuit: true)
    // The user's own command: nothing stands in its way but what it asks for itself.
    case .job: .init(forceQuit: true)
    }
  }

  private init(
    launches: Bool = true,
    forceQuit: Bool = false,
    refresh: Bool = false,
    lowPower: LowPowerRule = .runs,
    mode: BackgroundMode? = nil,
    modes: [BackgroundMode] = []
  ) {
    launchesDead = launches
    survivesForceQuit = forceQuit
    needsBackgroundRefresh = refresh
    inLowPowerMode = lowPower
    self.modes = modes + [mode].compactMap { $0 }
  }
}
