import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#endif

/// The dashboard on a loopback port.
public struct Server: Sendable {
  private let site: Site
  private let port: Int
  private let login: Login

  /// The maximum number of connections at once, and the maximum size of a header; our choice, for one person's
  /// browsers.
  private static let connectionsMax = 64
  private static let headerBytesMax = 8 << 10
  /// The maximum number of free ports of one loopback address that are tried on the other.
  private static let attemptsMax = 16
  /// The time that a connection may take for a request: 30 s; a page that only listens has made its request.
  private static let idleTimeout = TimeAmount.seconds(30)

  /// Makes a server for a port; 0: any free port.
  public init(login: Login, socketPath: String, port: Int) {
    self.login = login
    self.port = port
    site = Site(login: login, socketPath: socketPath)
  }

  /// Serves until the task is cancelled, and calls a closure when it has begun.
  ///
  /// It does not use Hummingbird's `Application`, whose clock for the header `Date` runs every second: an open page
  /// without changes causes no wake-ups.
  ///
  /// - Throws: The socket's error, if the port is taken.
  public func run(_ begun: @escaping @Sendable () async -> Void) async throws {
    var attempts = port == 0 ? Self.attemptsMax : 1
    while true {
      attempts -= 1
      do {
        return try await serve(begun)
      } catch let error as AddressInUse {
        guard attempts > 0 else { throw error }
      }
    }
  }

  private func serveIPv4Alone(_ begun: @Sendable () async -> Void) async throws {
    await begun()
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }

  private func serve(_ begun: @escaping @Sendable () async -> Void) async throws {
    // Browsers try [::1] first for a name below localhost: the owner of that port there would receive the token.
    try await withThrowingTaskGroup(of: Void.self) { group in
      let ports = AsyncStream<Int>.makeStream()
      let first = try service(on: "127.0.0.1", port: port) { ports.continuation.yield($0) }
      group.addTask { try await first.run() }
      group.addTask { [login] in
        for await port in ports.stream {
          login.port = port
          do {
            try await service(on: "::1", port: port) { _ in await begun() }.run()
          } catch let error as IOError
            where [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode)
          {
            // This machine has no IPv6, so no other process has that address either.
            try await serveIPv4Alone(begun)
          } catch is SocketAddressError.UnknownHost {
            // In this case the text is not even an address: "Address family for hostname not supported".
            try await serveIPv4Alone(begun)
          } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw AddressInUse(address: "[::1]:\(port)")
          }
        }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func service(
    on address: String,
    port: Int,
    _ begun: @escaping @Sendable (Int) async -> Void
  ) throws -> any Service {
    var logger = Logger(label: "torpor-dashboard")
    logger.logLevel = .critical
    let (responder, quiet) = (site.responder(), logger)
    return try HTTPServerBuilder.http1(
      configuration: .init(
        idleTimeout: Self.idleTimeout,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: Self.headerBytesMax,
          maxHeaderListSize: 2 * Self.headerBytesMax,
          maxHeaderFieldCount: 64
        )
      )
    )
    .buildServer(
      configuration: ServerConfiguration(
        address: .hostname(address, port: port),
        availableConnectionsDelegate: .maximum(Self.connectionsMax, logger: logger)
      ),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: logger
    ) { request, writer, channel in
      let context = Site.Context(
        source: ApplicationRequestContextSource(channel: channel, logger: quiet)
      )
      var response = Response(status: .unauthorized).sealed()
      if !Neighbour.isAnotherUsers(channel) {
        response =
          (try? await responder.respond(to: request, context: context))
          ?? Response(status: .internalServerError).sealed()
      }
      try await writer.write(response: response.head, body: response.body)
    } onServerRunning: { channel in
      await begun(channel.localAddress?.port ?? 0)
    }
  }
}

/// The port is already taken on the other loopback address: its owner would receive the token.
public struct AddressInUse: Error {
  /// The address and its port, such as `[::1]:8080`.
  public let address: String
}
