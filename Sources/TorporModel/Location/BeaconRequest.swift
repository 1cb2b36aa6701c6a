/// A request of an app about beacons; a region ends with `LocationRequest.stopMonitoring`.
@usableFromInline package enum BeaconRequest: Hashable, Sendable, Saved {
  /// `startMonitoring(for:)`.
  case startMonitoring(BeaconRegion)
  /// `monitoredRegions`, those that are beacon regions; answered by `ServiceReply.beaconRegions`.
  case monitoredRegions
  /// `startRangingBeacons(satisfying:)`: notified how near they are while the app runs.
  case startRanging(BeaconIdentity)
  /// `stopRangingBeacons(satisfying:)`.
  case stopRanging(BeaconIdentity)
}

/// A beacon as the radio heard it.
@usableFromInline package struct BeaconSighting: Hashable, Sendable, Saved {
  /// As `BeaconIdentity.uuid`.
  @usableFromInline package var uuid: String
  /// Its group.
  @usableFromInline package var major: UInt16
  /// Its number in the group.
  @usableFromInline package var minor: UInt16
  /// How strongly it was heard, in dBm.
  @usableFromInline package var signalStrength: Int
  /// Its signal strength at a distance of one metre, in dBm, according to the beacon itself.
  @usableFromInline package var strengthAtOneMetre: Int

  /// Makes a sighting.
  @inlinable package init(
    uuid: String,
    major: UInt16,
    minor: UInt16,
    signalStrength: Int,
    strengthAtOneMetre: Int
  ) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.signalStrength = signalStrength
    self.strengthAtOneMetre = strengthAtOneMetre
  }
}

/// The wanted beacons, and how often their state must be reported.
@usableFromInline package struct BeaconDemand: Hashable, Sendable, Saved {
  /// The UUIDs of the beacons, in order, each once.
  @usableFromInline package var uuids: [String]
  /// The interval at which each needs to be reported at most.
  @usableFromInline package var intervalSeconds: Int

  /// Makes a demand.
  @inlinable package init(uuids: [String], intervalSeconds: Int) {
    self.uuids = uuids
    self.intervalSeconds = intervalSeconds
  }
}
