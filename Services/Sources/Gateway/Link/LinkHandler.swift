import Logging
import NIOCore
import NIOWebSocket
import TorporCrypto

/// One connection of a device, from its first WebSocket frame on.
final class LinkHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let desk: LinkDesk
  private var phase = Phase.strange
  private var context: ChannelHandlerContext?
  private var lastHeard = NIODeadline.now()
  private var patience: TimeAmount
  private var timer: Scheduled<Void>?
  private var unwrittenCount = 0

  private enum Phase {
    /// Nothing was said yet.
    case strange
    /// The device is to sign this.
    case challenged(nonce: [UInt8], key: [UInt8])
    /// It has; the mailboxes take it in.
    case proven(Mailbox)
    case open(LinkPort.ID, Mailbox)
    case closed
  }

  /// What the device signs before the nonce, so that its signature serves nothing else.
  static let proofPrefix = Array("torpor-link-1\n".utf8)
  /// Messages that a device does not take off the network before it is disconnected; they are sent again.
  private static let unwrittenMax = 1024

  init(_ desk: LinkDesk) {
    self.desk = desk
    patience = desk.limits.handshake
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    arm(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    timer?.cancel()
    context = nil
    if case .open(let id, let mailbox) = phase { desk.mailboxes.submit(.disconnect(id, mailbox)) }
    phase = .closed
  }

  /// The gateway ends.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ProviderHandler.Drain {
      close(.goingAway, context)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    desk.logger.debug("a device's connection is closed", metadata: ["error": "\(error)"])
    context.close(promise: nil)
  }

  // MARK: Time

  private func arm(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: lastHeard + patience) {
      bound.value.timeIsUp()
    }
  }

  private func timeIsUp() {
    guard let context else { return }
    // Each frame would move the timer; so it looks when it ends how long it has been.
    if lastHeard + patience > .now() { return arm(context) }
    close(.policyViolation, context)
  }

  // MARK: Frames

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if case .open = phase { lastHeard = .now() }
    switch frame.opcode {
    case .text: receive(Array(frame.unmaskedData.readableBytesView), context)
    case .ping: write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), context)
    case .connectionClose: close(.normalClosure, context)
    case .binary: close(.unacceptableData, context)
    default: break
    }
  }

  private func receive(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard let message = LinkMessage.read(bytes) else { return close(.unacceptableData, context) }
    switch (phase, message) {
    case (.strange, .hello(let key)):
      let nonce = Digest.random(count: 32)
      phase = .challenged(nonce: nonce, key: key)
      say(LinkMessage.challenge(nonce), context)
    case (.challenged(let nonce, let key), .proof(let signature)):
      guard DeviceKey.verify(signature, of: Self.proofPrefix + nonce, by: key) else {
        return turnAway(status: 401, context)
      }
      takeIn(key, context)
    case (.open(let id, let mailbox), _): serve(message, id, mailbox, context)
    case (.proven, .beat), (.closed, _): break
    case (.strange, _), (.challenged, _), (.proven, _): close(.policyViolation, context)
    }
  }

  private func turnAway(status: Int64, _ context: ChannelHandlerContext) {
    say(LinkMessage.refused(status: status), context)
    close(WebSocketErrorCode(codeNumber: 4000 + Int(status)), context)
  }

  private func takeIn(_ key: [UInt8], _ context: ChannelHandlerContext) {
    let mailbox = Mailbox(ofKey: key)
    phase = .proven(mailbox)
    let (bound, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
    let port = LinkPort(
      id: desk.nextLinkID(),
      mailbox: mailbox,
      send: { message in loop.execute { bound.value.send(message) } },
      replace: { loop.execute { bound.value.replaced() } }
    )
    desk.mailboxes.submit(
      .connect(port, key: key) { isAdmitted in
        loop.execute { bound.value.admitted(isAdmitted, port, key) }
      }
    )
  }

  private func admitted(_ isAdmitted: Bool, _ port: LinkPort, _ key: [UInt8]) {
    guard let context, case .proven = phase else {
      // It has gone meanwhile.
      desk.mailboxes.submit(.disconnect(port.id, port.mailbox))
      return
    }
    guard isAdmitted else {
      desk.mailboxes.submit(.disconnect(port.id, port.mailbox))
      return turnAway(status: 401, context)
    }
    phase = .open(port.id, port.mailbox)
    patience = desk.limits.silence(intervalSeconds: LinkLimits.usualIntervalSeconds)
    lastHeard = .now()
    arm(context)
    say(LinkMessage.welcome(Mailbox.name(ofKey: key)), context)
  }

  private func replaced() {
    guard let context else { return }
    close(WebSocketErrorCode(codeNumber: 4409), context)
  }

  private func serve(
    _ message: LinkMessage.FromDevice,
    _ id: LinkPort.ID,
    _ mailbox: Mailbox,
    _ context: ChannelHandlerContext
  ) {
    switch message {
    case .register(let topic, let environment): register(topic, environment, mailbox, context)
    case .unregister(let topic, let environment):
      let (bound, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
      desk.mailboxes.submit(
        .unregister(mailbox, topic, environment) { isDone in
          let status: Int64 = isDone ? 200 : 500
          let answer = LinkMessage.registration(
            "apns_unregister",
            topic,
            environment,
            status: status
          )
          loop.execute { bound.value.send(answer) }
        }
      )
    case .acknowledge(let updates):
      for update in updates {
        desk.logger.info(
          "push acknowledged",
          metadata: ["apns-id": "\(update.id)", "code": "\(update.code.rawValue)"]
        )
      }
      desk.mailboxes.submit(.acknowledge(mailbox, updates))
    case .power(let rule): desk.mailboxes.submit(.power(mailbox, rule))
    case .keepalive(let seconds):
      patience = desk.limits.silence(intervalSeconds: seconds)
      arm(context)
    case .launched(let topic): desk.mailboxes.submit(.launched(mailbox, topic: topic))
    case .beat:
      let (bound, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
      desk.mailboxes.submit(
        .beat(id, mailbox) { loop.execute { bound.value.send("{}") } }
      )
    case .hello, .proof: close(.policyViolation, context)
    case .other: break
    }
  }

  private func register(
    _ topic: String,
    _ environment: Environment,
    _ mailbox: Mailbox,
    _ context: ChannelHandlerContext
  ) {
    let (bound, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
    desk.mailboxes.submit(
      .register(mailbox, topic, environment) { result in
        let (status, token): (Int64, String?) =
          switch result {
          case .token(let token): (200, token)
          case .full: (429, nil)
          case .failed: (500, nil)
          }
        let answer = LinkMessage.registration(
          "apns_register",
          topic,
          environment,
          status: status,
          token: token
        )
        loop.execute { bound.value.send(answer) }
      }
    )
  }

  // MARK: Out

  private func send(_ message: String) {
    guard let context else { return }
    // What does not fit is in the store, and is sent again on the next connection.
    unwrittenCount = context.channel.isWritable ? 0 : unwrittenCount + 1
    if unwrittenCount > Self.unwrittenMax { return close(.policyViolation, context) }
    say(message, context)
  }

  private func say(_ message: String, _ context: ChannelHandlerContext) {
    write(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: message)),
      context
    )
  }

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let promise = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    promise.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    leave()
  }

  private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}
