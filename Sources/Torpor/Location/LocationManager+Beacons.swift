public import TorporAppModel
internal import TorporAppWire

extension LocationManager {
  /// Monitors beacons as one of the app's 20 regions, and launches the app when they come and go.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func startMonitoring(for region: BeaconRegion) async throws(TorporError) {
    try await call(App.StartMonitoringBeacons(region: region), subject: region.identifier)
  }

  /// The beacon regions that are monitored, those of earlier processes included.
  public var monitoredBeaconRegions: [BeaconRegion] {
    get async throws(TorporError) {
      try await call(App.MonitoredBeaconRegions()).regions
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
    try await call(App.StartRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }

  /// Stops ranging.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func stopRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) async throws(TorporError) {
    try await call(App.StopRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }
}
