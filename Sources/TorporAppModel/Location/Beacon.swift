/// The identity of one or more beacons (`CLBeaconIdentityConstraint`).
public struct BeaconIdentity: Hashable, Sendable, Saved {
  /// The UUID of the beacons' operator, in the format of RFC 9562, in lower case.
  public var uuid: String
  /// A group of them; `nil`: all.
  public var major: UInt16?
  /// One of the group; `nil`: all.
  public var minor: UInt16?

  /// Makes an identity; `nil` if the UUID is invalid, or there is a minor without a major.
  public init?(uuid: String, major: UInt16? = nil, minor: UInt16? = nil) {
    let small = uuid.lowercased()
    let groups = small.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } }),
      minor == nil || major != nil
    else { return nil }
    self.uuid = small
    self.major = major
    self.minor = minor
  }
}

/// Beacons that an app monitors for entry and exit (`CLBeaconRegion`).
public struct BeaconRegion: Hashable, Sendable, Saved {
  /// Its name within the app; no circular region has the same one (LO10).
  public var identifier: String
  /// The beacons.
  @usableFromInline package var identity: BeaconIdentity
  /// Whether the app is notified when the first beacon is heard.
  public var notifyOnEntry: Bool
  /// Whether the app is notified when no beacon is heard any more.
  public var notifyOnExit: Bool
  /// Whether the app is notified that one is near whenever the user turns the screen on (LO13).
  public var notifyEntryStateOnDisplay: Bool

  /// Makes a region.
  @usableFromInline package init(
    identifier: String,
    identity: BeaconIdentity,
    notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true,
    notifyEntryStateOnDisplay: Bool = false
  ) {
    self.identifier = identifier
    self.identity = identity
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
    self.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
  }
}

/// The approximate distance of a beacon (`CLProximity`).
public enum BeaconProximity: String, Hashable, Sendable, Saved, CaseIterable {
  case unknown
  /// Within half a metre.
  case immediate
  /// Within 4 m.
  case near
  case far
}

/// A beacon in range (`CLBeacon`).
public struct Beacon: Hashable, Sendable, Saved {
  /// Its identity, with a major and a minor.
  @usableFromInline package var identity: BeaconIdentity
  /// How near it is.
  public var proximity: BeaconProximity
  /// The approximate maximum distance, in metres; `nil`: unknown.
  @usableFromInline package var accuracyMetres: Double?
  /// The signal strength, in dBm.
  @usableFromInline package var signalStrength: Int

  /// Makes a beacon.
  @usableFromInline package init(
    identity: BeaconIdentity,
    proximity: BeaconProximity,
    accuracyMetres: Double?,
    signalStrength: Int
  ) {
    self.identity = identity
    self.proximity = proximity
    self.accuracyMetres = accuracyMetres
    self.signalStrength = signalStrength
  }
}
