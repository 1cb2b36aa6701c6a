import NIOCore
import NIOHTTP1

/// One connection of a Web Push sender that uses HTTP/1.1: one request after the other.
final class WebHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let desk: WebDesk?
  private let limits: ProviderLimits
  private let metrics: Metrics
  private var context: ChannelHandlerContext?
  private var state = State.idle
  private var timer: Scheduled<Void>?
  private var isDraining = false
  /// The number of the current request, so that a late answer is not given to the next one.
  private var number = 0

  private var excessBytes = 0

  /// The number of bytes beyond the maximum that are read before the answer is given: 1 MiB, our choice.
  private static let excessBytesMax = 1 << 20

  private enum State {
    case idle
    case receiving(WebRequest, [UInt8], keepsAlive: Bool)
    /// Complete, and being handled by the mailboxes; or answered before its end, which is awaited.
    case waiting(keepsAlive: Bool)
    case closed
  }

  /// Makes a handler; `desk`: `nil` if Web Push is not served.
  init(_ desk: WebDesk?, _ limits: ProviderLimits, _ metrics: Metrics) {
    (self.desk, self.limits, self.metrics) = (desk, limits, metrics)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    metrics.change(providerConnectionsBy: 1)
    arm(limits.unboundIdle)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    (self.context, state) = (nil, .closed)
    metrics.change(providerConnectionsBy: -1)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ProviderHandler.Drain else {
      return context.fireUserInboundEventTriggered(event)
    }
    isDraining = true
    if case .idle = state { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Closes connections that take too long; a request that waits for the disk is answered.
  private func arm(_ patience: TimeAmount) {
    guard let context else { return }
    timer?.cancel()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: patience) { bound.value.timeIsUp() }
  }

  private func timeIsUp() {
    guard let context else { return }
    guard case .waiting = state, let desk else { return context.close(promise: nil) }
    write(desk.refused(WebRefusal(.serviceUnavailable)), closes: true)
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head)
    case .body(let buffer):
      guard case .receiving(let request, var body, let keepsAlive) = state else { return }
      // One byte more than the maximum is sufficient; the rest is read, so that the sender reads the answer.
      let room = WebDesk.messageBytesMax + 1 - body.count
      body.append(contentsOf: buffer.readableBytesView.prefix(room))
      excessBytes += max(0, buffer.readableBytes - room)
      state = .receiving(request, body, keepsAlive: keepsAlive)
      if excessBytes > Self.excessBytesMax { finish(isWhole: false) }
    case .end: finish(isWhole: true)
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    guard case .idle = state else { return }
    var request = WebRequest()
    (request.method, request.path) = (head.method.rawValue, head.uri)
    for (name, value) in head.headers { request.note(name, value) }
    number += 1
    excessBytes = 0
    state = .receiving(request, [], keepsAlive: head.isKeepAlive)
    arm(limits.request)
  }

  private func finish(isWhole: Bool) {
    guard case .receiving(let request, let body, let keepsAlive) = state, let context else {
      return
    }
    state = .waiting(keepsAlive: keepsAlive && isWhole)
    arm(limits.disk)
    guard let desk else {
      // A sender that is told that the endpoint does not exist deletes the subscription.
      let isMessage = request.path.hasPrefix(WebRequest.anyPath)
      return write(WebRefusal(isMessage ? .serviceUnavailable : .badPath).answer, closes: true)
    }
    do throws(WebRefusal) {
      if isDraining { throw WebRefusal(.shutdown) }
      switch try desk.read(request, body) {
      case .discover: write(desk.discovered())
      case .push(let push, let token, let ttlSeconds):
        let begun = NIODeadline.now()
        let (bound, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
        let asked = number
        let isTaken = desk.mailboxes.submit(
          .push(push, token) { result in
            let milliseconds = Double((NIODeadline.now() - begun).nanoseconds) / 1e6
            let answer = desk.answer(
              push,
              result,
              ttlSeconds: ttlSeconds,
              milliseconds: milliseconds
            )
            loop.execute {
              if bound.value.number == asked { bound.value.write(answer) }
            }
          }
        )
        if !isTaken { throw WebRefusal(.serviceUnavailable) }
      }
    } catch {
      write(desk.refused(error))
    }
  }

  // MARK: Answers

  private func write(_ answer: WebAnswer, closes: Bool = false) {
    guard let context, case .waiting(let keepsAlive) = state else { return }
    let closes = closes || !keepsAlive || isDraining
    var headers = HTTPHeaders(answer.headers)
    headers.add(name: "content-length", value: String(answer.body.utf8.count))
    if closes { headers.add(name: "connection", value: "close") }
    let head = HTTPResponseHead(
      version: .http1_1,
      status: HTTPResponseStatus(statusCode: answer.status),
      headers: headers
    )
    state = closes ? .closed : .idle
    arm(limits.unboundIdle)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !answer.body.isEmpty {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))),
        promise: nil
      )
    }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if closes { bound.value.close(promise: nil) }
    }
  }
}
