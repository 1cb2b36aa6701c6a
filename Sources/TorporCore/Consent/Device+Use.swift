import TorporModel

// Uses by apps that require the user's permission.

extension Device {
  /// Returns the refusal of an app's request that the user has not allowed; `nil`: it is allowed.
  ///
  /// The first use asks the user, as for `AVAudioSession`, `CBCentralManager`, and for
  /// `CLLocationManager` until iOS 7; it is refused, and the app tries again once it is notified of
  /// the answer.
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
  /// Returns whether the user must allow it: for peripherals since iOS 7, for centrals since iOS 13.
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
