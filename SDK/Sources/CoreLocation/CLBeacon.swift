public import Foundation
package import Torpor

/// The number of a group of beacons.
public typealias CLBeaconMajorValue = UInt16
/// The number of a beacon in its group.
public typealias CLBeaconMinorValue = UInt16

/// The identity of beacons; two with the same numbers are equal.
open class CLBeaconIdentityConstraint: NSObject, @unchecked Sendable {
  /// The UUID of the beacons' operator.
  public let uuid: UUID
  /// The group; `nil`: all.
  public let major: CLBeaconMajorValue?
  /// The number in the group; `nil`: all.
  public let minor: CLBeaconMinorValue?

  private init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    (self.uuid, self.major, self.minor) = (uuid, major, minor)
  }

  /// Matches all beacons of an operator.
  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }
  /// Matches the beacons of a group.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }
  /// Matches one beacon.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  /// Makes the identity that the system reports; `nil` if its UUID is invalid.
  convenience init?(_ constraint: BeaconIdentityConstraint) {
    guard let uuid = UUID(uuidString: constraint.uuid) else { return nil }
    self.init(uuid, constraint.major, constraint.minor)
  }

  /// The identity in the system's form.
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

/// Beacons that an app monitors.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
  /// The identity of the beacons.
  public let beaconIdentityConstraint: CLBeaconIdentityConstraint
  /// Whether the app is notified that one is near whenever the user turns on the screen.
  open var notifyEntryStateOnDisplay = false

  /// Makes a region.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    self.beaconIdentityConstraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// Makes a region of all beacons of an operator.
  public convenience init(uuid: UUID, identifier: String) {
    self.init(beaconIdentityConstraint: .init(uuid: uuid), identifier: identifier)
  }
  /// Makes a region of the beacons of a group.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(beaconIdentityConstraint: .init(uuid: uuid, major: major), identifier: identifier)
  }
  /// Makes a region of one beacon.
  public convenience init(
    uuid: UUID,
    major: CLBeaconMajorValue,
    minor: CLBeaconMinorValue,
    identifier: String
  ) {
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    self.init(beaconIdentityConstraint: constraint, identifier: identifier)
  }
  /// Makes a region like `init(uuid:identifier:)`, before iOS 13.
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }

  /// Makes a region from ranged beacons, in the form of systems before iOS 13.
  convenience init(ranged constraint: CLBeaconIdentityConstraint) {
    self.init(beaconIdentityConstraint: constraint, identifier: constraint.uuid.uuidString)
  }

  /// The UUID of the beacons' operator.
  open var uuid: UUID { beaconIdentityConstraint.uuid }
  /// The same as `uuid`, before iOS 13.
  open var proximityUUID: UUID { uuid }
  /// The group; `nil`: all.
  open var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }
  /// The number in the group; `nil`: all.
  open var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }

  /// The region in the system's form.
  package var monitored: BeaconRegion? {
    guard let identity = beaconIdentityConstraint.identity else { return nil }
    var region = BeaconRegion(beaconIdentityConstraint: identity, identifier: identifier)
    (region.notifyOnEntry, region.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    region.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return region
  }

  /// Makes a region from the system's form; its UUID is valid, because it was checked when the region was submitted.
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

/// The approximate distance of a beacon.
public enum CLProximity: Int, Sendable {
  /// The distance is unknown.
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

/// A beacon in range.
open class CLBeacon: NSObject, @unchecked Sendable {
  /// The UUID of its operator.
  public let uuid: UUID
  /// Its group.
  public let major: NSNumber
  /// Its number in the group.
  public let minor: NSNumber
  /// Its approximate distance.
  public let proximity: CLProximity
  /// The approximate maximum distance, in metres; negative: unknown.
  public let accuracy: CLLocationAccuracy
  /// The signal strength, in dBm.
  public let rssi: Int
  /// The time at which the signal was received.
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

  /// The same as `uuid`, before iOS 13.
  open var proximityUUID: UUID { uuid }
}
