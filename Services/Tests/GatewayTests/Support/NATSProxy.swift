import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import Gateway

/// Stands between gateways and a NATS server: a test cuts the connection, or has what a gateway asks fail.
final class NATSProxy: Sendable {
  let port: Int
  private let serverPort: Int
  private let state: NIOLockedValueBox<State>

  fileprivate struct State {
    var listener: (any Channel)?
    var connections: [any Channel] = []
    /// What is to be held of what gateways ask.
    var wanted: [(word: String, request: EventLoopPromise<Request>)] = []
  }

  /// What a gateway has asked, and the server does not get.
  fileprivate struct Request: Sendable {
    let gateway: any Channel
    /// Where it is answered, and by which of the gateway's subscriptions.
    let reply: String
    let subscription: String
  }

  /// What a gateway is to ask, and the server does not get.
  struct Held: Sendable {
    fileprivate let request: EventLoopFuture<Request>

    /// Answers, once it is asked, as a server does that knows nobody who would: this may have happened, and may be tried
    /// again.
    func refuse() async throws {
      let request = try await request.get()
      let line = "HMSG \(request.reply) \(request.subscription) 16 16\r\n"
      let text = line + "NATS/1.0 503\r\n\r\n\r\n"
      try await request.gateway.writeAndFlush(ByteBuffer(string: text)).get()
    }
  }

  init(to serverPort: Int) async throws {
    let state = NIOLockedValueBox(State())
    let listener = try await Self.listen(0, serverPort, state)
    state.withLockedValue { $0.listener = listener }
    (self.serverPort, self.state) = (serverPort, state)
    port = listener.localAddress?.port ?? 0
  }

  var server: NATSServer {
    get throws {
      guard let server = NATSServer("nats://127.0.0.1:\(port)") else { throw ChannelError.eof }
      return server
    }
  }

  /// Holds the next request of a gateway that has this word.
  func holdNext(_ word: String) -> Held {
    let request = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Request.self)
    state.withLockedValue { $0.wanted.append((word, request)) }
    return Held(request: request.futureResult)
  }

  /// Ends all connections, and takes no others.
  func cut() async throws {
    let (listener, connections) = state.withLockedValue { ($0.listener, $0.connections) }
    try await listener?.close()
    for connection in connections { try? await connection.close() }
  }

  func restore() async throws {
    let listener = try await Self.listen(port, serverPort, state)
    state.withLockedValue { $0.listener = listener }
  }

  private static func listen(
    _ port: Int,
    _ serverPort: Int,
    _ state: NIOLockedValueBox<State>
  ) async throws -> any Channel {
    try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        state.withLockedValue { $0.connections.append(channel) }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Opening(serverPort, state))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
  }
}

/// Connects to the server, and reads from the gateway then.
private final class Opening: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let serverPort: Int
  private let state: NIOLockedValueBox<NATSProxy.State>

  init(_ serverPort: Int, _ state: NIOLockedValueBox<NATSProxy.State>) {
    (self.serverPort, self.state) = (serverPort, state)
  }

  func channelActive(context: ChannelHandlerContext) {
    let gateway = context.channel
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { server in
        server.eventLoop.makeCompletedFuture {
          // Whole messages, so that one of the proxy's does not come within one of the server's.
          try server.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(Messages()), Passing(to: gateway) { _ in true },
          ])
        }
      }
      .connect(host: "127.0.0.1", port: serverPort)
      .flatMapThrowing { [state] server in
        try gateway.pipeline.syncOperations.addHandlers([
          ByteToMessageHandler(Messages()),
          Passing(to: server) { bytes in
            state.withLockedValue { !$0.holds(String(buffer: bytes), of: gateway) }
          },
        ])
        server.closeFuture.whenComplete { _ in gateway.close(promise: nil) }
        gateway.closeFuture.whenComplete { _ in server.close(promise: nil) }
      }
      .flatMap { gateway.setOption(.autoRead, value: true) }
      .whenFailure { _ in gateway.close(promise: nil) }
  }
}

extension NATSProxy.State {
  /// Whether a message of a gateway is one that is to be held, as it is from now on.
  fileprivate mutating func holds(_ text: String, of gateway: any Channel) -> Bool {
    let words = text.prefix { !$0.isNewline }.split(separator: " ")
    guard words.count > 3, ["PUB", "HPUB"].contains(words[0]),
      let index = wanted.firstIndex(where: { text.contains($0.word) })
    else { return false }
    // A gateway's inbox is its first subscription.
    let request = NATSProxy.Request(gateway: gateway, reply: String(words[2]), subscription: "1")
    wanted.remove(at: index).request.succeed(request)
    return true
  }
}

/// Passes on what one side says, as far as it is to.
private final class Passing: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let target: any Channel
  private let passes: @Sendable (ByteBuffer) -> Bool

  init(to target: any Channel, _ passes: @escaping @Sendable (ByteBuffer) -> Bool) {
    (self.target, self.passes) = (target, passes)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    if passes(bytes) { target.writeAndFlush(bytes, promise: nil) }
  }
}

/// Whole messages: a line, and with those that carry something the bytes that its last number counts.
private struct Messages: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  mutating func decode(
    context: ChannelHandlerContext,
    buffer: inout ByteBuffer
  ) throws -> DecodingState {
    let bytes = buffer.readableBytesView
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return .needMoreData }
    let line = String(decoding: bytes[..<end], as: UTF8.self)
    var length = end + 1 - bytes.startIndex
    if ["PUB ", "HPUB ", "MSG ", "HMSG "].contains(where: { line.hasPrefix($0) }) {
      let words = line.split { $0.isWhitespace }
      length += (words.last.flatMap { Int($0) } ?? 0) + 2
    }
    guard let message = buffer.readSlice(length: length) else { return .needMoreData }
    context.fireChannelRead(wrapInboundOut(message))
    return .continue
  }
}
