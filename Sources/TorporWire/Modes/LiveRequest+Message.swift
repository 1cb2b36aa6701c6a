import TorporModel

// Calls about live updates and their sessions, and what is told.

extension LiveRequest {
  static let methods = [
    "StartLiveUpdates", "StopLiveUpdates", "BeginBackgroundActivity", "EndBackgroundActivity",
    "HoldServiceSession", "EndServiceSession",
  ]

  var method: String {
    switch self {
    case .start: "StartLiveUpdates"
    case .stop: "StopLiveUpdates"
    case .beginBackgroundActivity: "BeginBackgroundActivity"
    case .endBackgroundActivity: "EndBackgroundActivity"
    case .holdServiceSession: "HoldServiceSession"
    case .endServiceSession: "EndServiceSession"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    if method == "StartLiveUpdates" {
      let call = try ParameterReader(call: parameters, known: "configuration")
      self = .start(try call.optionalWord("configuration") ?? .standard)
      return
    }
    switch method {
    case "StopLiveUpdates": self = .stop
    case "BeginBackgroundActivity": self = .beginBackgroundActivity
    case "EndBackgroundActivity": self = .endBackgroundActivity
    case "HoldServiceSession": self = .holdServiceSession
    case "EndServiceSession": self = .endServiceSession
    default: return nil
    }
    _ = try ParameterReader(call: parameters)
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .start(let configuration): [("configuration", .string(configuration.rawValue))]
    case .stop, .beginBackgroundActivity, .endBackgroundActivity, .holdServiceSession,
      .endServiceSession:
      []
    }
  }
}

extension LiveUpdate {
  /// Reads an update among the members of an event.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ event: ParameterReader) throws(WireError) {
    let place = try event.optionalObject("location", known: [])
    self.init(
      location: try place.map { place throws(WireError) in try Location(place) },
      isStationary: try event.optionalFlag("isStationary") ?? false,
      obstacle: try event.optionalWord("obstacle")
    )
  }

  var fields: [(key: String, value: JSON?)] {
    [
      ("location", location?.json), ("isStationary", .bool(isStationary)),
      ("obstacle", .text(obstacle?.rawValue)),
    ]
  }
}
