// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension BeaconRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .startMonitoring(let _0):
      writer.beginCase("startMonitoring")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .monitoredRegions: writer.write(case: "monitoredRegions")
    case .startRanging(let _0):
      writer.beginCase("startRanging")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .stopRanging(let _0):
      writer.beginCase("stopRanging")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("startMonitoring") {
      try reader.key("_0")
      let _0 = try BeaconRegion(from: &reader)
      self = .startMonitoring(_0)
    } else if reader.beginCase("monitoredRegions") {
      self = .monitoredRegions
    } else if reader.beginCase("startRanging") {
      try reader.key("_0")
      let _0 = try BeaconIdentity(from: &reader)
      self = .startRanging(_0)
    } else if reader.beginCase("stopRanging") {
      try reader.key("_0")
      let _0 = try BeaconIdentity(from: &reader)
      self = .stopRanging(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension BeaconSighting {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("major")
    major.write(to: &writer)
    writer.key("minor")
    minor.write(to: &writer)
    writer.key("signalStrength")
    signalStrength.write(to: &writer)
    writer.key("strengthAtOneMetre")
    strengthAtOneMetre.write(to: &writer)
    writer.key("uuid")
    uuid.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("major")
    major = try UInt16(from: &reader)
    try reader.key("minor")
    minor = try UInt16(from: &reader)
    try reader.key("signalStrength")
    signalStrength = try Int(from: &reader)
    try reader.key("strengthAtOneMetre")
    strengthAtOneMetre = try Int(from: &reader)
    try reader.key("uuid")
    uuid = try String(from: &reader)
    try reader.endObject()
  }
}

extension BeaconDemand {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("intervalSeconds")
    intervalSeconds.write(to: &writer)
    writer.key("uuids")
    uuids.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("intervalSeconds")
    intervalSeconds = try Int(from: &reader)
    try reader.key("uuids")
    uuids = try [String](from: &reader)
    try reader.endObject()
  }
}

extension LiveRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .start(let _0):
      writer.beginCase("start")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .stop: writer.write(case: "stop")
    case .beginBackgroundActivity: writer.write(case: "beginBackgroundActivity")
    case .endBackgroundActivity: writer.write(case: "endBackgroundActivity")
    case .holdServiceSession: writer.write(case: "holdServiceSession")
    case .endServiceSession: writer.write(case: "endServiceSession")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("start") {
      try reader.key("_0")
      let _0 = try LiveConfiguration(from: &reader)
      self = .start(_0)
    } else if reader.beginCase("stop") {
      self = .stop
    } else if reader.beginCase("beginBackgroundActivity") {
      self = .beginBackgroundActivity
    } else if reader.beginCase("endBackgroundActivity") {
      self = .endBackgroundActivity
    } else if reader.beginCase("holdServiceSession") {
      self = .holdServiceSession
    } else if reader.beginCase("endServiceSession") {
      self = .endServiceSession
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension LocationDemand {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("accuracyMetres")
    accuracyMetres.write(to: &writer)
    writer.key("distanceMetres")
    distanceMetres.write(to: &writer)
    writer.key("intervalSeconds")
    intervalSeconds.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accuracyMetres")
    accuracyMetres = try Double(from: &reader)
    try reader.key("distanceMetres")
    distanceMetres = try Double(from: &reader)
    try reader.key("intervalSeconds")
    intervalSeconds = try Int(from: &reader)
    try reader.endObject()
  }
}

extension LocationRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .startUpdating(let _0):
      writer.beginCase("startUpdating")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .stopUpdating: writer.write(case: "stopUpdating")
    case .requestOnce(let accuracyMetres):
      writer.beginCase("requestOnce")
      writer.key("accuracyMetres")
      accuracyMetres.write(to: &writer)
      writer.endCase()
    case .startMonitoringSignificantChanges: writer.write(case: "startMonitoringSignificantChanges")
    case .stopMonitoringSignificantChanges: writer.write(case: "stopMonitoringSignificantChanges")
    case .startMonitoringVisits: writer.write(case: "startMonitoringVisits")
    case .stopMonitoringVisits: writer.write(case: "stopMonitoringVisits")
    case .startMonitoring(let _0):
      writer.beginCase("startMonitoring")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .stopMonitoring(let region):
      writer.beginCase("stopMonitoring")
      writer.key("region")
      region.write(to: &writer)
      writer.endCase()
    case .monitoredRegions: writer.write(case: "monitoredRegions")
    case .requestState(let region):
      writer.beginCase("requestState")
      writer.key("region")
      region.write(to: &writer)
      writer.endCase()
    case .deferUpdates(let untilTravelledMetres, let timeout):
      writer.beginCase("deferUpdates")
      if let timeout {
        writer.key("timeout")
        timeout.write(to: &writer)
      }
      if let untilTravelledMetres {
        writer.key("untilTravelledMetres")
        untilTravelledMetres.write(to: &writer)
      }
      writer.endCase()
    case .endDeferral: writer.write(case: "endDeferral")
    case .authorizationStatus: writer.write(case: "authorizationStatus")
    case .accuracyAuthorization: writer.write(case: "accuracyAuthorization")
    case .requestFullAccuracy(let purpose):
      writer.beginCase("requestFullAccuracy")
      writer.key("purpose")
      purpose.write(to: &writer)
      writer.endCase()
    case .monitor(let _0):
      writer.beginCase("monitor")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .live(let _0):
      writer.beginCase("live")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .beacons(let _0):
      writer.beginCase("beacons")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("startUpdating") {
      try reader.key("_0")
      let _0 = try LocationSession(from: &reader)
      self = .startUpdating(_0)
    } else if reader.beginCase("stopUpdating") {
      self = .stopUpdating
    } else if reader.beginCase("requestOnce") {
      try reader.key("accuracyMetres")
      let accuracyMetres = try Double(from: &reader)
      self = .requestOnce(accuracyMetres: accuracyMetres)
    } else if reader.beginCase("startMonitoringSignificantChanges") {
      self = .startMonitoringSignificantChanges
    } else if reader.beginCase("stopMonitoringSignificantChanges") {
      self = .stopMonitoringSignificantChanges
    } else if reader.beginCase("startMonitoringVisits") {
      self = .startMonitoringVisits
    } else if reader.beginCase("stopMonitoringVisits") {
      self = .stopMonitoringVisits
    } else if reader.beginCase("startMonitoring") {
      try reader.key("_0")
      let _0 = try CircularRegion(from: &reader)
      self = .startMonitoring(_0)
    } else if reader.beginCase("stopMonitoring") {
      try reader.key("region")
      let region = try String(from: &reader)
      self = .stopMonitoring(region: region)
    } else if reader.beginCase("monitoredRegions") {
      self = .monitoredRegions
    } else if reader.beginCase("requestState") {
      try reader.key("region")
      let region = try String(from: &reader)
      self = .requestState(region: region)
    } else if reader.beginCase("deferUpdates") {
      let timeout = try reader.hasKey("timeout") ? Duration(from: &reader) : nil
      let untilTravelledMetres =
        try reader.hasKey("untilTravelledMetres")
        ? Double(from: &reader) : nil
      self = .deferUpdates(untilTravelledMetres: untilTravelledMetres, timeout: timeout)
    } else if reader.beginCase("endDeferral") {
      self = .endDeferral
    } else if reader.beginCase("authorizationStatus") {
      self = .authorizationStatus
    } else if reader.beginCase("accuracyAuthorization") {
      self = .accuracyAuthorization
    } else if reader.beginCase("requestFullAccuracy") {
      try reader.key("purpose")
      let purpose = try String(from: &reader)
      self = .requestFullAccuracy(purpose: purpose)
    } else if reader.beginCase("monitor") {
      try reader.key("_0")
      let _0 = try MonitorRequest(from: &reader)
      self = .monitor(_0)
    } else if reader.beginCase("live") {
      try reader.key("_0")
      let _0 = try LiveRequest(from: &reader)
      self = .live(_0)
    } else if reader.beginCase("beacons") {
      try reader.key("_0")
      let _0 = try BeaconRequest(from: &reader)
      self = .beacons(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension MonitorRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .open(let monitor):
      writer.beginCase("open")
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    case .close(let monitor):
      writer.beginCase("close")
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    case .add(let monitor, let identifier, let condition, let assuming):
      writer.beginCase("add")
      writer.key("assuming")
      assuming.write(to: &writer)
      writer.key("condition")
      condition.write(to: &writer)
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    case .remove(let monitor, let identifier):
      writer.beginCase("remove")
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    case .records(let monitor):
      writer.beginCase("records")
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    case .take(let monitor, let identifier, let at):
      writer.beginCase("take")
      writer.key("at")
      at.write(to: &writer)
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("open") {
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .open(monitor: monitor)
    } else if reader.beginCase("close") {
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .close(monitor: monitor)
    } else if reader.beginCase("add") {
      try reader.key("assuming")
      let assuming = try ConditionState(from: &reader)
      try reader.key("condition")
      let condition = try MonitorCondition(from: &reader)
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .add(
        monitor: monitor,
        identifier: identifier,
        condition: condition,
        assuming: assuming
      )
    } else if reader.beginCase("remove") {
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .remove(monitor: monitor, identifier: identifier)
    } else if reader.beginCase("records") {
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .records(monitor: monitor)
    } else if reader.beginCase("take") {
      try reader.key("at")
      let at = try Instant(from: &reader)
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .take(monitor: monitor, identifier: identifier, at: at)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
