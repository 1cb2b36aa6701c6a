public import TorporModel

extension LocationManager {
  /// Monitors beacons as one of the app's 20 regions, and launches the app when they come and go.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func startMonitoring(for region: BeaconRegion) async throws(TorporError) {
    try await ask(.beacons(.startMonitoring(region)), subject: region.identifier)
  }

  /// The beacon regions that are monitored, those of earlier processes included.
  public var monitoredBeaconRegions: [BeaconRegion] {
    get async throws(TorporError) {
      guard case .beaconRegions(let regions) = try await ask(.beacons(.monitoredRegions)) else {
        return []
      }
      return regions
    }
  }

  /// Starts ranging: the distance of beacons, about once a second, while the app runs.
  ///
  /// It does not keep the app running.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func startRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) async throws(TorporError) {
    try await ask(.beacons(.startRanging(constraint)), subject: constraint.uuid)
  }

  /// Stops ranging.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func stopRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) async throws(TorporError) {
    try await ask(.beacons(.stopRanging(constraint)), subject: constraint.uuid)
  }
}
