import TorporModel

// Calls about monitors and their conditions, and what they tell.

extension MonitorRequest {
  static let methods = [
    "OpenMonitor", "CloseMonitor", "AddCondition", "RemoveCondition", "MonitorRecords",
    "TakeMonitorEvent",
  ]

  var method: String {
    switch self {
    case .open: "OpenMonitor"
    case .close: "CloseMonitor"
    case .add: "AddCondition"
    case .remove: "RemoveCondition"
    case .records: "MonitorRecords"
    case .take: "TakeMonitorEvent"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    func monitor() throws(WireError) -> String {
      try ParameterReader(call: parameters, known: "monitor").name("monitor")
    }
    switch method {
    case "OpenMonitor": self = .open(monitor: try monitor())
    case "CloseMonitor": self = .close(monitor: try monitor())
    case "MonitorRecords": self = .records(monitor: try monitor())
    case "AddCondition":
      let call = try ParameterReader(
        call: parameters,
        known: "monitor",
        "identifier",
        "condition",
        "assuming"
      )
      self = .add(
        monitor: try call.name("monitor"),
        identifier: try call.name("identifier"),
        condition: try MonitorCondition(
          call.object("condition", known: MonitorCondition.keys)
        ),
        assuming: try call.optionalWord("assuming") ?? .unknown
      )
    case "RemoveCondition":
      let call = try ParameterReader(call: parameters, known: "monitor", "identifier")
      self = .remove(
        monitor: try call.name("monitor"),
        identifier: try call.name("identifier")
      )
    case "TakeMonitorEvent":
      let call = try ParameterReader(
        call: parameters,
        known: "monitor",
        "identifier",
        "atMicroseconds"
      )
      self = .take(
        monitor: try call.name("monitor"),
        identifier: try call.name("identifier"),
        at: try call.moment("atMicroseconds")
      )
    default: return nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .open(let monitor), .close(let monitor), .records(let monitor):
      [("monitor", .string(monitor))]
    case .add(let monitor, let identifier, let condition, let assumed):
      [
        ("monitor", .string(monitor)), ("identifier", .string(identifier)),
        ("condition", condition.json), ("assuming", .string(assumed.rawValue)),
      ]
    case .remove(let monitor, let identifier):
      [("monitor", .string(monitor)), ("identifier", .string(identifier))]
    case .take(let monitor, let identifier, let moment):
      [
        ("monitor", .string(monitor)), ("identifier", .string(identifier)),
        ("atMicroseconds", .integer(moment.microseconds)),
      ]
    }
  }
}

extension ParameterReader {
  fileprivate func moment(_ key: String) throws(WireError) -> Instant {
    guard let moment = try optionalMoment(key) else { throw invalid(key) }
    return moment
  }
}

extension MonitorCondition {
  static let keys = ["latitude", "longitude", "radiusMetres", "beacon"]

  /// Reads a condition: a circle, or a beacon.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    if let beacon = try part.optionalObject("beacon", known: BeaconIdentity.keys) {
      let stray = ["latitude", "longitude", "radiusMetres"].first { part[$0] != nil }
      if let stray { throw part.invalid(stray) }
      self = .beacon(try BeaconIdentity(beacon))
    } else {
      let radius = try part.number("radiusMetres", in: 0...ModeLimits.metresMax)
      guard radius > 0 else { throw part.invalid("radiusMetres") }
      self = .circle(center: try Coordinate(part), radiusMetres: radius)
    }
  }

  var json: JSON {
    switch self {
    case .circle(let center, let radiusMetres):
      .object(optional: center.fields + [("radiusMetres", .number(radiusMetres))])
    case .beacon(let identity): .object(["beacon": identity.json])
    }
  }
}

extension BeaconIdentity {
  static let keys = ["uuid", "major", "minor"]

  /// Reads an identity.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    func number(_ key: String) throws(WireError) -> UInt16? {
      try part.optionalInteger(key, in: 0...Int(UInt16.max)).map { UInt16($0) }
    }
    let uuid = try part.name("uuid")
    let (major, minor) = (try number("major"), try number("minor"))
    guard major != nil || minor == nil else { throw part.invalid("minor") }
    guard let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor) else {
      throw part.invalid("uuid")
    }
    self = identity
  }

  var json: JSON { .object(optional: fields) }

  var fields: [(key: String, value: JSON?)] {
    [
      ("uuid", .string(uuid)), ("major", major.map { .integer(Int64($0)) }),
      ("minor", minor.map { .integer(Int64($0)) }),
    ]
  }
}

extension MonitorEvent {
  /// Reads an event among the members of something.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    self.init(
      identifier: try part.name("identifier"),
      state: try part.word("conditionState"),
      at: try part.moment("atMicroseconds"),
      obstacle: try part.optionalWord("obstacle")
    )
  }

  var fields: [(key: String, value: JSON?)] {
    [
      ("identifier", .string(identifier)), ("conditionState", .string(state.rawValue)),
      ("atMicroseconds", .integer(at.microseconds)), ("obstacle", .text(obstacle?.rawValue)),
    ]
  }
}

extension MonitorRecord {
  /// Reads a record.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    self.init(
      condition: try MonitorCondition(
        part.object("condition", known: MonitorCondition.keys)
      ),
      lastEvent: try MonitorEvent(part)
    )
  }

  var json: JSON { .object(optional: lastEvent.fields + [("condition", condition.json)]) }
}
