import NIOCore
import NIOSSL

/// The settings for the mailboxes of a fleet: in NATS JetStream, for gateways on more than one machine.
public struct FleetSettings: Sendable {
  /// The servers of one cluster; further servers that they name are found automatically.
  public var servers: [NATSServer]
  /// A PEM file with the certificate of the authority that signed those of the servers; `nil`: connections do not use
  /// TLS.
  public var certificateAuthority: String?
  /// The number of servers that must have a document before a push is answered with 200.
  public var replicas = 3
  /// The prefix of the names of buckets and subjects; two fleets on one cluster have different prefixes.
  public var prefix = "torpor"
  /// The number of buckets for the documents, each with its own leader; only the first gateway to start determines it.
  public var bucketCount = 16
  /// The time limit for one answer of the servers, and the minimum for operations that usually take longer; a test on a
  /// busy machine is more patient.
  var patience = JetStream.patience

  /// Makes the default settings.
  public init(servers: [NATSServer]) { self.servers = servers }

  /// Returns the settings for connections to the servers.
  func client(_ tls: NIOSSLContext?) -> NATSClient.Settings {
    var client = NATSClient.Settings(servers: servers, tls: tls)
    client.connectPatience = max(client.connectPatience, patience)
    client.pingInterval = max(client.pingInterval, patience)
    return client
  }

  /// Returns whether a text can be a prefix: letters, digits and hyphens.
  public static func isPrefix(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d: true
        default: false
        }
      }
  }
}

/// Why the mailboxes of a fleet cannot be used: one sentence about the problem, and one with advice.
struct FleetFailure: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
  /// Whether the same operation may succeed a little later.
  var isPassing = false

  init(_ failure: NATSFailure, _ settings: FleetSettings) {
    isPassing = failure.isPassing && failure != .noResponders
    let servers = settings.servers.map { "\($0)" }.joined(separator: ", ")
    description =
      switch failure {
      // 10074: replicas > 1 not supported in non-clustered mode; 10005: no suitable peers.
      case .refused(10_074, _), .refused(10_005, _):
        "the NATS servers do not take \(settings.replicas) replicas: \(failure). "
          + "Run a cluster of that many, or give --nats-replicas 1"
      // 10039, 10076: JetStream not enabled, for the account or the server.
      case .refused(10_039, _), .refused(10_076, _):
        "the NATS servers have no JetStream: \(failure). Start them with `jetstream { store_dir: … }`"
      case .noResponders:
        "the NATS servers have no JetStream. Start them with `jetstream { store_dir: … }`"
      case .refused(0, let sentence):
        "\(servers): \(sentence). Check the user and the password in --nats"
      case .tooSmall:
        "\(servers): \(failure). Set `max_payload: 1MB` in the servers' configuration"
      case .differs(let sentence):
        "\(sentence). Give --nats-replicas as the other gateways, or change all with `nats stream edit`"
      default: "\(servers): \(failure). Check --nats, and that the servers run"
      }
  }

  init(_ sentence: String) { description = sentence }
}
