import NIOCore
import NIOPosix
import NIOSSL

/// A port that is listened on, with TLS or without.
struct Listener {
  let group: any EventLoopGroup
  let tls: NIOSSLContext?
  let connections: Connections

  /// Listens, and prepares each connection; the port that it has then.
  ///
  /// - Throws: what the socket says.
  func listen(
    _ address: ListenAddress,
    _ prepare: @escaping @Sendable (any Channel) throws -> Void
  ) async throws -> any Channel {
    let (tls, connections) = (tls, connections)
    return try await ServerBootstrap(group: group)
      // A fleet of devices that comes back at once: the kernel takes fewer where net.core.somaxconn says so, and what
      // does not fit comes again a second later.
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

/// Where a port is listened on.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address; for IPv6 without brackets.
  public let host: String
  /// The port; 0: a free one.
  public let port: Int

  /// Makes an address of its parts.
  public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// The address of a text such as `127.0.0.1:8443` or `[::1]:0`; `nil` where it is not one.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    if host.isEmpty { return nil }
    self.init(host: String(host), port: port)
  }

  /// Whether only this machine reaches it.
  public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// The address as it is typed.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
