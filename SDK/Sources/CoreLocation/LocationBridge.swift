internal import AppleSupport
internal import Foundation
internal import Torpor

/// Hands what the system tells the app of places to the managers of the app: the system has one manager for each app,
/// and Apple's has as many as the app makes.
///
/// Nothing here suspends, so that a callback has returned when the last delegate's method has.
@MainActor
final class LocationBridge: Torpor.LocationManagerDelegate {
  /// Held here, since the client library holds its delegates weakly.
  nonisolated static let shared = LocationBridge()

  private struct Entry {
    weak var manager: CLLocationManager?
  }

  private nonisolated let lock = NSLock()
  /// Within `lock`, as the next one.
  private nonisolated(unsafe) var entries: [Entry] = []
  /// What this process monitors, as the app made it.
  private nonisolated(unsafe) var regions: [String: CLRegion] = [:]

  /// What is called when the user has answered about full accuracy.
  private nonisolated(unsafe) var questions: [((any Error)?) -> Void] = []

  private nonisolated init() {}

  /// Has a manager of the app hear of places.
  nonisolated func add(_ manager: CLLocationManager) {
    // Those that are there are let go outside of the lock: one that goes then stops its updates.
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

  /// The managers that are there, in the order in which they were made.
  nonisolated var managers: [CLLocationManager] {
    lock.withLock { entries.compactMap(\.manager) }
  }

  /// Whether another manager of the app uses a service.
  nonisolated func isUsed(_ service: CLLocationManager.Service, besides: CLLocationManager) -> Bool
  {
    managers.contains { $0 !== besides && $0.uses(service) }
  }

  /// The app of the process has ended: none of its managers is told anything any more.
  nonisolated func forget() {
    let old = lock.withLock {
      defer { (entries, regions, questions) = ([], [:], []) }
      return (entries.compactMap(\.manager), regions, questions)
    }
    withExtendedLifetime(old) {}
  }

  /// Has a body called when the user has answered about full accuracy.
  nonisolated func awaitFullAccuracy(_ completion: (((any Error)?) -> Void)?) {
    if let completion { lock.withLock { questions.append(completion) } }
  }

  /// The user has answered about full accuracy, or could not be asked.
  nonisolated func endFullAccuracy(_ error: CLError?) {
    let ended = lock.withLock {
      defer { questions = [] }
      return questions
    }
    for completion in ended { completion(error) }
  }

  nonisolated func remember(_ region: CLRegion) {
    let old = lock.withLock { regions.updateValue(region, forKey: region.identifier) }
    withExtendedLifetime(old) {}
  }

  nonisolated func forget(_ identifier: String) {
    let old = lock.withLock { regions.removeValue(forKey: identifier) }
    withExtendedLifetime(old) {}
  }

  /// The region of a name, also of one that an earlier process monitors.
  private func region(_ identifier: String) -> CLRegion {
    if let known = lock.withLock({ regions[identifier] }) { return known }
    let monitored = Self.monitoredRegions().first { $0.identifier == identifier }
    return monitored ?? CLRegion(identifier: identifier)
  }

  /// All circles and beacons that the app monitors.
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

  /// How the system begins to monitor a region; `nil`: it does not know regions of its class.
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

  // MARK: What the system tells

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
    if CLError(told: error).code == .promptDeclined { return endFullAccuracy(CLError(told: error)) }
    tell([.updates, .significantChanges, .oneLocation]) { manager, delegate in
      manager.ended(.oneLocation)
      delegate.locationManager(manager, didFailWithError: CLError(told: error))
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
    for manager in managers where manager.note(constraint, isRanged: false) {
      manager.delegate?.locationManager(manager, didFailRangingFor: constraint, error: error)
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
    endFullAccuracy(nil)
    tellAll { $1.locationManagerDidChangeAuthorization($0) }
  }
}
