import Logging
import NIOCore
import NIOWebSocket
import TorporCrypto

/// One connection of a device, from its first WebSocket frame on.
final class LinkHandler: ChannelInboundHandler {
  // Shape: one method for each message of a device and for each event of its connection; LinkDesk decides.
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  let desk: LinkDesk
  /// The device's broadcast channels on this connection; `nil`: none.
  var subscriptions: ChannelSubscriptions?
  private var phase = Phase.strange
  private(set) var context: ChannelHandlerContext?
  private var lastHeard = NIODeadline.now()
  private var patience: TimeAmount
  private var timer: Scheduled<Void>?
  private var unwrittenCount = 0
  private var askedCount = 0
  private var isReading = true

  private enum Phase {
    /// Nothing has been received yet.
    case strange
    /// The device must sign this.
    case challenged(nonce: [UInt8], key: [UInt8])
    /// The device has proven its key; the mailboxes are admitting it.
    case proven(Mailbox)
    case open(LinkPort)
    case closed
  }

  /// The text that the device signs before the nonce, so that its signature cannot be used for another purpose.
  static let proofPrefix = Array("torpor-link-1\n".utf8)
  /// The number of messages unread by a device at which it is disconnected; they are sent again.
  private static let unwrittenMax = 1024

  /// The maximum number of a device's unanswered requests: our choice, more than one round trip takes.
  private static let askedMax = 64

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
    if case .open(let port) = phase {
      desk.mailboxes.submit(.disconnect(port.id, port.mailbox))
      subscriptions?.end(port, desk.mailboxes.subscribers)
    }
    phase = .closed
  }

  /// Handles the end of the gateway.
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
    // Each frame would move the timer; instead, the timer checks the time since the last frame when it fires.
    if lastHeard + patience > .now() { return arm(context) }
    close(.policyViolation, context)
  }

  // MARK: Frames

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if case .open = phase { lastHeard = .now() }
    switch frame.opcode {
    case .text: receive(Array(frame.unmaskedData.readableBytesView), context)
    case .ping:
      // A device that reads nothing from the network does not get unlimited answers.
      if !context.channel.isWritable { return close(.policyViolation, context) }
      write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), context)
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
    case (.open(let port), _): serve(message, port, context)
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
    let turn = desk.turns.turn(of: loop)
    let port = LinkPort(desk.nextLinkID(), mailbox, self, turn, on: loop)
    let isTaken = desk.mailboxes.submit(
      .connect(port, key: key) { admission in
        turn.run { bound.value.admitted(admission, port, key) }
      }
    )
    if !isTaken { turnAway(status: 503, context) }
  }

  private func admitted(_ admission: Order.Admission, _ port: LinkPort, _ key: [UInt8]) {
    guard let context, case .proven = phase else {
      // It has disconnected in the meantime.
      desk.mailboxes.submit(.disconnect(port.id, port.mailbox))
      return
    }
    guard admission == .admitted else {
      return turnAway(status: admission == .refused ? 401 : 503, context)
    }
    phase = .open(port)
    patience = desk.limits.silence(intervalSeconds: LinkLimits.usualIntervalSeconds)
    lastHeard = .now()
    arm(context)
    say(LinkMessage.welcome(Mailbox.name(ofKey: key)), context)
  }

  /// Handles another connection of the same device that has replaced this one.
  func replaced() {
    guard let context else { return }
    close(WebSocketErrorCode(codeNumber: 4409), context)
  }

  /// Handles a failure to write the device's messages: it must reconnect, and is sent again the pushes that it was
  /// handed.
  func comeAgain() {
    guard let context else { return }
    close(WebSocketErrorCode(codeNumber: 4503), context)
  }

  private func serve(
    _ message: LinkMessage.FromDevice,
    _ port: LinkPort,
    _ context: ChannelHandlerContext
  ) {
    let mailbox = port.mailbox
    switch message {
    case .register(let topic, let environment): register(topic, environment, mailbox, context)
    case .unregister(let topic, let environment):
      let sends = answering(context)
      desk.mailboxes.submit(
        .unregister(mailbox, topic, environment) { isDone in
          let status: Int64 = isDone ? 200 : 500
          sends(
            LinkMessage.registration("apns_unregister", topic, environment, status: status)
          )
        }
      )
    case .registerChannel(let channel, let key): register(channel, key, mailbox, context)
    case .wrongChannel(let channel): send(WebMessage.registered(channel, status: 400))
    case .unregisterChannel(let channel):
      let sends = answering(context)
      desk.mailboxes.submit(
        .unregister(mailbox, channel, .web) { isDone in
          sends(WebMessage.unregistered(channel, status: isDone ? 200 : 500))
        }
      )
    case .acknowledge(let updates):
      for update in updates {
        desk.logger.info(
          "push acknowledged",
          metadata: ["apns-id": "\(UniqueID.shown(update.id))", "code": "\(update.code.rawValue)"]
        )
      }
      ask(context) { .acknowledge(mailbox, updates, answer: $0) }
    case .power(let rule):
      follow(rule, port, context)
      ask(context) { .power(mailbox, rule, answer: $0) }
    case .subscribe(let topic, let environment, let channel):
      subscribe(topic, environment, channel, port, context)
    case .unsubscribe(let topic, let environment, let channel):
      unsubscribe(topic, environment, channel, port)
    case .keepalive(let seconds):
      patience = desk.limits.silence(intervalSeconds: seconds)
      arm(context)
    case .launched(let topic): ask(context) { .launched(mailbox, topic: topic, answer: $0) }
    case .beat: ask(context, saying: "{}") { .beat(port.id, mailbox, answer: $0) }
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
    let sends = answering(context)
    desk.mailboxes.submit(
      .register(mailbox, topic, environment) { result in
        let (status, token): (Int64, String?) =
          switch result {
          case .token(let token): (200, token)
          case .full: (429, nil)
          case .failed: (500, nil)
          }
        sends(
          LinkMessage.registration(
            "apns_register",
            topic,
            environment,
            status: status,
            token: token
          )
        )
      }
    )
  }

  private func register(
    _ channel: String,
    _ key: [UInt8]?,
    _ mailbox: Mailbox,
    _ context: ChannelHandlerContext
  ) {
    let sends = answering(context)
    guard let origin = desk.origin else {
      return sends(WebMessage.registered(channel, status: 501))
    }
    let secret = desk.mailboxes.secret
    desk.mailboxes.submit(
      .register(mailbox, channel, .web) { result in
        switch result {
        case .token(let text):
          let token = Hex.decode(text.utf8).flatMap { DeviceToken(known: $0) }
          let address = token.map { origin.address(of: WebEndpoint($0, key: key, secret)) }
          sends(WebMessage.registered(channel, status: address == nil ? 500 : 200, address))
        case .full: sends(WebMessage.registered(channel, status: 429))
        case .failed: sends(WebMessage.registered(channel, status: 500))
        }
      }
    )
  }

  /// Sends the mailboxes an order that is answered with `message`, or with nothing.
  private func ask(
    _ context: ChannelHandlerContext,
    saying message: String? = nil,
    _ order: (@escaping @Sendable () -> Void) -> Order
  ) {
    let sends = answering(context)
    desk.mailboxes.submit(order { sends(message) })
  }

  /// Counts the unanswered orders to the mailboxes, and stops reading while there are too many: one device cannot fill
  /// the queue for all.
  func answering(_ context: ChannelHandlerContext) -> LinkAnswer {
    askedCount += 1
    setReading(context)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    return LinkAnswer(bound, desk.turns.turn(of: context.eventLoop))
  }

  /// Records an answer of the mailboxes; returns whether the device is still connected.
  func answered(_ message: String?) -> Bool {
    askedCount -= 1
    guard let context else { return false }
    setReading(context)
    if let message { send(message) }
    return true
  }

  private func setReading(_ context: ChannelHandlerContext) {
    let reads = askedCount < Self.askedMax && context.channel.isWritable
    guard reads != isReading else { return }
    isReading = reads
    _ = context.channel.setOption(.autoRead, value: reads)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    setReading(context)
    if context.channel.isWritable, case .open(let port) = phase {
      askForLeft(port, context)
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Output

  /// Sends a message of the mailboxes.
  func send(_ message: String) {
    guard let context else { return }
    // Within a turn, nothing is sent before its end.
    if !context.channel.isWritable { context.flush() }
    // The messages that do not fit are in the store, and are sent again on the next connection.
    unwrittenCount = context.channel.isWritable ? 0 : unwrittenCount + 1
    if unwrittenCount > Self.unwrittenMax { return close(.policyViolation, context) }
    say(message, context)
  }

  /// Sends a message unless the device has unread data; returns whether it was sent.
  func sendIfRead(_ message: ByteBuffer) -> Bool {
    guard let context else { return false }
    // Within a turn, nothing is sent before its end.
    if !context.channel.isWritable { context.flush() }
    guard context.channel.isWritable else { return false }
    write(WebSocketFrame(fin: true, opcode: .text, data: message), context)
    return true
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
    let channel = context.channel
    // A device that does not read does not receive it, and is disconnected nevertheless.
    let timer = context.eventLoop.scheduleTask(in: desk.limits.farewell) {
      channel.close(promise: nil)
    }
    promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in timer.cancel() }
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    leave()
  }

  private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(frame), promise: nil)
    desk.turns.turn(of: context.eventLoop).flush(context.channel)
  }
}
