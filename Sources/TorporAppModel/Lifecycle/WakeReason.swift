/// Why the system runs an app that the user does not look at: the rows of the relaunch table.
public enum WakeReason: String, Hashable, Sendable, Saved, CaseIterable {
  case appRefresh, backgroundFetch, processing, continuedProcessing
  case silentPush, visiblePush, voipPush, pushToTalk
  case transfer
  case significantLocation, continuousLocation, liveLocation
  case bluetoothRestoring, bluetooth
  case accessory, audio, voipSocket, newsstand
  /// A descriptor that the app has handed over can be read.
  case descriptor
  case notificationResponse
  /// The conditions of a command given to `torpor when` hold.
  case job
}
