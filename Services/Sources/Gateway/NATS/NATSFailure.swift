/// Why the engine did not carry out a request.
enum NATSFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// No server is currently connected.
  case notConnected
  /// The connection ended before the answer; the request may have been carried out.
  case connectionLost
  /// There is no subscriber: the server itself reports this at once.
  case noResponders
  /// There was no answer in time; the request may have been carried out.
  case timedOut
  /// The value has changed since it was read.
  case conflict
  /// The server has refused the request: its own number, and its sentence.
  case refused(code: Int64, sentence: String)
  /// The server currently cannot carry out the request, according to its answer.
  case unavailable(String)
  /// The existing object was created with other settings.
  case differs(String)
  /// The server accepts only messages that are smaller than those to be sent.
  case tooSmall(payloadBytesMax: Int64)
  /// The received data does not follow the protocol.
  case garbled(String)

  /// Whether the same request may succeed a little later: the server is becoming available.
  var isPassing: Bool {
    switch self {
    case .notConnected, .connectionLost, .noResponders, .timedOut, .conflict, .unavailable: true
    case .refused, .differs, .tooSmall, .garbled: false
    }
  }

  var isGarbled: Bool {
    if case .garbled = self { true } else { false }
  }

  /// A clause.
  var description: String {
    switch self {
    case .notConnected: "no NATS server is connected"
    case .connectionLost: "the connection to the NATS server ended"
    case .noResponders: "there is no answer on the subject"
    case .timedOut: "no answer in time"
    case .conflict: "the value has changed meanwhile"
    case .refused(let code, let sentence): "\(sentence) (JetStream \(code))"
    case .unavailable(let sentence), .differs(let sentence): sentence
    case .tooSmall(let most):
      "the server takes messages of \(most) bytes, and \(NATSClient.payloadBytesLeast) are needed"
    case .garbled(let what): "not of the NATS protocol: \(what)"
    }
  }
}
