/// Why there is no connection to the gateway.
package enum LinkFailure: Error, Hashable, Sendable {
  /// Nothing answers at the address.
  case unreachable(String)
  /// This machine does not trust the certificate.
  case certificate(String)
  /// The other end is not a gateway.
  case notAGateway(String)
  /// The gateway has ended the connection.
  case closed(String)
  /// The key of this device was refused.
  case keyRefused(status: Int)
  /// The gateway's store does not answer, or accepts nothing.
  case storeFails
  /// Nothing was received for that time.
  case silent(Duration)
  /// The daemon could not save a push, so the gateway must keep it.
  case notSaved(String)

  /// Returns what failed, why, and what to do.
  package func sentence(_ gateway: String) -> String {
    switch self {
    case .unreachable(let cause):
      "\(gateway) cannot be reached: \(cause). It will be tried again; check the address, and that the gateway runs."
    case .certificate(let cause):
      "\(gateway) shows a certificate that is not trusted: \(cause). Give the authority that has signed it with "
        + "--certificate FILE, or let the gateway use one that this machine knows."
    case .notAGateway(let cause):
      "What answers at \(gateway) is not a push gateway: \(cause). Check host and port: devices have a port of "
        + "their own."
    case .closed(let cause):
      "\(gateway) has ended the connection (\(cause)). It will be tried again."
    case .keyRefused(let status):
      "\(gateway) refuses the key of this device (status \(status)). Ask its operator; the key is device.key in the "
        + "state folder, and without that file a new one is made, for which apps get new tokens."
    case .storeFails:
      "\(gateway) cannot read or write what it keeps for this device: its disk is full, or its store does not answer. "
        + "It will be tried again; its log says why."
    case .silent(let length):
      "\(gateway) has not answered for \(length.components.seconds) s. It will be tried again."
    case .notSaved(let cause):
      "the daemon could not save a push (\(cause)), so the gateway keeps it. It will be tried again."
    }
  }

  /// The minimum pause before the next attempt: a lasting problem is not retried every second.
  var waitMin: Duration {
    switch self {
    case .unreachable, .closed, .silent: .zero
    // A store that lost its leader has another one after some seconds. Our choice.
    case .storeFails: .seconds(10)
    // A person has to act, or space must be freed on a disk. Our choice.
    case .certificate, .notAGateway, .keyRefused, .notSaved: .seconds(30)
    }
  }
}
