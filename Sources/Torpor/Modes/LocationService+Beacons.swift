public import TorporModel

extension LocationService {
  /// Asks to be woken when beacons come and go; one of the app's 20 regions, ended by
  /// `stopMonitoring(for:)`.
  ///
  /// - Throws: as `startUpdating`.
  public func startMonitoring(for region: BeaconRegion) async throws(TorporError) {
    try await ask(.beacons(.startMonitoring(region)), subject: region.identifier)
  }

  /// The beacons that are watched for, those of earlier processes too.
  ///
  /// - Throws: as `stopUpdating`.
  public func monitoredBeaconRegions() async throws(TorporError) -> [BeaconRegion] {
    guard case .beaconRegions(let regions) = try await ask(.beacons(.monitoredRegions)) else {
      return []
    }
    return regions
  }

  /// Asks how near beacons are, about once a second, while the app runs; it does not keep it running.
  ///
  /// - Throws: as `startUpdating`.
  public func startRanging(_ identity: BeaconIdentity) async throws(TorporError) {
    try await ask(.beacons(.startRanging(identity)), subject: identity.uuid)
  }

  /// Asks no more.
  ///
  /// - Throws: as `stopUpdating`.
  public func stopRanging(_ identity: BeaconIdentity) async throws(TorporError) {
    try await ask(.beacons(.stopRanging(identity)), subject: identity.uuid)
  }
}
