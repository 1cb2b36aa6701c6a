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
      ] + (first?.network.facts ?? []) + configuration.times(resource: "timeoutMicroseconds")
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

extension TransferQuery {
  /// Reads the parameters of `ListTransfers`.
  init(call parameters: JSON) throws(WireError) {
    let call = try MessageReader(call: parameters, known: ["transfer", "after", "includesOver"])
    self.init(
      transfer: call["transfer"] == nil ? nil : try call.identifier("transfer"),
      after: call["after"] == nil ? nil : try call.identifier("after"),
      includesOver: try call.optionalFlag("includesOver") ?? false
    )
  }

  /// The parameters as they stand in the call.
  var parameters: JSON {
    .object(optional: [
      ("transfer", transfer.map { JSON($0) }), ("after", after.map { JSON($0) }),
      ("includesOver", includesOver ? .bool(true) : nil),
    ])
  }
}

extension TransferSteering {
  /// The name of the method.
  var method: ControlInterface.Method {
    switch self {
    case .pause: .pauseTransfers
    case .resume: .resumeTransfers
    case .cancel: .cancelTransfers
    case .retry: .retryTransfers
    case .remove: .removeTransfers
    }
  }

  /// Reads the numbers of such a call.
  static func transfers(call parameters: JSON) throws(WireError) -> [TransferIdentifier] {
    let call = try MessageReader(call: parameters, known: ["transfers"])
    guard let elements = call["transfers"]?.elements, (1...countMax).contains(elements.count)
    else { throw .invalidParameter(parameter: "transfers") }
    var transfers: [TransferIdentifier] = []
    for (index, element) in elements.enumerated() {
      guard let number = element.text.flatMap({ UInt64($0) }) else {
        throw .invalidParameter(parameter: "transfers.\(index)")
      }
      transfers.append(TransferIdentifier(rawValue: number))
    }
    return transfers
  }
}
