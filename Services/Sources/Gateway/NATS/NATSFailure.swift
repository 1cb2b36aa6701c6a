/// Why the engine did not do what it was asked.
enum NATSFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// No server is connected just now.
  case notConnected
  /// The connection ended before the answer; what was asked may have been done.
  case connectionLost
  /// Nobody listens: the server itself says so, at once.
  case noResponders
  /// No answer in time; what was asked may have been done.
  case timedOut
  /// The value has changed since it was read.
  case conflict
  /// What the server says against it: its own number, and its sentence.
  case refused(code: Int64, sentence: String)
  /// The server cannot do it just now, as it says.
  case unavailable(String)
  /// What is there was made otherwise.
  case differs(String)
  /// The server takes only smaller messages than are sent.
  case tooSmall(payloadBytesMax: Int64)
  /// What came is not what the protocol says.
  case garbled(String)

  /// Whether the same may be done a little later: the server is on its way.
  var isPassing: Bool {
    switch self {
    case .notConnected, .connectionLost, .noResponders, .timedOut, .conflict, .unavailable: true
    case .refused, .differs, .tooSmall, .garbled: false
    }
  }

  var isGarbled: Bool {
    if case .garbled = self { true } else { false }
  }

  /// One clause.
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
