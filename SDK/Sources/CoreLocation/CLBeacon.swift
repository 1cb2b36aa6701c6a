public import Foundation
package import Torpor

/// The number of a group of beacons.
public typealias CLBeaconMajorValue = UInt16
/// The number of a beacon in its group.
public typealias CLBeaconMinorValue = UInt16

/// Which beacons are meant; two with the same numbers are the same.
open class CLBeaconIdentityConstraint: NSObject, @unchecked Sendable {
  /// The number of the beacons' operator.
  public let uuid: UUID
  /// The group; `nil`: all.
  public let major: CLBeaconMajorValue?
  /// The number in the group; `nil`: all.
  public let minor: CLBeaconMinorValue?

  private init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    (self.uuid, self.major, self.minor) = (uuid, major, minor)
  }

  /// All beacons of an operator.
  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }
  /// The beacons of a group.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }
  /// One beacon.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  /// What the system names; `nil` where its number is none.
  convenience init?(_ constraint: BeaconIdentityConstraint) {
    guard let uuid = UUID(uuidString: constraint.uuid) else { return nil }
    self.init(uuid, constraint.major, constraint.minor)
  }

  /// The beacons as the system takes them.
  var identity: BeaconIdentityConstraint? {
    BeaconIdentityConstraint(uuid: uuid.uuidString, major: major, minor: minor)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return (other.uuid, other.major, other.minor) == (uuid, major, minor)
  }
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(uuid)
    hasher.combine(major)
    hasher.combine(minor)
    return hasher.finalize()
  }
}

/// Beacons whose coming and going an app wants to know.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
  /// Which beacons.
  public let beaconIdentityConstraint: CLBeaconIdentityConstraint
  /// Whether the app is told that one is near whenever the user lights the screen.
  open var notifyEntryStateOnDisplay = false

  /// Makes a region.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    self.beaconIdentityConstraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// All beacons of an operator.
  public convenience init(uuid: UUID, identifier: String) {
    self.init(beaconIdentityConstraint: .init(uuid: uuid), identifier: identifier)
  }
  /// The beacons of a group.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(beaconIdentityConstraint: .init(uuid: uuid, major: major), identifier: identifier)
  }
  /// One beacon.
  public convenience init(
    uuid: UUID,
    major: CLBeaconMajorValue,
    minor: CLBeaconMinorValue,
    identifier: String
  ) {
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    self.init(beaconIdentityConstraint: constraint, identifier: identifier)
  }
  /// As `init(uuid:identifier:)`, before iOS 13.
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }

  /// What is ranged, in the form of systems before iOS 13.
  convenience init(ranged constraint: CLBeaconIdentityConstraint) {
    self.init(beaconIdentityConstraint: constraint, identifier: constraint.uuid.uuidString)
  }

  /// The number of the beacons' operator.
  open var uuid: UUID { beaconIdentityConstraint.uuid }
  /// As `uuid`, before iOS 13.
  open var proximityUUID: UUID { uuid }
  /// The group; `nil`: all.
  open var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }
  /// The number in the group; `nil`: all.
  open var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }

  /// The region as the system takes it.
  package var monitored: BeaconRegion? {
    guard let identity = beaconIdentityConstraint.identity else { return nil }
    var region = BeaconRegion(beaconIdentityConstraint: identity, identifier: identifier)
    (region.notifyOnEntry, region.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    region.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return region
  }

  /// The region as the system gives it back; its number is one, since it was checked when it was taken.
  package convenience init(monitored region: BeaconRegion) {
    let constraint = CLBeaconIdentityConstraint(region.beaconIdentityConstraint)
    self.init(
      beaconIdentityConstraint: constraint ?? CLBeaconIdentityConstraint(uuid: UUID()),
      identifier: region.identifier
    )
    (notifyOnEntry, notifyOnExit) = (region.notifyOnEntry, region.notifyOnExit)
    notifyEntryStateOnDisplay = region.notifyEntryStateOnDisplay
  }
}

/// How near a beacon is, about.
public enum CLProximity: Int, Sendable {
  /// It is not known.
  case unknown = 0
  /// Within half a metre.
  case immediate = 1
  /// Within 4 m.
  case near = 2
  /// Farther away.
  case far = 3

  init(_ proximity: BeaconProximity) {
    self =
      switch proximity {
      case .unknown: .unknown
      case .immediate: .immediate
      case .near: .near
      case .far: .far
      }
  }
}

/// A beacon that is heard.
open class CLBeacon: NSObject, @unchecked Sendable {
  /// The number of its operator.
  public let uuid: UUID
  /// Its group.
  public let major: NSNumber
  /// Its number in the group.
  public let minor: NSNumber
  /// How near it is, about.
  public let proximity: CLProximity
  /// How far it is at most, in metres; negative: unknown.
  public let accuracy: CLLocationAccuracy
  /// How strongly it is heard, in dBm.
  public let rssi: Int
  /// When it was heard.
  public let timestamp: Date

  init?(_ beacon: Beacon) {
    guard let uuid = UUID(uuidString: beacon.uuid) else { return nil }
    self.uuid = uuid
    major = NSNumber(value: beacon.major)
    minor = NSNumber(value: beacon.minor)
    proximity = CLProximity(beacon.proximity)
    accuracy = beacon.accuracy ?? -1
    rssi = beacon.rssi
    timestamp = Date()
  }

  /// As `uuid`, before iOS 13.
  open var proximityUUID: UUID { uuid }
}
