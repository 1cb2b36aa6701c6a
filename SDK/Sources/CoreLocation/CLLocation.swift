public import Foundation
internal import Torpor

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres within which a location is.
public typealias CLLocationAccuracy = Double
/// Metres a second.
public typealias CLLocationSpeed = Double
/// Degrees from the north.
public typealias CLLocationDirection = Double
/// Metres a second around a speed.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees around a direction.
public typealias CLLocationDirectionAccuracy = Double

/// A point on the earth.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees to the north.
  public var latitude: CLLocationDegrees
  /// Degrees to the east.
  public var longitude: CLLocationDegrees

  /// Makes a point; without an argument the one off Africa.
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

/// Whether there is such a point.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  coordinate.coordinate.isValid
}

/// A point that is none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Where the device was at a moment.
///
/// What is not known is negative, as on Apple's systems.
open class CLLocation: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The point.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above the sea; means nothing where `verticalAccuracy` is negative.
  public let altitude: CLLocationDistance
  /// Metres around the point.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Metres around the altitude.
  public let verticalAccuracy: CLLocationAccuracy
  /// Where the device moves to.
  public let course: CLLocationDirection
  /// How fast it moves.
  public let speed: CLLocationSpeed
  /// When it was there.
  public let timestamp: Date
  /// Metres a second around the speed; negative, since the system does not say it.
  public var speedAccuracy: CLLocationSpeedAccuracy { -1 }
  /// Degrees around the course; negative, since the system does not say it.
  public var courseAccuracy: CLLocationDirectionAccuracy { -1 }
  /// The floor of a building; the system knows none.
  public var floor: CLFloor? { nil }

  /// Makes a location of all its parts.
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

  /// Makes the location of a point, now.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      altitude: 0,
      horizontalAccuracy: 0,
      verticalAccuracy: -1,
      timestamp: Date()
    )
  }

  /// The location as the system gives it; it does not say how exact the altitude is.
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

  /// Locations are written to archives and read from them.
  public class var supportsSecureCoding: Bool { true }

  /// Reads a location from an archive; `nil` where it has none.
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

  /// The metres to another location, over the ground.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    coordinate.distance(to: location.coordinate)
  }
}

extension CLLocationCoordinate2D {
  /// Metres over a sphere.
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
  /// Metres around it.
  public let horizontalAccuracy: CLLocationAccuracy
  /// When it began; `distantPast`: before visits were monitored.
  public let arrivalDate: Date
  /// When it ended; `distantFuture`: it has not.
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
