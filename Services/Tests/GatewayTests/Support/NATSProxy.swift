import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import Gateway

/// Stands between gateways and a NATS server: a test cuts the connection, or loses what a gateway asks.
final class NATSProxy: Sendable {
  let port: Int
  private let serverPort: Int
  private let state: NIOLockedValueBox<State>

  fileprivate struct State {
    var listener: (any Channel)?
    var connections: [any Channel] = []
    /// What the next message has that is lost.
    var lostWord: String?
    var lostCount = 0
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

  /// How many messages were lost.
  var lostCount: Int { state.withLockedValue { $0.lostCount } }

  /// Loses the next message of a gateway that has this word.
  func loseNext(_ word: String) { state.withLockedValue { $0.lostWord = word } }

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
          try server.pipeline.syncOperations.addHandler(Passing(to: gateway) { _ in true })
        }
      }
      .connect(host: "127.0.0.1", port: serverPort)
      .flatMapThrowing { [state] server in
        try gateway.pipeline.syncOperations.addHandlers([
          ByteToMessageHandler(Messages()),
          Passing(to: server) { bytes in
            state.withLockedValue { state in
              let text = String(buffer: bytes)
              guard let word = state.lostWord, text.contains(word) else { return true }
              (state.lostWord, state.lostCount) = (nil, state.lostCount + 1)
              return false
            }
          },
        ])
        server.closeFuture.whenComplete { _ in gateway.close(promise: nil) }
        gateway.closeFuture.whenComplete { _ in server.close(promise: nil) }
      }
      .flatMap { gateway.setOption(.autoRead, value: true) }
      .whenFailure { _ in gateway.close(promise: nil) }
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

/// Whole messages of a client: a line, and with PUB and HPUB the bytes that its last number counts.
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
    if line.hasPrefix("PUB ") || line.hasPrefix("HPUB ") {
      let words = line.split { $0.isWhitespace }
      length += (words.last.flatMap { Int($0) } ?? 0) + 2
    }
    guard let message = buffer.readSlice(length: length) else { return .needMoreData }
    context.fireChannelRead(wrapInboundOut(message))
    return .continue
  }
}
