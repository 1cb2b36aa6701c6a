import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

#if canImport(Glibc)
import Glibc
#endif

/// The push gateway: senders on one side, devices on the other, and mailboxes between them.
public final class Gateway: Sendable {
  /// The addresses at which it listens.
  public struct Addresses: Hashable, Sendable {
    /// The address for senders in the production environment.
    public let providers: ListenAddress
    /// The address for senders in the sandbox.
    public let sandboxProviders: ListenAddress?
    /// The address for devices.
    public let devices: ListenAddress
    /// The address for metrics, health and readiness.
    public let admin: ListenAddress?
    /// The origin at which senders of Web Push reach it; `nil`: not served.
    public let web: WebOrigin?
  }

  /// The addresses at which it listens.
  public let addresses: Addresses
  private let group: MultiThreadedEventLoopGroup
  let mailboxes: any Mailboxes
  private let channels: [any Channel]
  private let adminChannel: (any Channel)?
  private let providerConnections, deviceConnections: Connections
  private let readiness: Readiness
  private let sweeping: RepeatedTask
  private let logger: Logger

  /// The time for which a connection of a sender or device is awaited when the gateway ends.
  private static let drainPatience = TimeAmount.seconds(5)
  /// The interval at which data that is no longer needed is removed: an hour, which is precise enough for limits of
  /// days.
  private static let sweepInterval = TimeAmount.hours(1)

  /// Starts a gateway.
  ///
  /// - Throws: The error of the store, the certificate or a socket.
  public static func start(_ settings: GatewaySettings) async throws -> Gateway {
    mkdir(settings.dataFolder, 0o700)
    let metrics = Metrics(settings.logger)
    let mailboxes = try await Gateway.mailboxes(settings, metrics)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: settings.threadCount)
    do {
      return try await Gateway(settings, group, mailboxes, metrics)
    } catch {
      await mailboxes.close()
      try? await group.shutdownGracefully()
      throw error
    }
  }

  /// Returns the mailboxes; this is the only place where the store is chosen.
  private static func mailboxes(
    _ settings: GatewaySettings,
    _ metrics: Metrics
  ) async throws -> any Mailboxes {
    if let fleet = settings.fleet {
      return try await FleetMailboxes.start(fleet, metrics, settings.clock, settings.logger)
    }
    let lock = try FolderLock(settings.dataFolder)
    let path = settings.dataFolder + "/mailboxes.sqlite"
    let store = try MailboxStore(path: path, pagesMax: settings.storePagesMax)
    let copier = LogCopier(path: path, metrics)
    return try FileMailboxes(store, lock, copier, metrics, settings.clock)
  }

  private init(
    _ settings: GatewaySettings,
    _ group: MultiThreadedEventLoopGroup,
    _ mailboxes: any Mailboxes,
    _ metrics: Metrics
  ) async throws {
    (self.group, self.mailboxes, logger) = (group, mailboxes, settings.logger)
    // Some descriptors remain free for the store, the keys and the administrator.
    let descriptors = Gateway.descriptorsMax() - 128
    providerConnections = Connections(
      most: min(settings.providerLimits.connectionsMax, descriptors / 4)
    )
    deviceConnections = Connections(
      most: min(settings.linkLimits.connectionsMax, descriptors / 4 * 3)
    )
    let readiness = Readiness()
    self.readiness = readiness
    let desk = ProviderDesk(
      mailboxes: mailboxes,
      keys: KeyFolder(dataFolder: settings.dataFolder, clock: settings.clock),
      metrics: metrics,
      logger: settings.logger,
      clock: settings.clock,
      limits: settings.providerLimits,
      turns: LoopTurns(group)
    )
    let providers = Listener(
      group: group,
      tls: try settings.tls.map { try Gateway.context($0, protocols: ["h2", "http/1.1"]) },
      connections: providerConnections
    )
    // The origin may depend on the port, which is known later; senders that connect before are told to try again.
    let web = NIOLockedValueBox(settings.origin.map { WebDesk(desk, $0) })
    var channels = [
      try await providers.listen(settings.providers) {
        try Gateway.serve($0, desk, .production, web.withLockedValue { $0 })
      }
    ]
    let origin =
      settings.origin
      ?? WebOrigin(
        Gateway.address(settings.providers, channels[0]),
        isEncrypted: settings.tls != nil
      )
    if let origin {
      web.withLockedValue { $0 = WebDesk(desk, origin) }
    }
    var sandbox: (any Channel)?
    if let address = settings.sandboxProviders {
      let channel = try await providers.listen(address) { try Gateway.serve($0, desk, .sandbox) }
      sandbox = channel
      channels.append(channel)
    }
    let links = LinkDesk(mailboxes, settings.logger, settings.linkLimits, origin, desk.turns)
    let devices = try await Listener(
      group: group,
      tls: try settings.tls.map { try Gateway.context($0, protocols: ["http/1.1"]) },
      connections: deviceConnections
    ).listen(settings.devices) { try links.prepare($0) }
    channels.append(devices)
    var admin: (any Channel)?
    if let address = settings.admin {
      admin = try await Listener(group: group, tls: nil, connections: Connections(most: 64))
        .listen(address) { channel in
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(
            AdminHandler { await Gateway.answer($0, readiness, mailboxes, metrics) }
          )
        }
    }
    (self.channels, adminChannel) = (channels, admin)
    mailboxes.submit(.sweep)
    sweeping = group.next().scheduleRepeatedTask(
      initialDelay: Gateway.sweepInterval,
      delay: Gateway.sweepInterval
    ) { _ in mailboxes.submit(.sweep) }
    addresses = Addresses(
      providers: Gateway.address(settings.providers, channels[0]),
      sandboxProviders: settings.sandboxProviders.map { Gateway.address($0, sandbox) },
      devices: Gateway.address(settings.devices, devices),
      admin: settings.admin.map { Gateway.address($0, admin) },
      web: origin
    )
  }

  /// Returns the number of files and connections that this process may have, raised to the maximum permitted.
  private static func descriptorsMax() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  private static func address(_ wanted: ListenAddress, _ channel: (any Channel)?) -> ListenAddress {
    ListenAddress(host: wanted.host, port: channel?.localAddress?.port ?? wanted.port)
  }

  private static func context(
    _ files: (certificate: String, key: String),
    protocols: [String]
  ) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificate)
        .map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem))
    )
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = protocols
    return try NIOSSLContext(configuration: configuration)
  }

  /// Serves a sender's connection according to the version of HTTP that it uses, whatever its TLS has negotiated.
  private static func serve(
    _ channel: any Channel,
    _ desk: ProviderDesk,
    _ environment: Environment,
    _ web: WebDesk? = nil
  ) throws {
    let sniffer = ProtocolSniffer(desk.limits.unboundIdle) { channel, speaksHTTP2 in
      guard !speaksHTTP2 else { return try serveHTTP2(channel, desk, environment, web) }
      try channel.pipeline.syncOperations.configureHTTPServerPipeline()
      try channel.pipeline.syncOperations.addHandler(
        WebHandler(web, desk.limits, desk.metrics)
      )
    }
    try channel.pipeline.syncOperations.addHandler(sniffer)
  }

  private static func serveHTTP2(
    _ channel: any Channel,
    _ desk: ProviderDesk,
    _ environment: Environment,
    _ web: WebDesk?
  ) throws {
    var connection = NIOHTTP2Handler.ConnectionConfiguration()
    connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: 1),
      HTTP2Setting(parameter: .maxHeaderListSize, value: desk.limits.headerBytesMax),
    ]
    var stream = NIOHTTP2Handler.StreamConfiguration()
    stream.streamResetFrameRateLimit.maximumCount = desk.limits.resetsMax
    try channel.pipeline.syncOperations.addHandlers([
      NIOHTTP2Handler(
        mode: .server,
        connectionConfiguration: connection,
        streamConfiguration: stream
      ), ProviderHandler(desk, environment, web),
    ])
  }

  private static func answer(
    _ path: String,
    _ readiness: Readiness,
    _ mailboxes: any Mailboxes,
    _ metrics: Metrics
  ) async -> (HTTPResponseStatus, String) {
    switch path {
    case "/healthz": return (.ok, "ok\n")
    case "/readyz":
      guard readiness.isReady, mailboxes.isWell else {
        return (.serviceUnavailable, "not ready\n")
      }
      return (.ok, "ready\n")
    case "/metrics": return (.ok, metrics.exposition(await mailboxes.counts()))
    default: return (.notFound, "")
    }
  }

  /// Ends the gateway: it accepts no new connections, answers everything in progress, and then stops.
  public func stop() async {
    readiness.end()
    sweeping.cancel()
    for channel in channels { try? await channel.close().get() }
    logger.notice("the gateway ends")
    providerConnections.tell(ProviderHandler.Drain())
    deviceConnections.tell(ProviderHandler.Drain())
    await providerConnections.close(after: Self.drainPatience, on: group.next())
    await deviceConnections.close(after: Self.drainPatience, on: group.next())
    try? await adminChannel?.close().get()
    await mailboxes.close()
    try? await group.shutdownGracefully()
  }
}

/// Whether new work is accepted.
private final class Readiness: Sendable {
  private let state = NIOLockedValueBox(true)

  var isReady: Bool { state.withLockedValue { $0 } }

  func end() { state.withLockedValue { $0 = false } }
}

extension Mailboxes {
  /// Returns the numbers of entries in the store; `nil`: it does not answer.
  func counts() async -> StoreCounts? {
    await withCheckedContinuation { continuation in
      if !submit(.count { continuation.resume(returning: $0) }) {
        continuation.resume(returning: nil)
      }
    }
  }
}
