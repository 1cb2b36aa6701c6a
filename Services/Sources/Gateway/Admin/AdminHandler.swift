import NIOCore
import NIOHTTP1

/// Serves the administrator's requests: `/metrics`, `/healthz` and `/readyz`, for the loopback.
final class AdminHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let answer: @Sendable (String) async -> (HTTPResponseStatus, String)
  private var path = ""

  init(_ answer: @escaping @Sendable (String) async -> (HTTPResponseStatus, String)) {
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): path = head.method == .GET ? head.uri : ""
    case .body: break
    case .end:
      let (answer, path, loop) = (answer, path, context.eventLoop)
      let bound = NIOLoopBound((self, context), eventLoop: loop)
      Task {
        let (status, text) = await answer(path)
        loop.execute {
          let (handler, context) = bound.value
          handler.write(status, text, context)
        }
      }
    }
  }

  private func write(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext)
  {
    let body = ByteBuffer(string: text)
    let head = HTTPResponseHead(
      version: .http1_1,
      status: status,
      headers: [
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "content-length": String(body.readableBytes), "connection": "close",
      ]
    )
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }
}
