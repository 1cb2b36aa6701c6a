/// Which beacons are meant (`CLBeaconIdentityConstraint`).
public struct BeaconIdentity: Hashable, Sendable, Saved {
  /// The number of the beacons' operator, as RFC 9562 writes it, in small letters.
  public var uuid: String
  /// A group of them; `nil`: all.
  public var major: UInt16?
  /// One of the group; `nil`: all.
  public var minor: UInt16?

  /// Makes an identity; `nil` where the number is none, or a minor stands without a major.
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

/// Beacons whose coming and going an app wants to know (`CLBeaconRegion`).
public struct BeaconRegion: Hashable, Sendable, Saved {
  /// Its name within the app, which no circle has besides (LO10).
  public var identifier: String
  /// Which beacons.
  @usableFromInline package var identity: BeaconIdentity
  /// Whether the app is told when the first is heard.
  public var notifyOnEntry: Bool
  /// Whether the app is told when none is heard any more.
  public var notifyOnExit: Bool
  /// Whether the app is told that one is near whenever the user lights the screen (LO13).
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

/// How near a beacon is, about (`CLProximity`).
public enum BeaconProximity: String, Hashable, Sendable, Saved, CaseIterable {
  case unknown
  /// Within half a metre.
  case immediate
  /// Within 4 m.
  case near
  case far
}

/// A beacon that is heard (`CLBeacon`).
public struct Beacon: Hashable, Sendable, Saved {
  /// Which one it is: with a major and a minor.
  @usableFromInline package var identity: BeaconIdentity
  /// How near it is.
  public var proximity: BeaconProximity
  /// How far it is at most, in metres, about; `nil`: unknown.
  @usableFromInline package var accuracyMetres: Double?
  /// How strongly it is heard, in dBm.
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
