import TorporModel

// What the services for modes tell an app: the members of the event beside its name.

extension ModeCallback {
  /// The members, but for those that every event has.
  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .didReceiveIncomingPush(let payload, let mustReport):
      [("payload", .string(payload)), ("mustReport", .bool(mustReport))]
    case .location(let callback): callback.fields
    case .notifications(let callback): callback.fields
    case .audio(.interruptionBegan(let reason)): [("reason", .string(reason.rawValue))]
    case .audio(.interruptionEnded(let shouldResume)): [("shouldResume", .bool(shouldResume))]
    case .accessory(let callback): [("accessory", .string(callback.accessory))]
    case .bluetooth(let callback): callback.fields
    case .descriptor(.readable(let name, let isHungUp)):
      [("descriptor", .string(name)), ("isHungUp", .bool(isHungUp))]
    case .descriptor(.lost(let name)): [("descriptor", .string(name))]
    case .descriptor(.keepAlive): []
    case .pushToTalk(let callback): callback.fields
    }
  }

  /// Reads the members of an event; `nil` where this version does not know it.
  init?(name: String, _ event: JSON) {
    let callback: ModeCallback?
    do throws(WireError) {
      callback = try Self.read(name, ParameterReader(reply: event))
    } catch {
      callback = nil
    }
    guard let callback else { return nil }
    self = callback
  }

  private static func read(
    _ name: String,
    _ event: ParameterReader
  ) throws(WireError) -> ModeCallback? {
    switch name {
    case "didReceiveIncomingPush":
      return .didReceiveIncomingPush(
        payload: try event.text("payload"),
        mustReport: try event.flag("mustReport")
      )
    case "interruptionBegan": return .audio(.interruptionBegan(try event.word("reason")))
    case "interruptionEnded":
      return .audio(.interruptionEnded(shouldResume: try event.flag("shouldResume")))
    case "accessoryDidConnect":
      return .accessory(.didConnect(accessory: try event.name("accessory")))
    case "accessoryDidDisconnect":
      return .accessory(.didDisconnect(accessory: try event.name("accessory")))
    case "accessoryData": return .accessory(.data(accessory: try event.name("accessory")))
    case "socketReadable":
      return .descriptor(
        .readable(name: try event.name("descriptor"), isHungUp: try event.flag("isHungUp"))
      )
    case "descriptorLost": return .descriptor(.lost(name: try event.name("descriptor")))
    case "keepAlive": return .descriptor(.keepAlive)
    default:
      if let callback = try LocationCallback(name, event) { return .location(callback) }
      if let callback = try NotificationCallback(name, event) { return .notifications(callback) }
      if let callback = try PushToTalkCallback(name, event) { return .pushToTalk(callback) }
      return try BluetoothCallback(name, event).map { .bluetooth($0) }
    }
  }
}

extension LocationCallback {
  fileprivate var fields: [(key: String, value: JSON?)] {
    switch self {
    case .didUpdate(let locations): [("locations", .array(locations.map(\.json)))]
    case .didFail(let error): [("locationError", error.json)]
    case .didEnterRegion(let region), .didExitRegion(let region): [("region", .string(region))]
    case .monitoringDidFail(let region, let error):
      [("region", .text(region)), ("locationError", error.json)]
    case .didDetermineState(let region, let state):
      [("region", .string(region)), ("regionState", .string(state.rawValue))]
    case .didVisit(let visit): [("visit", visit.json)]
    case .didFinishDeferredUpdates(let error): [("locationError", error?.json)]
    case .didChangeAuthorization(let authorization):
      [("authorization", .string(authorization.rawValue))]
    case .didChangeAccuracy(let accuracy): [("accuracy", .string(accuracy.rawValue))]
    case .didChangeCondition(let monitor, let event):
      [("monitor", .string(monitor))] + event.fields
    case .didUpdateLive(let update): update.fields
    case .didRange(let identity, let beacons):
      [("beacon", identity.json), ("beacons", .array(beacons.map(\.json)))]
    case .rangingDidFail(let identity, let error):
      [("beacon", identity.json), ("locationError", error.json)]
    case .didPauseUpdates, .didResumeUpdates: []
    }
  }

  fileprivate init?(_ name: String, _ event: ParameterReader) throws(WireError) {
    switch name {
    case "didUpdateLocations":
      var locations: [Location] = []
      for location in try event.objects("locations", countMax: .max, known: []) {
        locations.append(try Location(location))
      }
      self = .didUpdate(locations)
    case "didFailWithError": self = .didFail(try event.locationError())
    case "didEnterRegion": self = .didEnterRegion(try event.name("region"))
    case "didExitRegion": self = .didExitRegion(try event.name("region"))
    case "monitoringDidFail":
      self = .monitoringDidFail(
        region: try event.optionalName("region"),
        try event.locationError()
      )
    case "didDetermineState":
      self = .didDetermineState(
        region: try event.name("region"),
        try event.word("regionState")
      )
    case "didVisit":
      self = .didVisit(try Visit(event.object("visit", known: [])))
    case "didPauseLocationUpdates": self = .didPauseUpdates
    case "didResumeLocationUpdates": self = .didResumeUpdates
    case "didFinishDeferredUpdates":
      self = .didFinishDeferredUpdates(
        event["locationError"] == nil ? nil : try event.locationError()
      )
    case "didChangeAuthorization":
      self = .didChangeAuthorization(try event.word("authorization"))
    case "didChangeAccuracyAuthorization": self = .didChangeAccuracy(try event.word("accuracy"))
    case "didChangeCondition":
      self = .didChangeCondition(
        monitor: try event.name("monitor"),
        try MonitorEvent(event)
      )
    case "didRangeBeacons":
      var beacons: [Beacon] = []
      for beacon in try event.objects("beacons", countMax: .max, known: []) {
        beacons.append(try Beacon(beacon))
      }
      self = .didRange(try BeaconIdentity(event.object("beacon", known: [])), beacons)
    case "didFailRangingBeacons":
      self = .rangingDidFail(
        try BeaconIdentity(event.object("beacon", known: [])),
        try event.locationError()
      )
    case "didUpdateLive": self = .didUpdateLive(try LiveUpdate(event))
    default: return nil
    }
  }
}

extension LocationError {
  fileprivate var json: JSON { .integer(Int64(rawValue)) }
}

extension ParameterReader {
  fileprivate func locationError() throws(WireError) -> LocationError {
    guard let code = self["locationError"]?.integer(as: Int.self),
      let error = LocationError(rawValue: code)
    else { throw invalid("locationError") }
    return error
  }
}

extension NotificationCallback {
  fileprivate var fields: [(key: String, value: JSON?)] {
    switch self {
    case .didReceiveLocal(let notification), .willPresent(let notification):
      [("notification", notification.json)]
    case .didReceiveResponse(let response):
      [
        (
          "response",
          .object(optional: [
            ("notification", .string(response.notification)),
            ("action", .string(response.action)),
            ("text", .text(response.text)),
          ])
        )
      ]
    }
  }

  fileprivate init?(_ name: String, _ event: ParameterReader) throws(WireError) {
    switch name {
    case "didReceiveLocalNotification": self = .didReceiveLocal(try event.notification())
    case "willPresent": self = .willPresent(try event.notification())
    case "didReceiveResponse":
      let response = try event.object("response", known: [])
      self = .didReceiveResponse(
        NotificationResponse(
          notification: try response.name("notification"),
          action: try response.name("action"),
          text: try response.optionalText("text", bytesMax: .max)
        )
      )
    default: return nil
    }
  }
}

extension ParameterReader {
  fileprivate func notification() throws(WireError) -> LocalNotification {
    try LocalNotification(object("notification", known: []))
  }
}

extension BluetoothCallback {
  fileprivate var fields: [(key: String, value: JSON?)] {
    switch self {
    case .willRestoreState(let identifier, let peripherals, let services):
      [
        ("identifier", .string(identifier)),
        ("peripherals", .array(peripherals.map { .string($0) })),
        ("services", .array(services.map { .string($0) })),
      ]
    case .didConnect(let peripheral), .didDisconnect(let peripheral), .data(let peripheral):
      [("peripheral", .string(peripheral))]
    case .didDiscover(let peripheral, let services):
      [
        ("peripheral", .string(peripheral)), ("services", .array(services.map { .string($0) })),
      ]
    case .centralRequest(let request): [("centralRequest", request?.json)]
    }
  }

  fileprivate init?(_ name: String, _ event: ParameterReader) throws(WireError) {
    func names(_ key: String) throws(WireError) -> [String] {
      try event.optionalNames(key, countMax: .max) ?? []
    }
    switch name {
    case "willRestoreState":
      self = .willRestoreState(
        identifier: try event.name("identifier"),
        peripherals: try names("peripherals"),
        services: try names("services")
      )
    case "peripheralDidConnect": self = .didConnect(peripheral: try event.name("peripheral"))
    case "peripheralDidDisconnect": self = .didDisconnect(peripheral: try event.name("peripheral"))
    case "didDiscoverPeripheral":
      self = .didDiscover(
        peripheral: try event.name("peripheral"),
        services: try names("services")
      )
    case "peripheralData": self = .data(peripheral: try event.name("peripheral"))
    case "centralRequest": self = .centralRequest(try CentralRequest(in: event))
    default: return nil
    }
  }
}
