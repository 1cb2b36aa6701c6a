/// What an app asks about beacons; a region ends with `LocationRequest.stopMonitoring`.
@usableFromInline package enum BeaconRequest: Hashable, Sendable, Saved {
  /// `startMonitoring(for:)`.
  case startMonitoring(BeaconRegion)
  /// `monitoredRegions`, as far as they are beacons; answered by `ServiceReply.beaconRegions`.
  case monitoredRegions
  /// `startRangingBeacons(satisfying:)`: told how near they are, while the app runs.
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
  /// How strongly it is heard a metre away, in dBm, as it says itself.
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

/// Which beacons are wanted, and how often their state has to be reported.
@usableFromInline package struct BeaconDemand: Hashable, Sendable, Saved {
  /// Whose beacons, in order, each once.
  @usableFromInline package var uuids: [String]
  /// Each needs not be told more often.
  @usableFromInline package var intervalSeconds: Int

  /// Makes a demand.
  @inlinable package init(uuids: [String], intervalSeconds: Int) {
    self.uuids = uuids
    self.intervalSeconds = intervalSeconds
  }
}
