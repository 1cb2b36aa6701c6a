import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A WebSocket server that says what a test has it say, and hands over what devices say.
final class PlayedGateway: Sendable {
  enum Word: Hashable, Sendable {
    case connected
    case said(String)
    case left
  }

  let port: Int
  private let server: any Channel
  private let device: NIOLockedValueBox<(any Channel)?>
  private let words: AsyncStream<Word>

  /// Serves WebSocket, or where `isGateway` is false only pages of which it has none.
  init(isGateway: Bool = true) async throws {
    let (words, mouth) = AsyncStream.makeStream(of: Word.self)
    let device = NIOLockedValueBox<(any Channel)?>(nil)
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        let upgrader = NIOWebSocketServerUpgrader(
          shouldUpgrade: { channel, head in
            let protocols = head.headers["Sec-WebSocket-Protocol"]
            let isMet = isGateway && head.uri == "/" && protocols == ["push-notification"]
            let headers: HTTPHeaders = ["Sec-WebSocket-Protocol": "push-notification"]
            return channel.eventLoop.makeSucceededFuture(isMet ? headers : nil)
          },
          upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeCompletedFuture {
              device.withLockedValue { $0 = channel }
              let pipeline = channel.pipeline.syncOperations
              if let pages = try? pipeline.handler(type: NoPages.self) {
                _ = pipeline.removeHandler(pages)
              }
              try pipeline.addHandler(Ear(mouth))
            }
          }
        )
        return channel.pipeline.configureHTTPServerPipeline(
          withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
        ).flatMap {
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NoPages())
          }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    (self.server, self.device, self.words) = (server, device, words)
    port = server.localAddress?.port ?? 0
  }

  /// Listens for what devices say.
  func listen() -> AsyncStream<Word>.AsyncIterator { words.makeAsyncIterator() }

  func say(_ text: String) async throws {
    let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
    try await device.withLockedValue { $0 }?.writeAndFlush(frame)
  }

  /// Ends the connection as a gateway does that refuses the key.
  func refuse() async throws {
    var data = ByteBuffer()
    data.writeInteger(UInt16(4401))
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    try await device.withLockedValue { $0 }?.writeAndFlush(frame)
  }

  func stop() async throws { try await server.close() }

  private final class Ear: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    let mouth: AsyncStream<Word>.Continuation

    init(_ mouth: AsyncStream<Word>.Continuation) { self.mouth = mouth }

    func handlerAdded(context: ChannelHandlerContext) { mouth.yield(.connected) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      guard frame.opcode == .text else { return }
      mouth.yield(.said(String(buffer: frame.unmaskedData)))
    }

    func channelInactive(context: ChannelHandlerContext) { mouth.yield(.left) }
  }

  private final class NoPages: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      let head = HTTPResponseHead(
        version: .http1_1,
        status: .notFound,
        headers: ["Content-Length": "0"]
      )
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}

/// A daemon's socket on which a test answers; it fails as a real one cannot be made to.
final class PlayedDaemon: Sendable {
  let path: String
  private let server: any Channel
  private let calls: AsyncStream<String>
  private let follower = NIOLockedValueBox<(any Channel)?>(nil)

  /// Answers each call but the first kind, which is kept open for news, with what `answer` makes of it; `nil`: never.
  init(at path: String, answer: @escaping @Sendable (String) -> String?) async throws {
    let (calls, mouth) = AsyncStream.makeStream(of: String.self)
    let follower = follower
    server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Clerk(mouth: mouth, follower: follower, answer: answer)
          )
        }
      }
      .bind(unixDomainSocketPath: path).get()
    (self.path, self.calls) = (path, calls)
  }

  func listen() -> AsyncStream<String>.AsyncIterator { calls.makeAsyncIterator() }

  /// Tells the link how the device is.
  func tell(_ news: String) async throws {
    let text = #"{"parameters":\#(news),"continues":true}"#
    try await follower.withLockedValue { $0 }?.writeAndFlush(ByteBuffer(bytes: text.utf8 + [0]))
  }

  func stop() async throws { try await server.close() }

  private final class Clerk: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    let mouth: AsyncStream<String>.Continuation
    let follower: NIOLockedValueBox<(any Channel)?>
    let answer: @Sendable (String) -> String?

    init(
      mouth: AsyncStream<String>.Continuation,
      follower: NIOLockedValueBox<(any Channel)?>,
      answer: @escaping @Sendable (String) -> String?
    ) {
      (self.mouth, self.follower, self.answer) = (mouth, follower, answer)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      for message in unwrapInboundIn(data).readableBytesView.split(separator: 0) {
        let call = String(decoding: message, as: UTF8.self)
        if call.contains("AttachPushLink") { follower.withLockedValue { $0 = context.channel } }
        mouth.yield(call)
        guard let reply = answer(call) else { continue }
        context.writeAndFlush(NIOAny(ByteBuffer(bytes: reply.utf8 + [0])), promise: nil)
      }
    }
  }
}
