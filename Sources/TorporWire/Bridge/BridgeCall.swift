/// What a desktop bridge calls.
package enum BridgeCall: Hashable, Sendable {
  /// Take orders from now on; one bridge for each user, the newest.
  case attach
  /// Facts, in the order in which they came to be.
  case report([BridgeFact])

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound` or `.invalidParameter`.
  package init(method: Substring, parameters: JSON) throws(WireError) {
    switch BridgeInterface.Method(rawValue: String(method)) {
    case .attach:
      _ = try parameters.parameters(NoParameters.self)
      self = .attach
    case .report:
      let facts = try parameters.parameters(ReportParameters.self).facts
      guard facts.count <= BridgeLimits.factsMax else {
        throw .invalidParameter(parameter: "facts")
      }
      for fact in facts {
        if let fault = fact.fault { throw .invalidParameter(parameter: "facts.\(fault)") }
      }
      self = .report(facts)
    case nil: throw .methodNotFound(method: "\(BridgeInterface.name).\(method)")
    }
  }

  /// The call as a message.
  package var varlinkCall: VarlinkCall {
    switch self {
    case .attach: VarlinkCall(method: BridgeInterface.Method.attach.wholeName, wantsMore: true)
    case .report(let facts):
      // Oneway: no reply could be told from the orders.
      VarlinkCall(
        method: BridgeInterface.Method.report.wholeName,
        parameters: .encoding(ReportParameters(facts: facts)),
        isOneway: true
      )
    }
  }

  private struct ReportParameters: Codable { var facts: [BridgeFact] }
}

/// One reply to `Attach`; the first has no orders and says that the bridge is taken.
package struct BridgeOrders: Hashable, Sendable, Codable {
  package var orders: [BridgeOrder]

  package init(_ orders: [BridgeOrder] = []) { self.orders = orders }

  /// The reply as it stands on the wire; more follow.
  package var varlinkReply: VarlinkReply {
    VarlinkReply(parameters: .encoding(self), continues: true)
  }

  /// Reads a reply of the stream; orders that this version does not know are left out.
  ///
  /// - Throws: the error that ended the stream, or `WireError.malformedMessage`.
  package init(from reply: VarlinkReply) throws(WireError) {
    guard let orders = try reply.result()["orders"]?.elements else {
      throw .malformedMessage(cause: "a reply to Attach has no 'orders' that are an array")
    }
    self.orders = orders.compactMap { try? WireDecoder.decode(BridgeOrder.self, from: $0) }
  }
}
