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
  /// Paused in Low Power Mode.
  package let pausesInLowPower: Bool
  /// The modes of which one must be declared; empty where none is needed.
  package let modes: [BackgroundMode]

  /// The row of a reason.
  package static func row(_ reason: WakeReason) -> RelaunchRule {
    switch reason {
    case .appRefresh: .init(refresh: true, lowPower: true, mode: .fetch)
    case .backgroundFetch: .init(refresh: true, lowPower: true, mode: .fetch)
    case .processing: .init(refresh: true, lowPower: true, mode: .processing)
    case .continuedProcessing: .init(launches: false)
    case .silentPush: .init(refresh: true, mode: .remoteNotification)
    case .visiblePush: .init(refresh: true, mode: .remoteNotification)
    case .voipPush: .init(forceQuit: true, mode: .voip)
    case .pushToTalk: .init(mode: .pushToTalk)
    case .transfer: .init()
    case .significantLocation: .init(forceQuit: true)
    case .continuousLocation: .init(launches: false, mode: .location)
    case .liveLocation: .init(mode: .location)
    case .bluetoothRestoring: .init(modes: [.bluetoothCentral, .bluetoothPeripheral])
    case .bluetooth: .init(launches: false, modes: [.bluetoothCentral, .bluetoothPeripheral])
    case .accessory: .init(launches: false, mode: .externalAccessory)
    case .audio: .init(mode: .audio)
    case .voipSocket: .init(mode: .voip)
    case .newsstand: .init(refresh: true, mode: .newsstandContent)
    case .notificationResponse: .init(forceQuit: true)
    }
  }

  private init(
    launches: Bool = true,
    forceQuit: Bool = false,
    refresh: Bool = false,
    lowPower: Bool = false,
    mode: BackgroundMode? = nil,
    modes: [BackgroundMode] = []
  ) {
    launchesDead = launches
    survivesForceQuit = forceQuit
    needsBackgroundRefresh = refresh
    pausesInLowPower = lowPower
    self.modes = modes + [mode].compactMap { $0 }
  }
}
