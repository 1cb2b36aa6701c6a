public import TorporAppModel
internal import TorporAppWire

extension LocationManager {
  /// Monitors beacons as one of the app's 20 regions, and launches the app when they appear or disappear.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
  public func startMonitoring(for region: BeaconRegion) async throws(TorporError) {
    try await call(App.StartMonitoringBeacons(region: region), subject: region.identifier)
  }

  /// The monitored beacon regions, including those of earlier processes.
  public var monitoredBeaconRegions: [BeaconRegion] {
    get async throws(TorporError) {
      try await call(App.MonitoredBeaconRegions()).regions
    }
  }

  /// Starts ranging: the app receives the distance of beacons about once a second while it runs.
  ///
  /// Ranging does not keep the app running.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
  public func startRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) async throws(TorporError) {
    try await call(App.StartRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }

  /// Stops ranging.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func stopRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) async throws(TorporError) {
    try await call(App.StopRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }
}
