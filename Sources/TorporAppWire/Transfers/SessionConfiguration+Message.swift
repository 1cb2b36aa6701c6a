import TorporAppModel

/// It has no object of its own; what has Apple's default is left out.
extension SessionConfiguration {
  package init(_ message: ParameterReader) throws(WireError) {
    let name: String = try message.value("session")
    guard name.isSessionName else { throw message.invalid("session") }
    self.init(
      identifier: name,
      sendsLaunchEvents: try message.optional("sendsLaunchEvents") ?? true,
      isDiscretionary: try message.optional("isDiscretionary") ?? false,
      asksBeforeDelayedRequests: try message.optional("asksBeforeDelayedRequests") ?? false
    )
    try readTimes(message, resource: "resourceTimeoutMicroseconds")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("session", identifier.json), ("sendsLaunchEvents", sendsLaunchEvents ? nil : false.json),
      ("isDiscretionary", isDiscretionary ? true.json : nil),
      ("asksBeforeDelayedRequests", asksBeforeDelayedRequests ? true.json : nil),
    ] + times(resource: "resourceTimeoutMicroseconds")
  }

  /// Reads how long transfers may take, and how many go to one host; what is left out stays.
  package mutating func readTimes(_ message: ParameterReader, resource: String) throws(WireError) {
    // The least that a length may be is a microsecond.
    let lengths: ClosedRange<Int64> = 1 ... .max
    resourceTimeout = try message.optional(resource, microseconds: lengths) ?? resourceTimeout
    requestTimeout =
      try message.optional("requestTimeoutMicroseconds", microseconds: lengths) ?? requestTimeout
    connectionsPerHostMax =
      try message.optional("connectionsPerHostMax", in: Self.connectionsPerHost)
      ?? connectionsPerHostMax
  }

  /// What `readTimes` reads; what has its default is left out.
  package func times(resource: String) -> [(key: String, value: JSON?)] {
    let defaults = SessionConfiguration(identifier: identifier)
    return [
      (resource, resourceTimeout == defaults.resourceTimeout ? nil : resourceTimeout.json),
      (
        "requestTimeoutMicroseconds",
        requestTimeout == defaults.requestTimeout ? nil : requestTimeout.json
      ),
      (
        "connectionsPerHostMax",
        connectionsPerHostMax == defaults.connectionsPerHostMax ? nil : connectionsPerHostMax.json
      ),
    ]
  }
}
