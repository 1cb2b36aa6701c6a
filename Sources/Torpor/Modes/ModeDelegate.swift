public import TorporModel

/// What an app does when a service that keeps it running or wakes it tells it something: places,
/// notifications, pushes, sound, accessories, Bluetooth, descriptors.
///
/// Part of `ApplicationDelegate`, with the same rules: every method has a default that does nothing, all
/// run on the main actor, and a callback counts as returned from when its method has returned. The names
/// are those of Apple's delegates of each service.
@MainActor
public protocol ModeDelegate: AnyObject, Sendable {
  // MARK: Places (`CLLocationManagerDelegate`)

  /// Where the device was since the last call, oldest first.
  func application(_ application: Application, didUpdateLocations locations: [Location]) async
  /// A fix could not be had.
  func application(_ application: Application, didFailLocationWith error: LocationError) async
  /// The device has come into a region.
  func application(_ application: Application, didEnterRegion region: String) async
  /// The device has left a region.
  func application(_ application: Application, didExitRegion region: String) async
  /// A region is not watched; `nil`: none is.
  func application(
    _ application: Application,
    monitoringDidFailFor region: String?,
    with error: LocationError
  ) async
  /// The answer to `requestState(for:)`.
  func application(
    _ application: Application,
    didDetermineState state: RegionState,
    for region: String
  ) async
  /// The device has come to a place, or left it.
  func application(_ application: Application, didVisit visit: Visit) async
  /// Updates are paused, since the device does not move.
  func applicationDidPauseLocationUpdates(_ application: Application) async
  /// Updates go on.
  func applicationDidResumeLocationUpdates(_ application: Application) async
  /// A deferral is over; it is told of each exactly once.
  func application(
    _ application: Application,
    didFinishDeferredUpdatesWith error: LocationError?
  ) async
  /// The user has changed what the app may know of places.
  func application(
    _ application: Application,
    didChangeLocationAuthorization authorization: LocationAuthorization
  ) async
  /// The user has changed how exactly the app may know places, or what was allowed for a while is over.
  func application(
    _ application: Application,
    didChangeLocationAccuracy accuracy: LocationAccuracy
  ) async
  /// A condition of a monitor has changed; who awaits `PlaceMonitor.nextEvent()` learns it there.
  func application(
    _ application: Application,
    didChangeCondition event: MonitorEvent,
    of monitor: String
  ) async
  /// The beacons of an identity that are heard, the nearest first; none: none is heard any more.
  func application(
    _ application: Application,
    didRange beacons: [Beacon],
    satisfying identity: BeaconIdentity
  ) async
  /// Beacons are not ranged.
  func application(
    _ application: Application,
    didFailRangingFor identity: BeaconIdentity,
    with error: LocationError
  ) async
  /// A live update; who awaits `LocationService.liveUpdates(_:)` learns it there.
  func application(_ application: Application, didUpdateLive update: LiveUpdate) async

  // MARK: Notifications (`UNUserNotificationCenterDelegate`)

  /// A notification has come while the app is on screen, in systems before iOS 10.
  func application(
    _ application: Application,
    didReceiveLocalNotification notification: LocalNotification
  ) async
  /// A notification has come while the app is on screen; the result says what the user sees and hears
  /// of it.
  func application(
    _ application: Application,
    willPresent notification: LocalNotification
  ) async -> PresentationOptions
  /// The user has tapped a notification, answered it, or dismissed it.
  ///
  /// The app may run until this returns, a few seconds at most.
  func application(
    _ application: Application,
    didReceive response: NotificationResponse
  ) async

  // MARK: Pushes, sound, links

  /// A VoIP push has come; `payload` is its JSON.
  ///
  /// Where `mustReport`, call `pushes.reportCall()` before this returns, or the app is ended.
  func application(
    _ application: Application,
    didReceiveIncomingPush payload: String,
    mustReport: Bool
  ) async
  /// The audio session was interrupted, and is inactive already.
  func application(
    _ application: Application,
    audioInterruptionBegan reason: InterruptionReason
  ) async
  /// An interruption is over; the end of one is not promised to come.
  func application(
    _ application: Application,
    audioInterruptionEndedAndShouldResume shouldResume: Bool
  ) async
  /// An accessory was connected.
  func application(_ application: Application, accessoryDidConnect accessory: String) async
  /// An accessory was disconnected.
  func application(_ application: Application, accessoryDidDisconnect accessory: String) async
  /// The accessory of an open session has something to read.
  func application(_ application: Application, accessoryHasBytesAvailable accessory: String) async
  /// Something of Bluetooth happened; `willRestoreState` is the first of a process that was launched
  /// for it.
  func application(_ application: Application, bluetooth event: BluetoothCallback) async
  /// A descriptor that was handed over can be read, or its other end is gone.
  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async
  /// A descriptor that was handed over is watched no longer, as when the daemon was restarted and could
  /// not find it again; the app may hand it over once more.
  func application(_ application: Application, descriptorWasLost name: String) async
  /// It is time to keep the connection to the server alive; about 10 s are allowed.
  func applicationKeepAlive(_ application: Application) async
  /// Something of the channel happened.
  ///
  /// Answer an `incomingPush` before this returns, with `pushToTalk.setActiveParticipant(_:on:)` or
  /// `leave(_:)`, or the system leaves the channel.
  func application(_ application: Application, pushToTalk event: PushToTalkCallback) async
}

extension ModeDelegate {
  /// Does nothing.
  public func application(
    _ application: Application,
    didUpdateLocations locations: [Location]
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didFailLocationWith error: LocationError
  ) async {}
  /// Does nothing.
  public func application(_ application: Application, didEnterRegion region: String) async {}
  /// Does nothing.
  public func application(_ application: Application, didExitRegion region: String) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    monitoringDidFailFor region: String?,
    with error: LocationError
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didDetermineState state: RegionState,
    for region: String
  ) async {}
  /// Does nothing.
  public func application(_ application: Application, didVisit visit: Visit) async {}
  /// Does nothing.
  public func applicationDidPauseLocationUpdates(_ application: Application) async {}
  /// Does nothing.
  public func applicationDidResumeLocationUpdates(_ application: Application) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didFinishDeferredUpdatesWith error: LocationError?
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didChangeLocationAuthorization authorization: LocationAuthorization
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didChangeLocationAccuracy accuracy: LocationAccuracy
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didChangeCondition event: MonitorEvent,
    of monitor: String
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didRange beacons: [Beacon],
    satisfying identity: BeaconIdentity
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didFailRangingFor identity: BeaconIdentity,
    with error: LocationError
  ) async {}
  /// Does nothing.
  public func application(_ application: Application, didUpdateLive update: LiveUpdate) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didReceiveLocalNotification notification: LocalNotification
  ) async {}
  /// Shows nothing, as Apple's library does where the method is missing.
  public func application(
    _ application: Application,
    willPresent notification: LocalNotification
  ) async -> PresentationOptions { [] }
  /// Does nothing.
  public func application(
    _ application: Application,
    didReceive response: NotificationResponse
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didReceiveIncomingPush payload: String,
    mustReport: Bool
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    audioInterruptionBegan reason: InterruptionReason
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    audioInterruptionEndedAndShouldResume shouldResume: Bool
  ) async {}
  /// Does nothing.
  public func application(_ application: Application, accessoryDidConnect accessory: String) async {
  }
  /// Does nothing.
  public func application(
    _ application: Application,
    accessoryDidDisconnect accessory: String
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    accessoryHasBytesAvailable accessory: String
  ) async {}
  /// Does nothing.
  public func application(_ application: Application, bluetooth event: BluetoothCallback) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async {}
  /// Does nothing.
  public func application(_ application: Application, descriptorWasLost name: String) async {}
  /// Does nothing.
  public func applicationKeepAlive(_ application: Application) async {}
  /// Does nothing: a push that is not answered has the system leave the channel.
  public func application(
    _ application: Application,
    pushToTalk event: PushToTalkCallback
  ) async {}
}
