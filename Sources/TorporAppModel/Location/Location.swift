/// A point on the earth, in degrees (`CLLocationCoordinate2D`).
public struct Coordinate: Hashable, Sendable, Saved {
  /// -90 to 90, north is positive.
  public var latitude: Double
  /// -180 to 180, east is positive.
  public var longitude: Double

  /// Makes a point; what lies beyond the poles or the date line is not a point (`isValid`).
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether the numbers name a point.
  public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

extension Coordinate {
  /// Writes both numbers; by hand, since places are moved where a value is given away.
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

/// Where the device was (`CLLocation`).
public struct Location: Hashable, Sendable, Saved {
  /// The middle of the circle in which the device was.
  public var coordinate: Coordinate
  /// Radius of that circle, in metres.
  @usableFromInline package var horizontalAccuracyMetres: Double
  /// When it was there.
  @usableFromInline package var at: Instant
  /// Height above the sea, in metres, where known.
  @usableFromInline package var altitudeMetres: Double?
  /// Metres a second, where known.
  public var speed: Double?
  /// Degrees clockwise from north, where known.
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
  /// Its name within the app; a second region of that name takes its place (LO10).
  public var identifier: String
  /// Its middle.
  public var center: Coordinate
  /// In metres.
  @usableFromInline package var radiusMetres: Double
  /// Whether the app is told when the device comes in.
  public var notifyOnEntry: Bool
  /// Whether the app is told when the device goes out.
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
  /// How exactly that is known, in metres.
  @usableFromInline package var horizontalAccuracyMetres: Double
  /// When the device came; `nil`: before it was watched (`Date.distantPast`).
  @usableFromInline package var arrival: Instant?
  /// When it went; `nil`: it is still there (`Date.distantFuture`).
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
