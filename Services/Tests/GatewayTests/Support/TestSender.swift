import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import TorporCrypto

@testable import Gateway

/// A sender on a connection of its own: HTTP/2 by prior knowledge, frame by frame.
final class TestSender: Sendable {
  private let channel: any Channel
  private let handler: NIOLoopBound<SenderHandler>

  /// What a request is answered with.
  struct Answer: Hashable, Sendable {
    let status: Int
    let id: String?
    let uniqueID: String?
    let body: String
    /// The frames of the answer: their kinds, with a point where the stream ends.
    let frames: String
    /// Of a broadcast channel that was made, and of a request about one.
    var channel: String?
    var requestID: String?

    var reason: String? { JSONValue(Array(body.utf8))?["reason"]?.text }
    var timestamp: Int64? { JSONValue(Array(body.utf8))?["timestamp"]?.integer }
  }

  static func connect(to address: ListenAddress) async throws -> TestSender {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    // Not looked up in the pipeline: a gateway may have closed the connection before.
    let handler = try await loop.submit { NIOLoopBound(SenderHandler(loop), eventLoop: loop) }.get()
    let channel = try await ClientBootstrap(group: loop).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers([
          NIOHTTP2Handler(mode: .client), handler.value,
        ])
      }
    }.connect(host: address.host, port: address.port).get()
    return TestSender(channel, handler)
  }

  private init(_ channel: any Channel, _ handler: NIOLoopBound<SenderHandler>) {
    (self.channel, self.handler) = (channel, handler)
  }

  /// Sends a whole request.
  func send(_ headers: HPACKHeaders, _ body: [UInt8]) async throws -> Answer {
    let handler = handler
    return try await channel.eventLoop.flatSubmit {
      handler.value.send(headers, body, ends: true).futureResult
    }.get()
  }

  /// Sends the headers alone, and not the end.
  func begin(_ headers: HPACKHeaders) async throws -> EventLoopFuture<Answer> {
    let handler = handler
    return try await channel.eventLoop.submit {
      handler.value.send(headers, nil, ends: false).futureResult
    }.get()
  }

  /// Sends the body and the end of the request that was begun as number `index`, from 0.
  func end(_ index: Int, _ body: [UInt8]) async throws {
    let handler = handler
    try await channel.eventLoop.submit { handler.value.end(index, body) }.get()
  }

  /// Begins a request and resets it at once.
  func reset(_ headers: HPACKHeaders) async throws {
    let handler = handler
    try await channel.eventLoop.submit { handler.value.reset(headers) }.get()
  }

  /// What the gateway says as it ends the connection: the text of its GOAWAY.
  func goodbye() async throws -> String {
    let handler = handler
    return try await channel.eventLoop.flatSubmit { handler.value.goodbye.futureResult }.get()
  }

  /// Waits until the connection is closed.
  func closed() async throws { try await channel.closeFuture.get() }

  /// Waits until the gateway allows that many streams.
  func allowsStreams(_ count: Int) async throws {
    let handler = handler
    try await channel.eventLoop.flatSubmit { handler.value.allowed(count).futureResult }.get()
  }

  func close() async { try? await channel.close().get() }
}

/// The frames of a sender's connection.
final class SenderHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  let goodbye: EventLoopPromise<String>
  private let loop: any EventLoop
  private var context: ChannelHandlerContext?
  private var next = 1
  private var requests: [HTTP2StreamID: Request] = [:]
  private var allowedCount: Int?
  private var waiters: [(Int, EventLoopPromise<Void>)] = []

  private struct Request {
    let promise: EventLoopPromise<TestSender.Answer>
    var headers = HPACKHeaders()
    var body: [UInt8] = []
    var frames = ""
  }

  private struct Ended: Error {}

  init(_ loop: any EventLoop) {
    self.loop = loop
    goodbye = loop.makePromise()
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func channelInactive(context: ChannelHandlerContext) {
    goodbye.fail(Ended())
    for request in requests.values { request.promise.fail(Ended()) }
    for (_, promise) in waiters { promise.fail(Ended()) }
    (requests, waiters) = ([:], [])
    self.context = nil
  }

  func allowed(_ count: Int) -> EventLoopPromise<Void> {
    let promise = loop.makePromise(of: Void.self)
    if allowedCount == count { promise.succeed() } else { waiters.append((count, promise)) }
    return promise
  }

  func send(
    _ headers: HPACKHeaders,
    _ body: [UInt8]?,
    ends: Bool
  ) -> EventLoopPromise<TestSender.Answer> {
    let promise = loop.makePromise(of: TestSender.Answer.self)
    guard let context else {
      promise.fail(Ended())
      return promise
    }
    let id = HTTP2StreamID(next)
    next += 2
    requests[id] = Request(promise: promise)
    let hasBody = body?.isEmpty == false
    write(.headers(.init(headers: headers, endStream: ends && !hasBody)), id, context)
    if let body, hasBody {
      write(.data(.init(data: .byteBuffer(ByteBuffer(bytes: body)), endStream: ends)), id, context)
    }
    context.flush()
    return promise
  }

  func end(_ index: Int, _ body: [UInt8]) {
    guard let context else { return }
    let data = HTTP2Frame.FramePayload.Data(
      data: .byteBuffer(ByteBuffer(bytes: body)),
      endStream: true
    )
    write(.data(data), HTTP2StreamID(2 * index + 1), context)
    context.flush()
  }

  func reset(_ headers: HPACKHeaders) {
    guard let context else { return }
    let id = HTTP2StreamID(next)
    next += 2
    write(.headers(.init(headers: headers)), id, context)
    write(.rstStream(.cancel), id, context)
    context.flush()
  }

  private func write(
    _ payload: HTTP2Frame.FramePayload,
    _ id: HTTP2StreamID,
    _ context: ChannelHandlerContext
  ) {
    context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    let id = frame.streamID
    switch frame.payload {
    case .headers(let headers):
      requests[id]?.headers = headers.headers
      requests[id]?.frames += headers.endStream ? "headers." : "headers "
      if headers.endStream { finish(id) }
    case .data(let data):
      if case .byteBuffer(let buffer) = data.data {
        requests[id]?.body.append(contentsOf: buffer.readableBytesView)
      }
      requests[id]?.frames += data.endStream ? "data." : "data "
      if data.endStream { finish(id) }
    case .goAway(_, _, let text): goodbye.succeed(text.map { String(buffer: $0) } ?? "")
    case .settings(.settings(let settings)):
      for setting in settings where setting.parameter == .maxConcurrentStreams {
        allowedCount = setting.value
        waiters.removeAll { count, promise in
          guard count == setting.value else { return false }
          promise.succeed()
          return true
        }
      }
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {}

  private func finish(_ id: HTTP2StreamID) {
    guard let request = requests.removeValue(forKey: id) else { return }
    request.promise.succeed(
      TestSender.Answer(
        status: Int(request.headers.first(name: ":status") ?? "") ?? 0,
        id: request.headers.first(name: "apns-id"),
        uniqueID: request.headers.first(name: "apns-unique-id"),
        body: String(decoding: request.body, as: UTF8.self),
        frames: request.frames,
        channel: request.headers.first(name: "apns-channel-id"),
        requestID: request.headers.first(name: "apns-request-id")
      )
    )
  }
}
