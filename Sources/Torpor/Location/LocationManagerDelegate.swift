internal import Synchronization
public import TorporAppModel

/// The callbacks of the location service (`CLLocationManagerDelegate`).
///
/// Every method has a default that does nothing. All run on the main actor, in order with all other callbacks; an app
/// that one of them has woken runs for about 10 s.
@MainActor
public protocol LocationManagerDelegate: AnyObject, Sendable {
  // Shape: one method for each callback of CLLocationManagerDelegate; each has a default.
  /// The device's locations since the last call, oldest first.
  func locationManager(
    _ manager: LocationManager,
    didUpdateLocations locations: [Location]
  ) async
  /// A location could not be determined.
  func locationManager(
    _ manager: LocationManager,
    didFailWithError error: LocationError
  ) async
  /// The device has entered a region.
  func locationManager(_ manager: LocationManager, didEnterRegion region: MonitoredRegion) async
  /// The device has left a region.
  func locationManager(_ manager: LocationManager, didExitRegion region: MonitoredRegion) async
  /// A region is not monitored; `nil`: no region is.
  func locationManager(
    _ manager: LocationManager,
    monitoringDidFailFor region: MonitoredRegion?,
    withError error: LocationError
  ) async
  /// The answer to `requestState(for:)`.
  func locationManager(
    _ manager: LocationManager,
    didDetermineState state: RegionState,
    for region: MonitoredRegion
  ) async
  /// The device has arrived at a place or left it.
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) async
  /// Updates have paused, because the device does not move.
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) async
  /// Updates have resumed.
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) async
  /// A deferral has ended; called once for each deferral.
  func locationManager(
    _ manager: LocationManager,
    didFinishDeferredUpdatesWithError error: LocationError?
  ) async
  /// The user has changed `authorizationStatus` or `accuracyAuthorization`, or a temporary permission has ended.
  func locationManagerDidChangeAuthorization(_ manager: LocationManager) async
  /// The beacons in range, the nearest first; empty once none is in range.
  func locationManager(
    _ manager: LocationManager,
    didRange beacons: [Beacon],
    satisfying constraint: BeaconIdentityConstraint
  ) async
  /// Beacons cannot be ranged.
  func locationManager(
    _ manager: LocationManager,
    didFailRangingFor constraint: BeaconIdentityConstraint,
    error: LocationError
  ) async
}

extension LocationManagerDelegate {
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didUpdateLocations locations: [Location]
  ) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didFailWithError error: LocationError
  ) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didEnterRegion region: MonitoredRegion
  ) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didExitRegion region: MonitoredRegion
  ) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    monitoringDidFailFor region: MonitoredRegion?,
    withError error: LocationError
  ) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didDetermineState state: RegionState,
    for region: MonitoredRegion
  ) async {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didVisit visit: Visit) async {}
  /// Does nothing.
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) async {}
  /// Does nothing.
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didFinishDeferredUpdatesWithError error: LocationError?
  ) async {}
  /// Does nothing.
  public func locationManagerDidChangeAuthorization(_ manager: LocationManager) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didRange beacons: [Beacon],
    satisfying constraint: BeaconIdentityConstraint
  ) async {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didFailRangingFor constraint: BeaconIdentityConstraint,
    error: LocationError
  ) async {}
}

extension Application {
  @MainActor
  func handle(_ callback: LocationCallback) async {
    guard let delegate = delegates.location else { return }
    let manager = locationManager
    switch callback {
    case .didUpdate(let locations):
      await delegate.locationManager(manager, didUpdateLocations: locations)
    case .didFail(let error): await delegate.locationManager(manager, didFailWithError: error)
    case .didEnterRegion(let name):
      await delegate.locationManager(manager, didEnterRegion: MonitoredRegion(identifier: name))
    case .didExitRegion(let name):
      await delegate.locationManager(manager, didExitRegion: MonitoredRegion(identifier: name))
    case .monitoringDidFail(let name, let error):
      await delegate.locationManager(
        manager,
        monitoringDidFailFor: name.map(MonitoredRegion.init(identifier:)),
        withError: error
      )
    case .didDetermineState(let name, let state):
      await delegate.locationManager(
        manager,
        didDetermineState: state,
        for: MonitoredRegion(identifier: name)
      )
    case .didVisit(let visit): await delegate.locationManager(manager, didVisit: visit)
    case .didPauseUpdates: await delegate.locationManagerDidPauseLocationUpdates(manager)
    case .didResumeUpdates: await delegate.locationManagerDidResumeLocationUpdates(manager)
    case .didFinishDeferredUpdates(let error):
      await delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error)
    case .didChangeAuthorization, .didChangeAccuracy:
      await delegate.locationManagerDidChangeAuthorization(manager)
    case .didRange(let constraint, let beacons):
      await delegate.locationManager(manager, didRange: beacons, satisfying: constraint)
    case .rangingDidFail(let constraint, let error):
      await delegate.locationManager(manager, didFailRangingFor: constraint, error: error)
    // Read from `LocationMonitor.events` and `LocationUpdates`.
    case .didChangeCondition, .didUpdateLive: break
    }
  }
}
