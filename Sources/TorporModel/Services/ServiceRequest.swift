/// A request of an app to the services that keep it running or wake it: those of `UIBackgroundModes`
/// (§7), location (§8), notifications (§9) and pushes (§6).
@usableFromInline package enum ServiceRequest: Hashable, Sendable, Saved {
  case push(PushRequest)
  case location(LocationRequest)
  case notifications(NotificationCenterRequest)
  case audio(AudioRequest)
  case accessory(AccessoryRequest)
  case bluetooth(BluetoothRequest)
  case descriptor(DescriptorRequest)
  case pushToTalk(PushToTalkRequest)
  case permission(PermissionRequest)
}

/// The answer to a `ServiceRequest` that is more than "done".
@usableFromInline package enum ServiceReply: Hashable, Sendable {
  /// The token under which senders reach the app.
  case pushToken(String)
  case regions([CircularRegion])
  case locationAuthorization(LocationAuthorization)
  case locationAccuracy(LocationAccuracy)
  /// The conditions of a monitor.
  case monitorRecords([MonitorRecord])
  case beaconRegions([BeaconRegion])
  case notifications([LocalNotification])
  /// The identifiers of notifications that were removed from the schedule, or not added: they are due
  /// later than those that fit.
  case notificationsDropped([String])
  /// Whether the user lets the app show notifications.
  case notificationsAllowed(Bool)
  /// The user's decision about a permission; `isAsked`: they are being asked now.
  case permission(PermissionStatus, isAsked: Bool)
  /// The accessories that are connected.
  case accessories([Accessory])
  /// The requests of a Bluetooth manager that still stand.
  case bluetooth(StandingBluetooth)
  /// A descriptor is returned to the app; the host sends it with the answer.
  case descriptor(of: AppIdentifier, name: String)
  /// Whether there was a call when the user ended it.
  case callEnded(hadCall: Bool)
}
