/// A limit of the connection that a peer has broken; the connection ends with it.
package enum WireLimit: Error, Hashable, Sendable {
  /// Bytes of one message.
  case messageBytes(maximum: Int)
  /// Calls that wait for their reply.
  case openCalls(maximum: Int)
  /// Bytes of replies that wait because an earlier call of the connection is not answered yet.
  case heldReplyBytes(maximum: Int)
  /// Descriptors that came with one message.
  case descriptors(maximum: Int)

  /// The limit's name on the wire.
  package var name: String {
    switch self {
    case .messageBytes: "messageBytes"
    case .openCalls: "openCalls"
    case .heldReplyBytes: "heldReplyBytes"
    case .descriptors: "descriptors"
    }
  }

  /// The most that is allowed, in the unit that the name ends in.
  package var maximum: Int {
    switch self {
    case .messageBytes(let maximum), .openCalls(let maximum), .heldReplyBytes(let maximum),
      .descriptors(let maximum):
      maximum
    }
  }

  /// Reads a limit from its name; `nil` for one that this version does not know.
  package init?(name: String, maximum: Int) {
    switch name {
    case "messageBytes": self = .messageBytes(maximum: maximum)
    case "openCalls": self = .openCalls(maximum: maximum)
    case "heldReplyBytes": self = .heldReplyBytes(maximum: maximum)
    case "descriptors": self = .descriptors(maximum: maximum)
    default: return nil
    }
  }

  package init(_ message: ParameterReader) throws(WireError) {
    let limit = WireLimit(name: try message.value("limit"), maximum: try message.value("maximum"))
    guard let limit else { throw message.invalid("limit") }
    self = limit
  }

  package var members: [(key: String, value: JSON?)] {
    [("limit", name.json), ("maximum", maximum.json)]
  }

  /// What happened, and what to do about it.
  package var sentence: String {
    switch self {
    case .messageBytes(let maximum):
      "A message is longer than \(maximum) bytes, so the connection is closed. Pass large data as "
        + "a file or a descriptor, and end every message with a byte 0."
    case .openCalls(let maximum):
      "More than \(maximum) calls wait for their replies on this connection, so it is closed. Read "
        + "replies before making more calls."
    case .heldReplyBytes(let maximum):
      "More than \(maximum) bytes of replies wait behind a call that is not answered yet, so the "
        + "connection is closed. Make long calls on a connection of their own."
    case .descriptors(let maximum):
      "More than \(maximum) descriptors came with one message, so the connection is closed. "
        + "Send only those that the method names."
    }
  }
}
