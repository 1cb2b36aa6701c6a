/// A point on the earth, in degrees (`CLLocationCoordinate2D`).
public struct Coordinate: Hashable, Sendable, Saved {
  /// -90 to 90, north is positive.
  public var latitude: Double
  /// -180 to 180, east is positive.
  public var longitude: Double

  /// Makes a point; coordinates beyond the poles or the date line are not valid (`isValid`).
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether the numbers are a valid point.
  public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

extension Coordinate {
  /// Writes both numbers; handwritten, because places are moved when a value is shared.
  package func write(to writer: inout SavedWriter) {
    let (latitude, longitude) = writer.moved(latitude: latitude, longitude: longitude)
    writer.beginObject()
    writer.key("latitude")
    latitude.write(to: &writer)
    writer.key("longitude")
    longitude.write(to: &writer)
    writer.endObject()
  }

  /// Reads both numbers.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("latitude")
    latitude = try Double(from: &reader)
    try reader.key("longitude")
    longitude = try Double(from: &reader)
    try reader.endObject()
  }
}

/// A location of the device (`CLLocation`).
public struct Location: Hashable, Sendable, Saved {
  /// The middle of the circle in which the device was.
  public var coordinate: Coordinate
  /// Radius of that circle, in metres.
  @usableFromInline package var horizontalAccuracyMetres: Double
  /// When it was there.
  @usableFromInline package var at: Instant
  /// Height above sea level, in metres, if known.
  @usableFromInline package var altitudeMetres: Double?
  /// Speed in metres a second, if known.
  public var speed: Double?
  /// Course in degrees clockwise from north, if known.
  public var course: Double?

  /// Makes a fix.
  @usableFromInline package init(
    coordinate: Coordinate,
    horizontalAccuracyMetres: Double,
    at: Instant,
    altitudeMetres: Double? = nil,
    speed: Double? = nil,
    course: Double? = nil
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
    self.at = at
    self.altitudeMetres = altitudeMetres
    self.speed = speed
    self.course = course
  }
}

/// A circle on the map (`CLCircularRegion`).
public struct CircularRegion: Hashable, Sendable, Saved {
  /// Its name within the app; a second region of that name replaces it (LO10).
  public var identifier: String
  /// Its centre.
  public var center: Coordinate
  /// Its radius, in metres.
  @usableFromInline package var radiusMetres: Double
  /// Whether the app is notified when the device enters it.
  public var notifyOnEntry: Bool
  /// Whether the app is notified when the device leaves it.
  public var notifyOnExit: Bool

  /// Makes a region.
  @usableFromInline package init(
    identifier: String,
    center: Coordinate,
    radiusMetres: Double,
    notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.center = center
    self.radiusMetres = radiusMetres
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}

/// A stay at a place (`CLVisit`).
public struct Visit: Hashable, Sendable, Saved {
  /// The middle of the place.
  public var coordinate: Coordinate
  /// The accuracy of the coordinate, in metres.
  @usableFromInline package var horizontalAccuracyMetres: Double
  /// When the device arrived; `nil`: before monitoring began (`Date.distantPast`).
  @usableFromInline package var arrival: Instant?
  /// When it left; `nil`: it is still there (`Date.distantFuture`).
  @usableFromInline package var departure: Instant?

  /// Makes a visit.
  @usableFromInline package init(
    coordinate: Coordinate,
    horizontalAccuracyMetres: Double,
    arrival: Instant?,
    departure: Instant?
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
    self.arrival = arrival
    self.departure = departure
  }
}
