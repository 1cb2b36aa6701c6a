internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket

/// One connection to the gateway, from its first packet to its end.
struct GatewayConnection: Sendable {
  let address: GatewayAddress
  /// A file with the trusted authorities; `nil`: those of the system.
  let certificate: String?

  /// The maximum size of a message.
  ///
  /// 256 KiB: more than the largest push with the overhead of Base64, 64 of them. Our choice.
  private static let messageBytesMax = 256 << 10
  /// The name of the protocol that autopush's clients use.
  private static let subprotocol = "push-notification"

  private enum Upgrade {
    case webSocket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused
  }

  /// Connects, sends the messages from `outgoing`, and passes on the gateway's messages until either side ends the
  /// connection.
  ///
  /// Each push takes one of the `permits`; without one, nothing more is read, and the gateway has to wait.
  ///
  /// - Throws: `LinkFailure`.
  func run(
    _ outgoing: AsyncStream<DeviceMessage>,
    permits: AsyncStream<Void>,
    connected: @Sendable () -> Void,
    received: @Sendable (GatewayMessage) -> Void
  ) async throws(LinkFailure) {
    let (firstError, socket) = (FirstError(), ClosedSocket())
    do {
      try await withTaskCancellationHandler {
        let upgrade = try await connect(noting: firstError, socket).get()
        guard case .webSocket(let channel) = upgrade else {
          throw LinkFailure.notAGateway("it does not speak WebSocket at /")
        }
        connected()
        try await channel.executeThenClose { inbound, outbound in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              for await message in outgoing {
                try await outbound.write(Self.frame(.text, ByteBuffer(string: message.text)))
              }
            }
            defer { group.cancelAll() }
            try await read(inbound, outbound, permits, received)
          }
        }
      } onCancel: {
        // A task that waits for a silent gateway does not notice the cancellation.
        socket.close()
      }
    } catch let failure as LinkFailure {
      throw failure
    } catch {
      throw firstError.failure ?? LinkFailure(error)
    }
  }

  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }

  private func read(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
    _ permits: AsyncStream<Void>,
    _ received: @Sendable (GatewayMessage) -> Void
  ) async throws {
    var permits = permits.makeAsyncIterator()
    for try await frame in inbound {
      var data = frame.unmaskedData
      switch frame.opcode {
      case .text:
        let message = GatewayMessage(String(buffer: data))
        if case .push = message, await permits.next() == nil { throw CancellationError() }
        received(message)
      case .ping: try await outbound.write(Self.frame(.pong, data))
      case .connectionClose:
        let code = data.readInteger(as: UInt16.self)
        let reason = String(buffer: data)
        try? await outbound.write(Self.frame(.connectionClose, ByteBuffer()))
        if code == 4401 { throw LinkFailure.keyRefused(status: 401) }
        if code == 4503 { throw LinkFailure.storeFails }
        throw LinkFailure.closed("code \(code.map(String.init) ?? "none") \(reason)")
      default: break
      }
    }
    throw LinkFailure.closed("without a word")
  }

  // MARK: The upgrade to a WebSocket

  private func connect(
    noting firstError: FirstError,
    _ socket: ClosedSocket
  ) async throws -> EventLoopFuture<Upgrade> {
    let context = address.isEncrypted ? try Self.context(certificate) : nil
    return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.socketOption(.so_keepalive), value: 0)
      .connect(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          socket.keep(channel)
          if let context {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: address.serverName)
            )
          }
          try channel.pipeline.syncOperations.addHandler(ErrorNote(firstError))
          return try upgrade(channel)
        }
      }
  }

  static func context(
    _ certificate: String?,
    protocols: [String] = []
  ) throws(LinkFailure) -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.applicationProtocols = protocols
    if let certificate { configuration.trustRoots = .file(certificate) }
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw .certificate("'\(certificate ?? "")' cannot be read as certificates in PEM")
    }
  }

  private func upgrade(_ channel: any Channel) throws -> EventLoopFuture<Upgrade> {
    let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
      maxFrameSize: Self.messageBytesMax,
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 1,
              maxAccumulatedFrameCount: 64,
              maxAccumulatedFrameSize: Self.messageBytesMax
            )
          )
          return .webSocket(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
        }
      }
    )
    let head = HTTPRequestHead(
      version: .http1_1,
      method: .GET,
      uri: "/",
      headers: [
        "Host": "\(address.host):\(address.port)", "Sec-WebSocket-Protocol": Self.subprotocol,
        "Content-Length": "0",
      ]
    )
    let configuration = NIOTypedHTTPClientUpgradeConfiguration<Upgrade>(
      upgradeRequestHead: head,
      upgraders: [upgrader],
      notUpgradingCompletionHandler: { channel in
        channel.close(promise: nil)
        return channel.eventLoop.makeSucceededFuture(.refused)
      }
    )
    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
      configuration: .init(upgradeConfiguration: configuration)
    )
  }
}

/// The first error of a connection: later ones only report that the connection is closed.
final class FirstError: Sendable {
  private let noted = NIOLockedValueBox<LinkFailure?>(nil)

  var failure: LinkFailure? { noted.withLockedValue { $0 } }

  func note(_ error: any Error) {
    noted.withLockedValue { if $0 == nil { $0 = LinkFailure(error) } }
  }
}

/// A socket that can be closed from any task, before or after it is open.
final class ClosedSocket: Sendable {
  private let state = NIOLockedValueBox<(channel: (any Channel)?, isClosed: Bool)>((nil, false))

  func keep(_ channel: any Channel) {
    let isLate = state.withLockedValue { state in
      state.channel = channel
      return state.isClosed
    }
    if isLate { channel.close(promise: nil) }
  }

  func close() {
    let channel = state.withLockedValue { state in
      state.isClosed = true
      return state.channel
    }
    channel?.close(promise: nil)
  }
}

/// Records the first error on its way through the handlers of a channel.
final class ErrorNote: ChannelInboundHandler {
  typealias InboundIn = NIOAny
  private let firstError: FirstError

  init(_ firstError: FirstError) { self.firstError = firstError }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    firstError.note(error)
    context.fireErrorCaught(error)
  }
}

extension LinkFailure {
  /// Makes the failure from an error of the network or of TLS.
  init(_ error: any Error) {
    switch error {
    case let failure as LinkFailure: self = failure
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .certificate("it is for another host")
    case NIOSSLError.handshakeFailed(let cause): self = LinkFailure(handshake: "\(cause)")
    case let error as BoringSSLError: self = LinkFailure(handshake: "\(error)")
    case let error as NIOConnectionError:
      let cause = error.connectionErrors.first.map { LinkFailure.text(of: $0.error) }
      self = .unreachable(
        cause ?? (error.dnsAError == nil ? "no address" : "there is no host of that name")
      )
    case let error as IOError: self = .unreachable(LinkFailure.text(of: error))
    case is HTTPParserError: self = .notAGateway("it does not speak HTTP")
    case is CancellationError: self = .closed("given up")
    case ChannelError.connectTimeout: self = .unreachable("no answer within 10 s")
    default: self = .closed("\(error)")
    }
  }

  private init(handshake cause: String) {
    let causes = [
      ("WRONG_VERSION_NUMBER", nil), ("HTTP_REQUEST", nil),
      ("CERTIFICATE_VERIFY_FAILED", "no authority that this machine knows has signed it"),
    ]
    switch causes.first(where: { cause.contains($0.0) }) {
    case (_, let told?)?: self = .certificate(told)
    case (_, nil)?: self = .notAGateway("it does not speak TLS")
    case nil: self = .closed("TLS: \(cause)")
    }
  }

  private static func text(of error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    return switch error.errnoCode {
    case 111: "nothing listens there"
    case 101, 113: "there is no way to it from this network"
    case 110: "no answer"
    default: "error \(error.errnoCode) of the network"
    }
  }
}
