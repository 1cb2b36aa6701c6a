public import Foundation
internal import Torpor

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// The radius of uncertainty in metres.
public typealias CLLocationAccuracy = Double
/// Metres per second.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from north.
public typealias CLLocationDirection = Double
/// The uncertainty of a speed in metres per second.
public typealias CLLocationSpeedAccuracy = Double
/// The uncertainty of a direction in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// A point on the earth.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north.
  public var latitude: CLLocationDegrees
  /// Degrees east.
  public var longitude: CLLocationDegrees

  /// Makes a point; without arguments, the one off the coast of Africa.
  public init(latitude: CLLocationDegrees = 0, longitude: CLLocationDegrees = 0) {
    self.latitude = latitude
    self.longitude = longitude
  }

  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}

/// Makes a point.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees,
  _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Returns whether the coordinates are valid.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  coordinate.coordinate.isValid
}

/// An invalid point.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// The location of the device at a moment.
///
/// Unknown values are negative, as on Apple's systems.
open class CLLocation: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The point.
  public let coordinate: CLLocationCoordinate2D
  /// The altitude above sea level in metres; meaningless if `verticalAccuracy` is negative.
  public let altitude: CLLocationDistance
  /// The uncertainty of the point in metres.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of the altitude in metres.
  public let verticalAccuracy: CLLocationAccuracy
  /// The direction in which the device moves.
  public let course: CLLocationDirection
  /// The speed of the device.
  public let speed: CLLocationSpeed
  /// The time at which the device was there.
  public let timestamp: Date
  /// The uncertainty of the speed in metres per second; negative, because the system does not report it.
  public var speedAccuracy: CLLocationSpeedAccuracy { -1 }
  /// The uncertainty of the course in degrees; negative, because the system does not report it.
  public var courseAccuracy: CLLocationDirectionAccuracy { -1 }
  /// The floor of a building; the system knows none.
  public var floor: CLFloor? { nil }

  /// Makes a location from all its parts.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection = -1,
    speed: CLLocationSpeed = -1,
    timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.speed = speed
    self.timestamp = timestamp
  }

  /// Makes a location at a point, with the current time.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      altitude: 0,
      horizontalAccuracy: 0,
      verticalAccuracy: -1,
      timestamp: Date()
    )
  }

  /// Makes a location from the system's form, which has no accuracy of the altitude.
  convenience init(_ location: Location) {
    self.init(
      coordinate: CLLocationCoordinate2D(location.coordinate),
      altitude: location.altitude ?? 0,
      horizontalAccuracy: location.horizontalAccuracy,
      verticalAccuracy: location.altitude == nil ? -1 : location.horizontalAccuracy,
      course: location.course ?? -1,
      speed: location.speed ?? -1,
      timestamp: Date(timeIntervalSince1970: location.timestamp.timeIntervalSince1970)
    )
  }

  /// Whether locations can be archived securely: yes.
  public class var supportsSecureCoding: Bool { true }

  /// Reads a location from an archive; `nil` if it has none.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Key.latitude), coder.containsValue(forKey: Key.timestamp)
    else { return nil }
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: Key.latitude),
      longitude: coder.decodeDouble(forKey: Key.longitude)
    )
    altitude = coder.decodeDouble(forKey: Key.altitude)
    horizontalAccuracy = coder.decodeDouble(forKey: Key.horizontalAccuracy)
    verticalAccuracy = coder.decodeDouble(forKey: Key.verticalAccuracy)
    course = coder.decodeDouble(forKey: Key.course)
    speed = coder.decodeDouble(forKey: Key.speed)
    timestamp = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: Key.timestamp))
  }

  /// Writes the location to an archive, under keys that are not Apple's.
  open func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: Key.latitude)
    coder.encode(coordinate.longitude, forKey: Key.longitude)
    coder.encode(altitude, forKey: Key.altitude)
    coder.encode(horizontalAccuracy, forKey: Key.horizontalAccuracy)
    coder.encode(verticalAccuracy, forKey: Key.verticalAccuracy)
    coder.encode(course, forKey: Key.course)
    coder.encode(speed, forKey: Key.speed)
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Key.timestamp)
  }

  private enum Key {
    static let (latitude, longitude, altitude) = ("latitude", "longitude", "altitude")
    static let (horizontalAccuracy, verticalAccuracy) = ("horizontalAccuracy", "verticalAccuracy")
    static let (course, speed, timestamp) = ("course", "speed", "timestamp")
  }

  /// Returns the distance to another location over the ground, in metres.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    coordinate.distance(to: location.coordinate)
  }
}

extension CLLocationCoordinate2D {
  /// Returns the distance over a sphere in metres.
  func distance(to other: CLLocationCoordinate2D) -> CLLocationDistance {
    // The mean radius of WGS 84, (2a + b) / 3.
    let earthRadius = 6_371_008.8
    let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let width = sin((longitude - other.longitude) * .pi / 360)
    let height = sin(first / 2 - second / 2)
    let chord = height * height + cos(first) * cos(second) * width * width
    return 2 * earthRadius * asin(min(1, chord.squareRoot()))
  }
}

/// A stay at a place.
open class CLVisit: NSObject, @unchecked Sendable {
  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// The uncertainty of the place in metres.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The time of arrival; `distantPast`: before visits were monitored.
  public let arrivalDate: Date
  /// The time of departure; `distantFuture`: the visit has not ended.
  public let departureDate: Date

  init(_ visit: Visit) {
    coordinate = CLLocationCoordinate2D(visit.coordinate)
    horizontalAccuracy = visit.horizontalAccuracy
    let (arrival, departure) = (visit.arrivalDate, visit.departureDate)
    arrivalDate =
      arrival == .distantPast
      ? .distantPast : Date(timeIntervalSince1970: arrival.timeIntervalSince1970)
    departureDate =
      departure == .distantFuture
      ? .distantFuture : Date(timeIntervalSince1970: departure.timeIntervalSince1970)
  }
}

/// A floor of a building, which the system never knows.
public final class CLFloor: NSObject, Sendable {
  /// Its number above the ground.
  public let level: Int

  init(level: Int) { self.level = level }
}
