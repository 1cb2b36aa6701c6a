// Made from Interfaces/io.torpor.Bridge.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

/// A call of io.torpor.Bridge with its parameters.
package enum BridgeCall: Hashable, Sendable {
  case attach(Bridge.Attach)
  case report(Bridge.Report)

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  package init(method: some StringProtocol, parameters: JSON) throws(WireError) {
    guard let known = BridgeInterface.Method(rawValue: String(method)) else {
      throw .methodNotFound(method: "\(BridgeInterface.name).\(method)")
    }
    switch known {
    case .attach: self = .attach(try Bridge.Attach(parameters: parameters))
    case .report: self = .report(try Bridge.Report(parameters: parameters))
    }
  }

  /// The call by itself.
  package var call: any WireCall {
    switch self {
    case .attach(let call): call
    case .report(let call): call
    }
  }

  /// Has the call handled by the method of its name.
  ///
  /// - Throws: what the method throws.
  package func handle<Handler: BridgeHandler>(
    by handler: Handler,
    as id: WireSession.CallIdentifier
  ) throws(WireError) -> Handler.Work {
    switch self {
    case .attach(let call): try handler.attach(Incoming(call, id: id))
    case .report(let call): try handler.report(Incoming(call, id: id))
    }
  }
}

/// What handles the calls of io.torpor.Bridge: a method each.
package protocol BridgeHandler {
  /// What comes of a call.
  associatedtype Work

  /// Starts the stream of orders.
  func attach(_ call: Incoming<Bridge.Attach>) throws(WireError) -> Work
  /// Reports facts.
  func report(_ call: Incoming<Bridge.Report>) throws(WireError) -> Work
}
