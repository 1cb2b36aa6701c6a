public import Foundation

/// The events of the location service.
///
/// Every method has a default, because each is optional on Apple's systems, and is called on the main thread; like
/// Apple's protocol, this one does not declare that to the compiler.
@preconcurrency
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  // Shape: one method for each method of Apple's protocol; each has a default.
  /// The device has moved; the newest location is the last one.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// No location is available.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// The device has entered a region.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
  /// The device has left a region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
  /// Whether the device is in a region, in answer to a request.
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  )
  /// Monitoring of a region has started.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
  /// A region cannot be monitored.
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  )
  /// A visit has begun or ended.
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
  /// Updates have paused, because the device does not move.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
  /// Updates have resumed.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
  /// The beacons in range, the nearest first; empty once none is in range.
  func locationManager(
    _ manager: CLLocationManager,
    didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  )
  /// Beacons cannot be ranged.
  func locationManager(
    _ manager: CLLocationManager,
    didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  )
  /// The beacons in range, in the form before iOS 13; called if `locationManager(_:didRange:satisfying:)` is missing.
  func locationManager(
    _ manager: CLLocationManager,
    didRangeBeacons beacons: [CLBeacon],
    in region: CLBeaconRegion
  )
  /// Ranging has failed, in the form before iOS 13; called if `locationManager(_:didFailRangingFor:error:)` is missing.
  func locationManager(
    _ manager: CLLocationManager,
    rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  )
  /// The heading has changed; never called, because the system has no compass.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
  /// Whether the compass may ask to be calibrated; never called.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
  /// The user has decided, or the manager was created.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  /// The authorization has changed; called if `locationManagerDidChangeAuthorization(_:)` is missing.
  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  )
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didStartMonitoringFor region: CLRegion
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
  /// Does nothing.
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
  /// Does nothing.
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
  /// Calls the form with a region.
  public func locationManager(
    _ manager: CLLocationManager,
    didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    let region =
      manager.region(ranged: beaconConstraint) ?? CLBeaconRegion(ranged: beaconConstraint)
    locationManager(manager, didRangeBeacons: beacons, in: region)
  }
  /// Calls the form with a region.
  public func locationManager(
    _ manager: CLLocationManager,
    didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    let region =
      manager.region(ranged: beaconConstraint) ?? CLBeaconRegion(ranged: beaconConstraint)
    locationManager(manager, rangingBeaconsDidFailFor: region, withError: error)
  }
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didRangeBeacons beacons: [CLBeacon],
    in region: CLBeaconRegion
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didUpdateHeading newHeading: CLHeading
  ) {}
  /// Returns false.
  public func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    false
  }
  /// Calls the form with the status.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) {}
}
