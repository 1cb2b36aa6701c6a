import NIOCore

/// Detects the version of HTTP that a connection uses by its first bytes.
///
/// It does not rely on the negotiation of TLS: a client of HTTP/2 does not have to take part in it, and NIO treats one
/// that does not as a client of HTTP/1.1.
final class ProtocolSniffer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The first bytes of every HTTP/2 connection (RFC 9113, 3.4).
  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  private let patience: TimeAmount
  private let serve: (any Channel, _ speaksHTTP2: Bool) throws -> Void
  private var timer: Scheduled<Void>?
  private var seen = ByteBuffer()

  init(_ patience: TimeAmount, _ serve: @escaping (any Channel, Bool) throws -> Void) {
    (self.patience, self.serve) = (patience, serve)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ProviderHandler.Drain { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    seen.writeBuffer(&part)
    let isLike = zip(seen.readableBytesView, Self.preface).allSatisfy { $0 == $1 }
    if isLike, seen.readableBytes < Self.preface.count { return }
    do {
      try serve(context.channel, isLike)
      context.fireChannelRead(wrapInboundOut(seen))
      context.fireChannelReadComplete()
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }
}
