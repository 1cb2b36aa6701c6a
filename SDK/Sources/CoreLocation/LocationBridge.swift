internal import AppleSupport
internal import Foundation
internal import Torpor

/// Passes the system's location events to the app's managers: the system has one manager for each app, and Apple's
/// framework has as many as the app creates.
///
/// Nothing here suspends, so a callback has returned when the last delegate's method has returned.
@MainActor
final class LocationBridge: Torpor.LocationManagerDelegate {
  // Shape: one method for each callback of the client library, passed to the managers that requested it.
  /// Held here, because the client library holds its delegates weakly.
  nonisolated static let shared = LocationBridge()

  private struct Entry {
    weak var manager: CLLocationManager?
  }

  private nonisolated let lock = NSLock()
  /// Guarded by `lock`, as is the next member.
  private nonisolated(unsafe) var entries: [Entry] = []
  /// The regions that this process monitors, as the app created them.
  private nonisolated(unsafe) var regions: [String: CLRegion] = [:]

  /// The questions to the user about full accuracy.
  nonisolated let questions = AccuracyQuestions()

  private nonisolated init() {}

  /// Adds a manager of the app, which then receives events.
  nonisolated func add(_ manager: CLLocationManager) {
    // Existing managers are released outside the lock: one that is deallocated then stops its updates.
    let others = lock.withLock {
      let others = entries.compactMap(\.manager)
      entries = (others + [manager]).map { Entry(manager: $0) }
      return others
    }
    withExtendedLifetime(others) {}
    AppleSystem.attempt { application throws(TorporError) in
      application.locationManager.delegate = self
    }
  }

  /// The existing managers, in the order in which they were created.
  nonisolated var managers: [CLLocationManager] {
    lock.withLock { entries.compactMap(\.manager) }
  }

  /// Returns whether another manager of the app uses a service.
  nonisolated func isUsed(_ service: CLLocationManager.Service, besides: CLLocationManager) -> Bool
  {
    managers.contains { $0 !== besides && $0.uses(service) }
  }

  /// Releases all managers at the end of the app's process: none receives further events.
  nonisolated func forget() {
    let old = lock.withLock {
      defer { (entries, regions) = ([], [:]) }
      return (entries.compactMap(\.manager), regions)
    }
    withExtendedLifetime(old) {}
    questions.forget()
  }

  nonisolated func remember(_ region: CLRegion) {
    let old = lock.withLock { regions.updateValue(region, forKey: region.identifier) }
    withExtendedLifetime(old) {}
  }

  nonisolated func forget(_ identifier: String) {
    let old = lock.withLock { regions.removeValue(forKey: identifier) }
    withExtendedLifetime(old) {}
  }

  /// Returns the region with a name, even if an earlier process monitors it.
  private func region(_ identifier: String) -> CLRegion {
    if let known = lock.withLock({ regions[identifier] }) { return known }
    let monitored = Self.monitoredRegions().first { $0.identifier == identifier }
    return monitored ?? CLRegion(identifier: identifier)
  }

  /// Returns all circles and beacons that the app monitors.
  nonisolated static func monitoredRegions() -> [CLRegion] {
    let circles = AppleSystem.attempt { application throws(TorporError) in
      try application.locationManager.currentMonitoredRegions()
    }
    let beacons = AppleSystem.attempt { application throws(TorporError) in
      try application.locationManager.currentMonitoredBeaconRegions()
    }
    return (circles ?? []).map(CLCircularRegion.init)
      + (beacons ?? []).map(CLBeaconRegion.init(monitored:))
  }

  /// Whether the user allows the app full accuracy.
  nonisolated static var isAccuracyFull: Bool {
    let accuracy = AppleSystem.attempt { application throws(TorporError) in
      try application.locationManager.currentAccuracyAuthorization()
    }
    return accuracy == .full
  }

  /// Returns the call with which the system begins to monitor a region; `nil`: regions of its class are not supported.
  nonisolated static func monitoring(
    of region: CLRegion
  ) -> ((LocationManager) throws(TorporError) -> Void)? {
    if let circle = (region as? CLCircularRegion)?.monitored {
      return { manager throws(TorporError) in try manager.startMonitoring(for: circle) }
    }
    if let beacons = (region as? CLBeaconRegion)?.monitored {
      return { manager throws(TorporError) in try manager.startMonitoring(for: beacons) }
    }
    return nil
  }

  private func tell(
    _ services: Set<CLLocationManager.Service>,
    _ call: (CLLocationManager, any CLLocationManagerDelegate) -> Void
  ) {
    for manager in managers where manager.uses(anyOf: services) {
      if let delegate = manager.delegate { call(manager, delegate) }
    }
  }

  private func tellAll(_ call: (CLLocationManager, any CLLocationManagerDelegate) -> Void) {
    for manager in managers {
      if let delegate = manager.delegate { call(manager, delegate) }
    }
  }

  // MARK: Events from the system

  func locationManager(_: LocationManager, didUpdateLocations locations: [Location]) async {
    let locations = locations.map(CLLocation.init)
    guard let newest = locations.last else { return }
    for manager in managers { manager.note(newest) }
    tell([.updates, .significantChanges, .oneLocation]) { manager, delegate in
      manager.ended(.oneLocation)
      delegate.locationManager(manager, didUpdateLocations: locations)
    }
  }

  func locationManager(_: LocationManager, didFailWithError error: LocationError) async {
    let reason = CLError(told: error)
    if reason.code == .promptDeclined { return questions.end(reason) }
    tell([.updates, .significantChanges, .oneLocation]) { manager, delegate in
      manager.ended(.oneLocation)
      delegate.locationManager(manager, didFailWithError: reason)
    }
  }

  func locationManager(_: LocationManager, didEnterRegion region: MonitoredRegion) async {
    let region = self.region(region.identifier)
    tellAll { $1.locationManager($0, didEnterRegion: region) }
  }

  func locationManager(_: LocationManager, didExitRegion region: MonitoredRegion) async {
    let region = self.region(region.identifier)
    tellAll { $1.locationManager($0, didExitRegion: region) }
  }

  func locationManager(
    _: LocationManager,
    monitoringDidFailFor region: MonitoredRegion?,
    withError error: LocationError
  ) async {
    let region = (region?.identifier).map { self.region($0) }
    let error = CLError(told: error)
    tellAll { $1.locationManager($0, monitoringDidFailFor: region, withError: error) }
    if let region { forget(region.identifier) }
  }

  func locationManager(
    _: LocationManager,
    didDetermineState state: RegionState,
    for region: MonitoredRegion
  ) async {
    let region = self.region(region.identifier)
    tellAll { $1.locationManager($0, didDetermineState: CLRegionState(state), for: region) }
  }

  func locationManager(
    _: LocationManager,
    didRange beacons: [Beacon],
    satisfying constraint: BeaconIdentityConstraint
  ) async {
    guard let constraint = CLBeaconIdentityConstraint(constraint) else { return }
    let beacons = beacons.compactMap(CLBeacon.init)
    for manager in managers where manager.ranges(constraint) {
      manager.delegate?.locationManager(manager, didRange: beacons, satisfying: constraint)
    }
  }

  func locationManager(
    _: LocationManager,
    didFailRangingFor constraint: BeaconIdentityConstraint,
    error: LocationError
  ) async {
    guard let constraint = CLBeaconIdentityConstraint(constraint) else { return }
    let error = CLError(told: error)
    for manager in managers where manager.ranges(constraint) {
      manager.delegate?.locationManager(manager, didFailRangingFor: constraint, error: error)
      _ = manager.note(constraint, rangedAs: nil)
    }
  }

  func locationManager(_: LocationManager, didVisit visit: Visit) async {
    let visit = CLVisit(visit)
    tell([.visits]) { $1.locationManager($0, didVisit: visit) }
  }

  func locationManagerDidPauseLocationUpdates(_: LocationManager) async {
    tell([.updates]) { $1.locationManagerDidPauseLocationUpdates($0) }
  }

  func locationManagerDidResumeLocationUpdates(_: LocationManager) async {
    tell([.updates]) { $1.locationManagerDidResumeLocationUpdates($0) }
  }

  func locationManagerDidChangeAuthorization(_: LocationManager) async {
    // The authorization or the accuracy may have changed: only full accuracy is an answer.
    if !questions.isEmpty, Self.isAccuracyFull { questions.end(nil) }
    tellAll { $1.locationManagerDidChangeAuthorization($0) }
  }
}
