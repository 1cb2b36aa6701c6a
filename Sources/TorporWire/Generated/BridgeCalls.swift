// Made from Interfaces/io.torpor.Bridge.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

extension Bridge {
  /// Starts the stream of orders.
  package struct Attach: WireCall {
    package static let method = "io.torpor.Bridge.Attach"
    package static let wantsMore = true
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Attach`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var orders: [BridgeOrder]

      package init(
        orders: [BridgeOrder]
      ) {
        self.orders = orders
      }

      package static let keys = ["orders"]

      package init(_ message: ParameterReader) throws(WireError) {
        orders = try message.value("orders")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("orders", orders.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Reports facts.
  package struct Report: WireCall {
    package static let method = "io.torpor.Bridge.Report"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var facts: [BridgeFact]

    // What the interface allows.
    package static let factsCount: ClosedRange<Int> = 0...256

    package init(
      facts: [BridgeFact]
    ) {
      self.facts = facts
    }

    package static let keys = ["facts"]

    package init(_ message: ParameterReader) throws(WireError) {
      facts = try message.value("facts", count: Self.factsCount)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("facts", facts.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }
}
