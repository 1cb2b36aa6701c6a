import TorporModel

// What apps use only where the user allows it.

extension Device {
  /// An app asks a service for something that the user has to allow; the answer where they have not.
  ///
  /// The first use is a question, as of `AVAudioSession`, `CBCentralManager`, and of `CLLocationManager` until iOS 7; it
  /// is refused, and the app tries again once it is told the answer.
  mutating func refuseUse(
    in request: ServiceRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply? {
    guard let permission = request.permissionUsed(in: profile), let record = apps[slot: slot],
      !record.isAllowed(permission)
    else { return nil }
    if permission != .location || profile.asksForLocationByUse {
      ask(permission, wantsAlways: true, for: record.identifier, in: &turn)
    }
    if record.persistentState.consent != nil {
      turn.record(
        .use(permission),
        of: record.identifier,
        launch: record.process.launch,
        verdict: .denied,
        because: [record.obstacle(to: permission)]
      )
    }
    switch (permission, request) {
    // Their services refuse with errors of their own.
    case (.location, _), (.microphone, _), (.notifications, _): return nil
    case (.accessories, .accessory(.connected)): return .service(.accessories([]))
    case (.bluetooth, _), (.accessories, _): return .refused(.service(.notAuthorized(permission)))
    }
  }
}

extension LocationRequest {
  var usesLocation: Bool {
    switch self {
    case .startUpdating, .requestOnce, .startMonitoringSignificantChanges, .startMonitoringVisits,
      .startMonitoring, .monitor(.add), .live(.start), .beacons(.startMonitoring),
      .beacons(.startRanging):
      true
    case .stopUpdating, .stopMonitoringSignificantChanges, .stopMonitoringVisits, .stopMonitoring,
      .monitoredRegions, .requestState, .deferUpdates, .endDeferral, .authorizationStatus,
      .accuracyAuthorization, .requestFullAccuracy, .monitor, .live, .beacons:
      false
    }
  }
}

extension BluetoothRequest {
  /// Whether the user has to allow it: of peripherals since iOS 7, of centrals since iOS 13.
  func isUse(in profile: Profile) -> Bool {
    switch self {
    case .connect, .scan: profile.asksForCentrals
    case .subscribe(_, _, let isOn): isOn && profile.asksForCentrals
    case .advertise: true
    case .publish(let services, _): !services.isEmpty
    case .cancelConnection, .stopScan, .stopAdvertising, .answer, .updateValue, .standing: false
    }
  }
}
