/// What an app asks of the services that keep it running or wake it: those of `UIBackgroundModes`
/// (§7), places (§8), notifications (§9) and pushes (§6).
public enum ModeRequest: Hashable, Sendable, Codable {
  case push(PushRequest)
  case location(LocationRequest)
  case notifications(NotificationCenterRequest)
  case audio(AudioRequest)
  case accessory(AccessoryRequest)
  case bluetooth(BluetoothRequest)
  case descriptor(DescriptorRequest)
  case pushToTalk(PushToTalkRequest)

  /// Whether an accepted request must outlive a loss of power: what is monitored, scheduled or
  /// registered, but not what goes on in a process.
  public var isDurable: Bool {
    switch self {
    case .push(let request): request.isDurable
    case .location(let request): request.isDurable
    case .notifications(let request): request.isDurable
    case .bluetooth(.answer), .bluetooth(.updateValue): false
    case .bluetooth: true
    // A legacy VoIP app is started after every restart of the machine from then on.
    case .descriptor(.handOver(_, .voIP)): true
    case .pushToTalk(let request): request.isDurable
    case .audio, .accessory, .descriptor: false
    }
  }
}

/// The answer to a `ModeRequest` that is more than "done".
public enum ModeReply: Hashable, Sendable, Codable {
  /// The token under which senders reach the app.
  case pushToken(String)
  case regions([CircularRegion])
  case locationAuthorization(LocationAuthorization)
  case locationAccuracy(LocationAccuracy)
  /// The conditions of a monitor.
  case monitorRecords([MonitorRecord])
  case beaconRegions([BeaconRegion])
  case notifications([LocalNotification])
  /// Whether the user lets the app show notifications.
  case notificationsAllowed(Bool)
  /// The accessories that are connected.
  case accessories([Accessory])
}

/// Why a `ModeRequest` was turned down.
public enum ModeRefusal: Hashable, Sendable, Codable, Error {
  case notification(NotificationRefusal)
  case audio(AudioError)
  case descriptor(DescriptorRefusal)
  case accessory(AccessoryRefusal)
  case location(LocationError)
  case monitor(MonitorRefusal)
  case peripheral(PeripheralRefusal)
  case pushToTalk(PushToTalkError)
  /// The app does not declare the mode that the request needs.
  case modeNotDeclared(BackgroundMode)
}

extension PushRequest {
  fileprivate var isDurable: Bool {
    switch self {
    case .register, .unregister: true
    case .reportCall, .endCall: false
    }
  }
}

extension PushToTalkRequest {
  fileprivate var isDurable: Bool {
    switch self {
    case .join, .leave: true
    case .setActiveParticipant, .beginTransmitting, .stopTransmitting: false
    }
  }
}

extension LocationRequest {
  fileprivate var isDurable: Bool {
    switch self {
    case .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits, .startMonitoring, .stopMonitoring:
      true
    case .startUpdating, .stopUpdating, .requestOnce, .monitoredRegions, .requestState,
      .deferUpdates, .endDeferral, .authorizationStatus, .accuracyAuthorization,
      .requestFullAccuracy, .live:
      false
    case .monitor(.add), .monitor(.remove), .beacons(.startMonitoring): true
    case .monitor, .beacons: false
    }
  }
}

extension NotificationCenterRequest {
  fileprivate var isDurable: Bool {
    switch self {
    case .add, .removePending, .removeDelivered, .setCategories, .setBadge: true
    case .pending, .delivered, .present, .settings: false
    }
  }
}
