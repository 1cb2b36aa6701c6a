import TorporModel

// Places as they stand on the wire; degrees and metres are numbers, with a fraction where they have one.

extension Coordinate {
  /// Reads the two members of an object that has a point in it.
  init(_ part: ParameterReader) throws(WireError) {
    self.init(
      latitude: try part.number("latitude", in: -90...90),
      longitude: try part.number("longitude", in: -180...180)
    )
  }

  var fields: [(key: String, value: JSON?)] {
    [("latitude", .number(latitude)), ("longitude", .number(longitude))]
  }
}

extension CircularRegion {
  static let keys = [
    "identifier", "latitude", "longitude", "radiusMetres", "notifyOnEntry", "notifyOnExit",
  ]

  /// Reads a region.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    let radius = try part.number("radiusMetres", in: 0...ModeLimits.metresMax)
    guard radius > 0 else { throw part.invalid("radiusMetres") }
    self.init(
      identifier: try part.name("identifier"),
      center: try Coordinate(part),
      radiusMetres: radius,
      notifyOnEntry: try part.optionalFlag("notifyOnEntry") ?? true,
      notifyOnExit: try part.optionalFlag("notifyOnExit") ?? true
    )
  }

  var json: JSON {
    .object(
      optional: [("identifier", .string(identifier))] + center.fields + [
        ("radiusMetres", .number(radiusMetres)), ("notifyOnEntry", .bool(notifyOnEntry)),
        ("notifyOnExit", .bool(notifyOnExit)),
      ]
    )
  }
}

extension Location {
  /// Reads a fix.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    guard let at = try part.optionalMoment("atMicroseconds") else {
      throw part.invalid("atMicroseconds")
    }
    let range = -ModeLimits.metresMax...ModeLimits.metresMax
    self.init(
      coordinate: try Coordinate(part),
      horizontalAccuracyMetres: try part.number("horizontalAccuracyMetres", in: range),
      at: at,
      altitudeMetres: try part.optionalNumber("altitudeMetres", in: range),
      speed: try part.optionalNumber("speedMetresPerSecond", in: range),
      course: try part.optionalNumber("courseDegrees", in: range)
    )
  }

  var json: JSON {
    .object(
      optional: coordinate.fields + [
        ("horizontalAccuracyMetres", .number(horizontalAccuracyMetres)),
        ("atMicroseconds", .integer(at.microseconds)),
        ("altitudeMetres", altitudeMetres.map { .number($0) }),
        ("speedMetresPerSecond", speed.map { .number($0) }),
        ("courseDegrees", course.map { .number($0) }),
      ]
    )
  }
}

extension Visit {
  /// Reads a stay.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    self.init(
      coordinate: try Coordinate(part),
      horizontalAccuracyMetres: try part.number(
        "horizontalAccuracyMetres",
        in: 0...ModeLimits.metresMax
      ),
      arrival: try part.optionalMoment("arrivalMicroseconds"),
      departure: try part.optionalMoment("departureMicroseconds")
    )
  }

  var json: JSON {
    .object(
      optional: coordinate.fields + [
        ("horizontalAccuracyMetres", .number(horizontalAccuracyMetres)),
        ("arrivalMicroseconds", arrival.map { .integer($0.microseconds) }),
        ("departureMicroseconds", departure.map { .integer($0.microseconds) }),
      ]
    )
  }
}
