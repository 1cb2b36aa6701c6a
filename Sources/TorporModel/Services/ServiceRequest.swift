/// What an app asks of the services that keep it running or wake it: those of `UIBackgroundModes`
/// (§7), places (§8), notifications (§9) and pushes (§6).
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
  /// The identifiers of notifications that are not scheduled any more, or were not: they are due later than those
  /// that have room.
  case notificationsDropped([String])
  /// Whether the user lets the app show notifications.
  case notificationsAllowed(Bool)
  /// What the user has said about a permission; `isAsked`: they are asked now.
  case permission(PermissionStatus, isAsked: Bool)
  /// The accessories that are connected.
  case accessories([Accessory])
  /// What a manager has asked of Bluetooth and what still stands.
  case bluetooth(StandingBluetooth)
  /// A descriptor of the app is its own again; the host sends it beside the answer.
  case descriptor(of: AppIdentifier, name: String)
  /// Whether there was a call when its user ended it.
  case callEnded(hadCall: Bool)
}
