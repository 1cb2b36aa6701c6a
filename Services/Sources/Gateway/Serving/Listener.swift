import NIOCore
import NIOPosix
import NIOSSL

/// A listening port, with or without TLS.
struct Listener {
  let group: any EventLoopGroup
  let tls: NIOSSLContext?
  let connections: Connections

  /// Listens, and prepares each connection; returns the listening channel.
  ///
  /// - Throws: The socket's error.
  func listen(
    _ address: ListenAddress,
    _ prepare: @escaping @Sendable (any Channel) throws -> Void
  ) async throws -> any Channel {
    let (tls, connections) = (tls, connections)
    return try await ServerBootstrap(group: group)
      // For a fleet of devices that reconnects at once: the kernel accepts fewer if net.core.somaxconn is lower, and
      // the rest reconnects a second later.
      .serverChannelOption(.backlog, value: 8192)
      .serverChannelOption(.maxMessagesPerRead, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        guard connections.admit(channel) else {
          return channel.eventLoop.makeFailedFuture(TooManyConnections())
        }
        return channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          }
          try prepare(channel)
        }
      }
      .bind(host: address.host, port: address.port)
      .get()
  }

  private struct TooManyConnections: Error {}
}

/// The address of a listening port.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address; for IPv6 without brackets.
  public let host: String
  /// The port; 0: any free port.
  public let port: Int

  /// Makes an address from its parts.
  public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Makes the address from a text such as `127.0.0.1:8443` or `[::1]:0`; `nil` if it is invalid.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    if host.isEmpty { return nil }
    self.init(host: String(host), port: port)
  }

  /// Whether it is reachable only from this machine.
  public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// The address in the form in which it is entered.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
