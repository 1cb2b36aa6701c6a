import TorporModel

// Calls about transfers of people, as they stand on the wire.

extension TransferSubmission {
  private static let keys = [
    "transfers", "isDiscretionary", "allowsCellular", "allowsExpensive", "allowsConstrained",
    "earliestBeginMicroseconds", "timeoutMicroseconds", "requestTimeoutMicroseconds",
    "connectionsPerHostMax",
  ]

  /// Reads the parameters of `SubmitTransfers`.
  init(call parameters: JSON) throws(WireError) {
    let call = try MessageReader(call: parameters, known: Self.keys)
    let messages = try TransferMessages(call, .ofUser)
    let isDiscretionary = try call.optionalFlag("isDiscretionary") ?? false
    let earliestBegin = try call.optionalLength("earliestBeginMicroseconds")
    let network = try TransferNetwork(call)
    self.init(
      requests: messages.requests.map { request in
        var request = request
        request.isDiscretionary = isDiscretionary
        request.earliestBegin = earliestBegin
        request.network = network
        return request
      },
      contents: messages.contents
    )
    configuration.isDiscretionary = isDiscretionary
    try configuration.readTimes(call, resource: "timeoutMicroseconds")
  }

  /// The parameters as they stand in the call.
  var parameters: JSON {
    var messages = TransferMessages()
    messages.requests = requests
    messages.contents = contents
    let first = requests.first
    return .object(
      optional: [
        ("transfers", messages.json(.ofUser)),
        ("isDiscretionary", configuration.isDiscretionary ? .bool(true) : nil),
        (
          "earliestBeginMicroseconds",
          first?.earliestBegin.map { .integer($0.microseconds) }
        ),
      ] + (first?.network.fields ?? []) + configuration.times(resource: "timeoutMicroseconds")
    )
  }
}

extension SessionConfiguration {
  /// Reads how long transfers may take, and how many go to one host; what is left out stays.
  mutating func readTimes(_ call: MessageReader, resource: String) throws(WireError) {
    if let length = try call.optionalLength(resource) {
      guard length > .zero else { throw .invalidParameter(parameter: resource) }
      resourceTimeout = length
    }
    if let length = try call.optionalLength("requestTimeoutMicroseconds") {
      guard length > .zero else {
        throw .invalidParameter(parameter: "requestTimeoutMicroseconds")
      }
      requestTimeout = length
    }
    if let value = call["connectionsPerHostMax"] {
      guard let count = value.integer(as: Int.self), Self.connectionsPerHost.contains(count) else {
        throw .invalidParameter(parameter: "connectionsPerHostMax")
      }
      connectionsPerHostMax = count
    }
  }

  /// What `readTimes` reads; what has its default is left out.
  func times(resource: String) -> [(key: String, value: JSON?)] {
    let defaults = SessionConfiguration(identifier: identifier)
    return [
      (
        resource,
        resourceTimeout == defaults.resourceTimeout
          ? nil : .integer(resourceTimeout.microseconds)
      ),
      (
        "requestTimeoutMicroseconds",
        requestTimeout == defaults.requestTimeout ? nil : .integer(requestTimeout.microseconds)
      ),
      (
        "connectionsPerHostMax",
        connectionsPerHostMax == defaults.connectionsPerHostMax
          ? nil : .integer(Int64(connectionsPerHostMax))
      ),
    ]
  }
}
