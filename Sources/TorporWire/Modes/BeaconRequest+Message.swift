import TorporModel

// Calls about beacons, and what they tell.

extension BeaconRequest {
  static let methods = [
    "StartMonitoringBeacons", "MonitoredBeaconRegions", "StartRangingBeacons",
    "StopRangingBeacons",
  ]

  var method: String {
    switch self {
    case .startMonitoring: "StartMonitoringBeacons"
    case .monitoredRegions: "MonitoredBeaconRegions"
    case .startRanging: "StartRangingBeacons"
    case .stopRanging: "StopRangingBeacons"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    func identity() throws(WireError) -> BeaconIdentity {
      let call = try ParameterReader(call: parameters, known: "beacon")
      return try BeaconIdentity(call.object("beacon", known: BeaconIdentity.keys))
    }
    switch method {
    case "StartMonitoringBeacons":
      let call = try ParameterReader(call: parameters, known: "region")
      self = .startMonitoring(
        try BeaconRegion(call.object("region", known: BeaconRegion.keys))
      )
    case "MonitoredBeaconRegions":
      _ = try ParameterReader(call: parameters)
      self = .monitoredRegions
    case "StartRangingBeacons": self = .startRanging(try identity())
    case "StopRangingBeacons": self = .stopRanging(try identity())
    default: return nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .startMonitoring(let region): [("region", region.json)]
    case .monitoredRegions: []
    case .startRanging(let identity), .stopRanging(let identity): [("beacon", identity.json)]
    }
  }
}

extension BeaconRegion {
  static let keys = [
    "identifier", "beacon", "notifyOnEntry", "notifyOnExit", "notifyEntryStateOnDisplay",
  ]

  /// Reads a region.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    self.init(
      identifier: try part.name("identifier"),
      identity: try BeaconIdentity(part.object("beacon", known: BeaconIdentity.keys)),
      notifyOnEntry: try part.optionalFlag("notifyOnEntry") ?? true,
      notifyOnExit: try part.optionalFlag("notifyOnExit") ?? true,
      notifyEntryStateOnDisplay: try part.optionalFlag("notifyEntryStateOnDisplay") ?? false
    )
  }

  var json: JSON {
    .object([
      "identifier": .string(identifier), "beacon": identity.json,
      "notifyOnEntry": .bool(notifyOnEntry), "notifyOnExit": .bool(notifyOnExit),
      "notifyEntryStateOnDisplay": .bool(notifyEntryStateOnDisplay),
    ])
  }
}

extension Beacon {
  /// Reads a beacon.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    guard let strength = try part.optionalInteger("signalStrength", in: -1000...1000) else {
      throw part.invalid("signalStrength")
    }
    self.init(
      identity: try BeaconIdentity(part),
      proximity: try part.word("proximity"),
      accuracyMetres: try part.optionalMetres("accuracyMetres"),
      signalStrength: strength
    )
  }

  var json: JSON {
    .object(
      optional: identity.fields + [
        ("proximity", .string(proximity.rawValue)),
        ("accuracyMetres", accuracyMetres.map { .number($0) }),
        ("signalStrength", .integer(Int64(signalStrength))),
      ]
    )
  }
}
