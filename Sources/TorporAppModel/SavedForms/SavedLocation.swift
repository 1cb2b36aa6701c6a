// Written by scripts/generate-saved; edit the declarations and run it again.

extension BeaconIdentity {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let major {
      writer.key("major")
      major.write(to: &writer)
    }
    if let minor {
      writer.key("minor")
      minor.write(to: &writer)
    }
    writer.key("uuid")
    uuid.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    major = try reader.hasKey("major") ? UInt16(from: &reader) : nil
    minor = try reader.hasKey("minor") ? UInt16(from: &reader) : nil
    try reader.key("uuid")
    uuid = try String(from: &reader)
    try reader.endObject()
  }
}

extension BeaconRegion {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("identity")
    identity.write(to: &writer)
    writer.key("notifyEntryStateOnDisplay")
    notifyEntryStateOnDisplay.write(to: &writer)
    writer.key("notifyOnEntry")
    notifyOnEntry.write(to: &writer)
    writer.key("notifyOnExit")
    notifyOnExit.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("identity")
    identity = try BeaconIdentity(from: &reader)
    try reader.key("notifyEntryStateOnDisplay")
    notifyEntryStateOnDisplay = try Bool(from: &reader)
    try reader.key("notifyOnEntry")
    notifyOnEntry = try Bool(from: &reader)
    try reader.key("notifyOnExit")
    notifyOnExit = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension Beacon {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let accuracyMetres {
      writer.key("accuracyMetres")
      accuracyMetres.write(to: &writer)
    }
    writer.key("identity")
    identity.write(to: &writer)
    writer.key("proximity")
    proximity.write(to: &writer)
    writer.key("signalStrength")
    signalStrength.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    accuracyMetres = try reader.hasKey("accuracyMetres") ? Double(from: &reader) : nil
    try reader.key("identity")
    identity = try BeaconIdentity(from: &reader)
    try reader.key("proximity")
    proximity = try BeaconProximity(from: &reader)
    try reader.key("signalStrength")
    signalStrength = try Int(from: &reader)
    try reader.endObject()
  }
}

extension LiveUpdate {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isStationary")
    isStationary.write(to: &writer)
    if let location {
      writer.key("location")
      location.write(to: &writer)
    }
    if let obstacle {
      writer.key("obstacle")
      obstacle.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isStationary")
    isStationary = try Bool(from: &reader)
    location = try reader.hasKey("location") ? Location(from: &reader) : nil
    obstacle = try reader.hasKey("obstacle") ? PlaceObstacle(from: &reader) : nil
    try reader.endObject()
  }
}

extension Location {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let altitudeMetres {
      writer.key("altitudeMetres")
      altitudeMetres.write(to: &writer)
    }
    writer.key("at")
    at.write(to: &writer)
    writer.key("coordinate")
    coordinate.write(to: &writer)
    if let course {
      writer.key("course")
      course.write(to: &writer)
    }
    writer.key("horizontalAccuracyMetres")
    horizontalAccuracyMetres.write(to: &writer)
    if let speed {
      writer.key("speed")
      speed.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    altitudeMetres = try reader.hasKey("altitudeMetres") ? Double(from: &reader) : nil
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("coordinate")
    coordinate = try Coordinate(from: &reader)
    course = try reader.hasKey("course") ? Double(from: &reader) : nil
    try reader.key("horizontalAccuracyMetres")
    horizontalAccuracyMetres = try Double(from: &reader)
    speed = try reader.hasKey("speed") ? Double(from: &reader) : nil
    try reader.endObject()
  }
}

extension CircularRegion {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("center")
    center.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("notifyOnEntry")
    notifyOnEntry.write(to: &writer)
    writer.key("notifyOnExit")
    notifyOnExit.write(to: &writer)
    writer.key("radiusMetres")
    radiusMetres.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("center")
    center = try Coordinate(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("notifyOnEntry")
    notifyOnEntry = try Bool(from: &reader)
    try reader.key("notifyOnExit")
    notifyOnExit = try Bool(from: &reader)
    try reader.key("radiusMetres")
    radiusMetres = try Double(from: &reader)
    try reader.endObject()
  }
}

extension Visit {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let arrival {
      writer.key("arrival")
      arrival.write(to: &writer)
    }
    writer.key("coordinate")
    coordinate.write(to: &writer)
    if let departure {
      writer.key("departure")
      departure.write(to: &writer)
    }
    writer.key("horizontalAccuracyMetres")
    horizontalAccuracyMetres.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    arrival = try reader.hasKey("arrival") ? Instant(from: &reader) : nil
    try reader.key("coordinate")
    coordinate = try Coordinate(from: &reader)
    departure = try reader.hasKey("departure") ? Instant(from: &reader) : nil
    try reader.key("horizontalAccuracyMetres")
    horizontalAccuracyMetres = try Double(from: &reader)
    try reader.endObject()
  }
}

extension LocationCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .didUpdate(let _0):
      writer.beginCase("didUpdate")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didFail(let _0):
      writer.beginCase("didFail")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didEnterRegion(let _0):
      writer.beginCase("didEnterRegion")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didExitRegion(let _0):
      writer.beginCase("didExitRegion")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .monitoringDidFail(let region, let _1):
      writer.beginCase("monitoringDidFail")
      writer.key("_1")
      _1.write(to: &writer)
      if let region {
        writer.key("region")
        region.write(to: &writer)
      }
      writer.endCase()
    case .didDetermineState(let region, let _1):
      writer.beginCase("didDetermineState")
      writer.key("_1")
      _1.write(to: &writer)
      writer.key("region")
      region.write(to: &writer)
      writer.endCase()
    case .didVisit(let _0):
      writer.beginCase("didVisit")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didPauseUpdates: writer.write(case: "didPauseUpdates")
    case .didResumeUpdates: writer.write(case: "didResumeUpdates")
    case .didFinishDeferredUpdates(let _0):
      writer.beginCase("didFinishDeferredUpdates")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.endCase()
    case .didChangeAuthorization(let _0):
      writer.beginCase("didChangeAuthorization")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didChangeAccuracy(let _0):
      writer.beginCase("didChangeAccuracy")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didChangeCondition(let monitor, let _1):
      writer.beginCase("didChangeCondition")
      writer.key("_1")
      _1.write(to: &writer)
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    case .didRange(let _0, let _1):
      writer.beginCase("didRange")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .rangingDidFail(let _0, let _1):
      writer.beginCase("rangingDidFail")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .didUpdateLive(let _0):
      writer.beginCase("didUpdateLive")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("didUpdate") {
      try reader.key("_0")
      let _0 = try [Location](from: &reader)
      self = .didUpdate(_0)
    } else if reader.beginCase("didFail") {
      try reader.key("_0")
      let _0 = try LocationError(from: &reader)
      self = .didFail(_0)
    } else if reader.beginCase("didEnterRegion") {
      try reader.key("_0")
      let _0 = try String(from: &reader)
      self = .didEnterRegion(_0)
    } else if reader.beginCase("didExitRegion") {
      try reader.key("_0")
      let _0 = try String(from: &reader)
      self = .didExitRegion(_0)
    } else if reader.beginCase("monitoringDidFail") {
      try reader.key("_1")
      let _1 = try LocationError(from: &reader)
      let region = try reader.hasKey("region") ? String(from: &reader) : nil
      self = .monitoringDidFail(region: region, _1)
    } else if reader.beginCase("didDetermineState") {
      try reader.key("_1")
      let _1 = try RegionState(from: &reader)
      try reader.key("region")
      let region = try String(from: &reader)
      self = .didDetermineState(region: region, _1)
    } else if reader.beginCase("didVisit") {
      try reader.key("_0")
      let _0 = try Visit(from: &reader)
      self = .didVisit(_0)
    } else if reader.beginCase("didPauseUpdates") {
      self = .didPauseUpdates
    } else if reader.beginCase("didResumeUpdates") {
      self = .didResumeUpdates
    } else if reader.beginCase("didFinishDeferredUpdates") {
      let _0 = try reader.hasKey("_0") ? LocationError(from: &reader) : nil
      self = .didFinishDeferredUpdates(_0)
    } else if reader.beginCase("didChangeAuthorization") {
      try reader.key("_0")
      let _0 = try LocationAuthorization(from: &reader)
      self = .didChangeAuthorization(_0)
    } else if reader.beginCase("didChangeAccuracy") {
      try reader.key("_0")
      let _0 = try LocationAccuracy(from: &reader)
      self = .didChangeAccuracy(_0)
    } else if reader.beginCase("didChangeCondition") {
      try reader.key("_1")
      let _1 = try MonitorEvent(from: &reader)
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .didChangeCondition(monitor: monitor, _1)
    } else if reader.beginCase("didRange") {
      try reader.key("_0")
      let _0 = try BeaconIdentity(from: &reader)
      try reader.key("_1")
      let _1 = try [Beacon](from: &reader)
      self = .didRange(_0, _1)
    } else if reader.beginCase("rangingDidFail") {
      try reader.key("_0")
      let _0 = try BeaconIdentity(from: &reader)
      try reader.key("_1")
      let _1 = try LocationError(from: &reader)
      self = .rangingDidFail(_0, _1)
    } else if reader.beginCase("didUpdateLive") {
      try reader.key("_0")
      let _0 = try LiveUpdate(from: &reader)
      self = .didUpdateLive(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension LocationSession {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("activity")
    activity.write(to: &writer)
    writer.key("allowsBackgroundUpdates")
    allowsBackgroundUpdates.write(to: &writer)
    writer.key("desiredAccuracyMetres")
    desiredAccuracyMetres.write(to: &writer)
    if let distanceFilterMetres {
      writer.key("distanceFilterMetres")
      distanceFilterMetres.write(to: &writer)
    }
    writer.key("pausesAutomatically")
    pausesAutomatically.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("activity")
    activity = try LocationActivity(from: &reader)
    try reader.key("allowsBackgroundUpdates")
    allowsBackgroundUpdates = try Bool(from: &reader)
    try reader.key("desiredAccuracyMetres")
    desiredAccuracyMetres = try Double(from: &reader)
    distanceFilterMetres = try reader.hasKey("distanceFilterMetres") ? Double(from: &reader) : nil
    try reader.key("pausesAutomatically")
    pausesAutomatically = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension MonitorCondition {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .circle(let center, let radiusMetres):
      writer.beginCase("circle")
      writer.key("center")
      center.write(to: &writer)
      writer.key("radiusMetres")
      radiusMetres.write(to: &writer)
      writer.endCase()
    case .beacon(let _0):
      writer.beginCase("beacon")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("circle") {
      try reader.key("center")
      let center = try Coordinate(from: &reader)
      try reader.key("radiusMetres")
      let radiusMetres = try Double(from: &reader)
      self = .circle(center: center, radiusMetres: radiusMetres)
    } else if reader.beginCase("beacon") {
      try reader.key("_0")
      let _0 = try BeaconIdentity(from: &reader)
      self = .beacon(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension MonitorEvent {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    if let obstacle {
      writer.key("obstacle")
      obstacle.write(to: &writer)
    }
    writer.key("state")
    state.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    obstacle = try reader.hasKey("obstacle") ? PlaceObstacle(from: &reader) : nil
    try reader.key("state")
    state = try ConditionState(from: &reader)
    try reader.endObject()
  }
}
