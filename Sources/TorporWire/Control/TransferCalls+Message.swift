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
    let call = try ParameterReader(call: parameters, keys: Self.keys)
    let transfers: [SubmittedTransfer] = try call.value(
      "transfers",
      count: 1...TransferContent.countMax
    )
    let isDiscretionary: Bool = try call.optional("isDiscretionary") ?? false
    let earliestBegin = try call.optional("earliestBeginMicroseconds", microseconds: 0 ... .max)
    let network = try TransferNetwork(call)
    self.init(
      requests: transfers.map { transfer in
        var request = transfer.request
        request.isDiscretionary = isDiscretionary
        request.earliestBegin = earliestBegin
        request.network = network
        return request
      },
      contents: transfers.map(\.content)
    )
    configuration.isDiscretionary = isDiscretionary
    try configuration.readTimes(call, resource: "timeoutMicroseconds")
  }

  /// The parameters as they stand in the call.
  var parameters: JSON {
    let transfers = zip(requests, contents).map { SubmittedTransfer(request: $0, content: $1) }
    let first = requests.first
    return .object(
      optional: [
        ("transfers", transfers.json),
        ("isDiscretionary", configuration.isDiscretionary ? true.json : nil),
        ("earliestBeginMicroseconds", first?.earliestBegin?.json),
      ] + (first?.network.members ?? []) + configuration.times(resource: "timeoutMicroseconds")
    )
  }
}
