import Logging
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One connection of a sender, frame by frame.
///
/// It does not use NIO's codec for HTTP/1, which ends every answer with an empty data frame: the client library aioapns
/// closes the connection when it receives one. An answer of 200 is one frame with headers that ends the stream; any
/// other has its complete body in one more frame.
final class ProviderHandler: ChannelInboundHandler {
  // Shape: one method for each frame and for each event of its connection; ProviderDesk and WebDesk decide.
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  let desk: ProviderDesk
  let environment: Environment
  /// Web Push, if it is served.
  let webDesk: WebDesk?
  var context: ChannelHandlerContext?
  var binding = ConnectionBinding()
  /// Whether it has sent an accepted message of Web Push.
  var hasSentMessage = false
  var streams: [HTTP2StreamID: Stream] = [:]
  private var unreturnedWindowBytes = 0
  var errorCount = 0
  private var lastStreamID = HTTP2StreamID.rootStream
  /// The reason that the sender receives when this ends.
  var goodbye = Refusal.Reason.shutdown
  var phase = Phase.serving
  private var timer: (Scheduled<Void>, at: NIODeadline)?
  private let opened = NIODeadline.now()
  private var lastActivity = NIODeadline.now()

  enum Phase {
    case serving
    /// Requests in progress are answered, and new ones are refused; then this ends.
    case draining
    /// The sender was informed of the end.
    case closed
  }

  struct Stream {
    let headers: RequestHeaders
    let id: String
    let begun: NIODeadline
    /// The request, if it is one of Web Push.
    let web: WebRequest?
    /// Whether it began after the sender was informed of the end.
    let isLate: Bool
    var body: [UInt8] = []
    var state = State.receiving

    enum State {
      case receiving
      /// Complete, and being handled by the mailboxes.
      case waiting
      /// Answered before its end, which is awaited.
      case answered
    }
  }

  init(_ desk: ProviderDesk, _ environment: Environment, _ webDesk: WebDesk? = nil) {
    (self.desk, self.environment, self.webDesk) = (desk, environment, webDesk)
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    desk.metrics.change(providerConnectionsBy: 1)
    arm(by: end)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    phase = .closed
    timer?.0.cancel()
    streams = [:]
    self.context = nil
    desk.metrics.change(providerConnectionsBy: -1)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let headers): receive(headers, frame.streamID, context)
    case .data(let data): receive(data, frame.streamID, context)
    case .rstStream: streams[frame.streamID] = nil
    case .priority, .settings, .pushPromise, .ping, .goAway, .windowUpdate, .alternativeService,
      .origin:
      break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let closed as StreamClosedEvent:
      streams[closed.streamID] = nil
      endIfDrained(context)
    case is Drain: drain(context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A faulty stream of a sender is closed by NIO, and the others continue.
    if error is NIOHTTP2Errors.StreamError { return }
    desk.logger.info("a sender's connection is closed", metadata: ["error": "\(error)"])
    context.close(promise: nil)
  }

  /// Announces the end of the gateway.
  struct Drain: Sendable {}

  private func drain(_ context: ChannelHandlerContext) {
    guard phase == .serving else { return }
    phase = .draining
    endIfDrained(context)
  }

  /// Says goodbye once everything is answered, and closes a little later.
  ///
  /// This is not done earlier, although a GOAWAY with a high stream number would let requests in transit be answered:
  /// NIO treats a stream that begins after one as an error of the whole connection. It ignores a stream above the last
  /// one that was seen, and the sender knows that such a stream was not processed.
  func endIfDrained(_ context: ChannelHandlerContext) {
    guard phase == .draining, streams.isEmpty else { return }
    phase = .closed
    goAway(goodbye, context)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: desk.limits.drainGrace) {
      bound.value.context?.close(promise: nil)
    }
  }

  private func goAway(_ reason: Refusal.Reason, _ context: ChannelHandlerContext) {
    let frame = HTTP2Frame.FramePayload.goAway(
      lastStreamID: lastStreamID,
      errorCode: .noError,
      opaqueData: ByteBuffer(string: Refusal(reason).body)
    )
    write(frame, .rootStream, context)
    context.flush()
  }

  // MARK: Time

  /// Sets the timer, or leaves it unchanged if it fires earlier; it then checks for expired limits.
  private func arm(by deadline: NIODeadline) {
    guard let context, phase != .closed else { return }
    if let timer, timer.at <= deadline { return }
    timer?.0.cancel()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let task = context.eventLoop.scheduleTask(deadline: deadline) { bound.value.timeIsUp() }
    timer = (task, deadline)
  }

  private func deadline(of stream: Stream) -> NIODeadline {
    stream.begun + (stream.state == .waiting ? desk.limits.disk : desk.limits.request)
  }

  /// The time at which the connection ends by itself: some time after its last request, or a while after it was opened
  /// if it has not presented a valid token by then, whatever else it sends.
  private var end: NIODeadline {
    if !binding.isBound, !hasSentMessage { return opened + desk.limits.unboundIdle }
    return streams.isEmpty ? lastActivity + desk.limits.idle : .distantFuture
  }

  private func timeIsUp() {
    guard let context else { return }
    timer = nil
    let now = NIODeadline.now()
    for (id, stream) in streams where deadline(of: stream) <= now {
      if stream.state == .waiting {
        // The disk does not answer; a later answer has no recipient any more.
        if stream.web != nil {
          refuse(WebRefusal(.serviceUnavailable), id)
        } else {
          refuse(Refusal(.serviceUnavailable), id, stream.id, context)
        }
      } else {
        streams[id] = nil
        write(.rstStream(stream.state == .answered ? .noError : .cancel), id, context)
        context.flush()
      }
    }
    guard phase != .closed else { return }
    if end <= now {
      goAway(.idleTimeout, context)
      phase = .closed
      context.close(promise: nil)
      return
    }
    let next = min(streams.values.map { deadline(of: $0) }.min() ?? .distantFuture, end)
    arm(by: max(next, now + .milliseconds(1)))
  }

  /// Stops reading from a sender that reads no answers from the network.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    _ = context.channel.setOption(.autoRead, value: context.channel.isWritable)
    context.fireChannelWritabilityChanged()
  }

  // MARK: Requests

  private func receive(
    _ headers: HTTP2Frame.FramePayload.Headers,
    _ id: HTTP2StreamID,
    _ context: ChannelHandlerContext
  ) {
    if streams[id] == nil {
      lastActivity = .now()
      lastStreamID = max(lastStreamID, id)
      let read = RequestHeaders(headers.headers)
      let isWeb = environment == .production && read.path.hasPrefix(WebRequest.anyPath)
      streams[id] = Stream(
        headers: read,
        id: read.answeredID,
        begun: .now(),
        web: isWeb ? WebRequest(headers.headers) : nil,
        isLate: phase == .draining
      )
    }
    arm(by: .now() + min(desk.limits.request, desk.limits.disk))
    if headers.endStream { finish(id, context) }
  }

  private func receive(
    _ data: HTTP2Frame.FramePayload.Data,
    _ id: HTTP2StreamID,
    _ context: ChannelHandlerContext
  ) {
    unreturnedWindowBytes += data.data.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
    if unreturnedWindowBytes >= desk.limits.windowBytesReturned {
      write(.windowUpdate(windowSizeIncrement: unreturnedWindowBytes), .rootStream, context)
      context.flush()
      unreturnedWindowBytes = 0
    }
    guard streams[id] != nil else { return }
    if streams[id]?.state == .receiving, case .byteBuffer(let buffer) = data.data {
      streams[id]?.body.append(contentsOf: buffer.readableBytesView)
      // One byte more than the maximum is sufficient.
      if streams[id]?.body.count ?? 0 > PushType.anyPayloadBytesMax { finish(id, context) }
    }
    guard data.endStream else { return }
    if streams[id]?.state == .answered { streams[id] = nil } else { finish(id, context) }
  }

  private func finish(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
    guard let stream = streams[id], stream.state == .receiving else { return }
    if let web = stream.web { return finish(web, stream, id, context) }
    if stream.headers.isOfChannels { return finishChannels(stream, id, context) }
    let begun = NIODeadline.now()
    do throws(Refusal) {
      if stream.isLate { throw Refusal(.shutdown) }
      let (push, token) = try desk.read(
        stream.headers,
        stream.id,
        stream.body,
        environment,
        &binding
      ) { raiseStreamLimit(context) }
      streams[id]?.state = .waiting
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      let turn = desk.turns.turn(of: context.eventLoop)
      let isTaken = desk.mailboxes.submit(
        .push(push, token) { result in
          turn.run { bound.value.answer(id, push, result, begun) }
        }
      )
      if !isTaken { throw Refusal(.serviceUnavailable) }
    } catch {
      refuse(error, id, stream.id, context)
    }
  }

  private func answer(
    _ id: HTTP2StreamID,
    _ push: Push,
    _ result: Result<Order.Outcome, Refusal>,
    _ begun: NIODeadline
  ) {
    switch result {
    case .success(let outcome):
      let milliseconds = Double((NIODeadline.now() - begun).nanoseconds) / 1e6
      desk.noteAccepted(push, outcome, milliseconds: milliseconds)
      guard let context, streams[id]?.state == .waiting else { return }
      streams[id] = nil
      errorCount = 0
      var headers: HPACKHeaders = [":status": "200", "apns-id": push.id]
      if environment == .sandbox { headers.add(name: "apns-unique-id", value: UniqueID.make()) }
      write(.headers(.init(headers: headers, endStream: true)), id, context)
      flush(context)
      endIfDrained(context)
    case .failure(let refusal):
      guard let context else { return }
      refuse(refusal, id, push.id, context)
    }
  }

  func refuse(
    _ refusal: Refusal,
    _ id: HTTP2StreamID,
    _ answeredID: String,
    _ context: ChannelHandlerContext
  ) {
    desk.noteRefused(refusal, answeredID)
    guard let stream = streams[id], stream.state != .answered else { return }
    streams[id]?.state = .answered
    var headers: HPACKHeaders = [":status": String(refusal.reason.status)]
    headers.add(name: stream.headers.nameOfID, value: answeredID)
    headers.add(name: "content-type", value: "application/json")
    write(.headers(.init(headers: headers)), id, context)
    let body = ByteBuffer(string: refusal.body)
    write(.data(.init(data: .byteBuffer(body), endStream: true)), id, context)
    flush(context)
    // A sender that receives many refusals in a row and continues is disconnected (push.md, 1.1); 410 is not an error.
    if (400..<500).contains(refusal.reason.status), refusal.reason.status != 410 { errorCount += 1 }
    if errorCount >= desk.limits.errorsMax, phase == .serving {
      goodbye = refusal.reason
      phase = .draining
    }
    endIfDrained(context)
  }

  /// Raises the limit of streams; until a sender has presented a valid token, it has one stream (push.md, 1.1).
  func raiseStreamLimit(_ context: ChannelHandlerContext) {
    let setting = HTTP2Setting(
      parameter: .maxConcurrentStreams,
      value: desk.limits.streamsMax
    )
    write(.settings(.settings([setting])), .rootStream, context)
    context.flush()
  }

  /// Sends the written data, once for all answers of a commit.
  func flush(_ context: ChannelHandlerContext) {
    desk.turns.turn(of: context.eventLoop).flush(context.channel)
  }

  func write(
    _ payload: HTTP2Frame.FramePayload,
    _ id: HTTP2StreamID,
    _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>? = nil
  ) {
    context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: promise)
  }
}
