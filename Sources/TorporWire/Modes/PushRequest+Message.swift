import TorporModel

// Calls about pushes.

extension PushRequest {
  static let methods = ["RegisterForPush", "UnregisterForPush", "ReportCall", "EndCall"]

  var method: String {
    switch self {
    case .register: "RegisterForPush"
    case .unregister: "UnregisterForPush"
    case .reportCall: "ReportCall"
    case .endCall: "EndCall"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// The token that a new registration gets is the host's to draw: it is empty here.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "RegisterForPush":
      self = .register(try ParameterReader(call: parameters, known: "kind").word("kind"), token: "")
    case "UnregisterForPush":
      self = .unregister(try ParameterReader(call: parameters, known: "kind").word("kind"))
    case "ReportCall":
      _ = try ParameterReader(call: parameters)
      self = .reportCall
    case "EndCall":
      _ = try ParameterReader(call: parameters)
      self = .endCall
    default: return nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .register(let kind, _), .unregister(let kind): [("kind", .string(kind.rawValue))]
    case .reportCall, .endCall: []
    }
  }
}
