import TorporAppModel

// Places as they stand on the wire; degrees and metres are numbers, with a fraction where they have one.

/// It has no object of its own: latitude and longitude stand among the members of what is there.
extension Coordinate {
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      latitude: try message.value("latitude", in: -90...90),
      longitude: try message.value("longitude", in: -180...180)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [("latitude", latitude.json), ("longitude", longitude.json)]
  }
}

extension BeaconIdentity: WireObject {
  package static let keys = ["uuid", "major", "minor"]

  package init(_ message: ParameterReader) throws(WireError) {
    let uuid: String = try message.value("uuid")
    let (major, minor): (UInt16?, UInt16?) = (
      try message.optional("major"), try message.optional("minor")
    )
    guard major != nil || minor == nil else { throw message.invalid("minor") }
    guard let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor) else {
      throw message.invalid("uuid")
    }
    self = identity
  }

  package var members: [(key: String, value: JSON?)] {
    [("uuid", uuid.json), ("major", major?.json), ("minor", minor?.json)]
  }
}

/// A circle, or a beacon.
extension MonitorCondition: WireObject {
  package static let keys = ["latitude", "longitude", "radiusMetres", "beacon"]

  package init(_ message: ParameterReader) throws(WireError) {
    if let beacon: BeaconIdentity = try message.optional("beacon") {
      try message.refuse(["latitude", "longitude", "radiusMetres"])
      self = .beacon(beacon)
    } else {
      let radius = try message.value("radiusMetres", in: 0...ServiceLimits.metresMax)
      guard radius > 0 else { throw message.invalid("radiusMetres") }
      self = .circle(center: try Coordinate(message), radiusMetres: radius)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .circle(let center, let radiusMetres):
      center.members + [("radiusMetres", radiusMetres.json)]
    case .beacon(let identity): [("beacon", identity.json)]
    }
  }
}

/// It has no object of its own.
extension MonitorEvent {
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier"),
      state: try message.value("conditionState"),
      at: try message.value("atMicroseconds"),
      obstacle: try message.optional("obstacle")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json), ("conditionState", state.json),
      ("atMicroseconds", at.json), ("obstacle", obstacle?.json),
    ]
  }
}

/// It has no object of its own.
extension LiveUpdate {
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      location: try message.optional("location"),
      isStationary: try message.optional("isStationary") ?? false,
      obstacle: try message.optional("obstacle")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("location", location?.json), ("isStationary", isStationary.json),
      ("obstacle", obstacle?.json),
    ]
  }
}

/// A number, and for people its name.
extension LocationError {
  package init(_ message: ParameterReader) throws(WireError) { self = try message.value("code") }

  package var members: [(key: String, value: JSON?)] {
    [("code", json), ("which", "\(self)".json)]
  }
}
