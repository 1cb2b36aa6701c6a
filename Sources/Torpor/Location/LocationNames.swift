internal import Glibc
public import TorporAppModel

// Apple's names for the members of the location service's values. As in Core Location, the units are metres, metres per
// second and degrees.

/// A region with an identifier (`CLRegion`).
public protocol Region: Sendable {
  /// The region's name within the app.
  var identifier: String { get }
}

/// A region as named in callbacks; `monitoredRegions` contains its position.
public struct MonitoredRegion: Region, Hashable {
  /// The region's name within the app.
  public let identifier: String

  /// Makes a region with a name.
  public init(identifier: String) { self.identifier = identifier }
}

extension CircularRegion: Region {
  /// The radius in metres.
  public var radius: Double {
    get { radiusMetres }
    set { radiusMetres = newValue }
  }

  /// Makes a circle; the radius is in metres.
  public init(center: Coordinate, radius: Double, identifier: String) {
    self.init(identifier: identifier, center: center, radiusMetres: radius)
  }

  /// Returns whether a point is in the circle, on a sphere with the earth's mean radius.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.distance(from: center) <= radius
  }
}

extension BeaconRegion: Region {
  /// The identity of the beacons.
  public var beaconIdentityConstraint: BeaconIdentityConstraint {
    get { identity }
    set { identity = newValue }
  }

  /// Makes a region of beacons.
  public init(beaconIdentityConstraint: BeaconIdentityConstraint, identifier: String) {
    self.init(identifier: identifier, identity: beaconIdentityConstraint)
  }
}

extension Beacon {
  /// The identifier of the beacons' owner.
  public var uuid: String { identity.uuid }
  /// The group.
  public var major: UInt16 { identity.major ?? 0 }
  /// The number within the group.
  public var minor: UInt16 { identity.minor ?? 0 }
  /// The approximate maximum distance in metres; `nil`: unknown (Apple: negative).
  public var accuracy: Double? { accuracyMetres }
  /// The strength of the signal, in dBm.
  public var rssi: Int { signalStrength }
}

extension Location {
  /// The radius of the circle in which the device was, in metres.
  public var horizontalAccuracy: Double { horizontalAccuracyMetres }
  /// The height above the sea, in metres; `nil`: unknown.
  public var altitude: Double? { altitudeMetres }
  /// The time at which the device was there.
  public var timestamp: WallDate { TimeLine.date(of: at) }
}

extension Coordinate {
  /// Returns the distance between two points in metres, on a sphere with the earth's mean radius.
  func distance(from other: Coordinate) -> Double {
    // The mean radius of WGS 84, (2a + b) / 3.
    let earthRadius = 6_371_008.8
    let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let width = sin((longitude - other.longitude) * .pi / 360)
    let height = sin(first / 2 - second / 2)
    let chord = height * height + cos(first) * cos(second) * width * width
    return 2 * earthRadius * asin(min(1, chord.squareRoot()))
  }
}

extension Visit {
  /// The accuracy of the position, in metres.
  public var horizontalAccuracy: Double { horizontalAccuracyMetres }
  /// The time of arrival; `distantPast` if the device was there before visits were monitored.
  public var arrivalDate: WallDate { arrival.map(TimeLine.date(of:)) ?? .distantPast }
  /// The time of departure; `distantFuture` while the device is there.
  public var departureDate: WallDate { departure.map(TimeLine.date(of:)) ?? .distantFuture }
}

extension MonitorEvent {
  /// The time at which the condition changed.
  public var date: WallDate { TimeLine.date(of: at) }
}

extension MonitorCondition {
  /// Makes the condition that the device is in a circle (`CLMonitor.CircularGeographicCondition`); the radius is in
  /// metres.
  public static func circularGeographic(
    center: Coordinate,
    radius: Double
  ) -> MonitorCondition {
    .circle(center: center, radiusMetres: radius)
  }
}
