import Logging
import NIOCore
import NIOPosix
import NIOSSL
import TorporCrypto

/// A connection to a cluster of NATS servers: one at a time, and another when it ends.
///
/// It supports only the part of the protocol that the mailboxes need. Answers are given as callbacks, because a request
/// is made for each push.
///
/// Concurrency: used only on `loop`, on which all callbacks are made.
final class NATSClient: @unchecked Sendable {
  // Shape: the known servers, and the requests that wait for an answer; all of it changes when a connection ends.
  /// The servers to connect to, and how.
  struct Settings: Sendable {
    var servers: [NATSServer]
    var tls: NIOSSLContext?
    /// The time to wait for a server: 2 s, before the next one is tried.
    var connectPatience = TimeAmount.seconds(2)
    /// The interval at which a server is checked: 5 s; the client disconnects if it has not answered by the next time.
    var pingInterval = TimeAmount.seconds(5)
    /// The pause after all servers have been tried without success.
    var retryPause = TimeAmount.milliseconds(250)
  }

  typealias Answer = (Result<NATSMessage, NATSFailure>) -> Void

  let loop: any EventLoop
  private let settings: Settings
  private let logger: Logger
  private var state = State.idle
  /// The given servers, and those that servers have named.
  private var servers: [NATSServer]
  private var nextServer = 0
  private var failuresInARow = 0
  private var subscriptions: [UInt64: (subject: String, handler: (NATSMessage) -> Void)] = [:]
  private var subscriptionCount: UInt64 = 1
  private var pending: [UInt64: (deadline: NIODeadline, answer: Answer)] = [:]
  private var requestCount: UInt64 = 0
  private let inbox = "_INBOX.\(Hex.encode(Digest.random(count: 12)))."
  private var flushIsDue = false
  private var sweep: Scheduled<Void>?
  private var pinging: RepeatedTask?
  private var awaitsPong = false
  private(set) var connectionCount = 0
  /// Called each time a server is connected.
  var whenConnected: () -> Void = {}
  /// Called when the first attempt at every server has failed, with the last failure.
  var whenUnreachable: (NATSFailure) -> Void = { _ in }

  private enum State {
    case idle
    case connecting(Opening)
    case open(any Channel)
    case closed
  }

  /// A connection that is not ready yet.
  private final class Opening {
    var channel: (any Channel)?
    let server: NATSServer
    var timer: Scheduled<Void>?
    var failure = NATSFailure.notConnected

    init(_ server: NATSServer) { self.server = server }
  }

  /// The minimum message size that a server must accept: 64 pushes that are forwarded to another gateway at once.
  ///
  /// The default limit of NATS is 1 MiB.
  static let payloadBytesLeast: Int64 = 512 << 10

  /// The subscription of the inbox for answers; others begin at 2.
  private static let inboxSubscription: UInt64 = 1

  init(_ settings: Settings, on loop: any EventLoop, _ logger: Logger) {
    (self.settings, self.loop, self.logger) = (settings, loop, logger)
    servers = settings.servers
    // Not all gateways begin with the first server.
    nextServer = Int.random(in: 0..<max(1, servers.count))
  }

  var isConnected: Bool {
    if case .open = state { true } else { false }
  }

  // MARK: Requests

  /// Sends a message; returns whether there is a server to send it to.
  @discardableResult
  func publish(
    _ subject: String,
    reply: String? = nil,
    _ headers: NATSHeaders = NATSHeaders(),
    _ payload: some Collection<UInt8>
  ) -> Bool {
    guard case .open(let channel) = state else { return false }
    let head = headers.text
    var buffer = channel.allocator.buffer(capacity: payload.count + head.utf8.count + 160)
    let reply = reply.map { "\($0) " } ?? ""
    if head.isEmpty {
      buffer.writeString("PUB \(subject) \(reply)\(payload.count)\r\n")
    } else {
      let count = head.utf8.count
      buffer.writeString("HPUB \(subject) \(reply)\(count) \(count + payload.count)\r\n")
      buffer.writeString(head)
    }
    buffer.writeBytes(payload)
    buffer.writeString("\r\n")
    write(buffer, channel)
    return true
  }

  /// Sends a message that is answered; exactly one answer is given, later.
  func request(
    _ subject: String,
    _ headers: NATSHeaders = NATSHeaders(),
    _ payload: some Collection<UInt8>,
    within patience: TimeAmount,
    _ answer: @escaping Answer
  ) {
    requestCount += 1
    let number = requestCount
    guard publish(subject, reply: inbox + String(number), headers, payload) else {
      let bound = NIOLoopBound(answer, eventLoop: loop)
      return loop.execute { bound.value(.failure(.notConnected)) }
    }
    pending[number] = (.now() + patience, answer)
    if sweep == nil { scheduleSweep() }
  }

  /// Calls the handler for every message on the subject, also after another server is connected.
  func subscribe(_ subject: String, _ handler: @escaping (NATSMessage) -> Void) {
    subscriptionCount += 1
    subscriptions[subscriptionCount] = (subject, handler)
    if case .open(let channel) = state {
      write(ByteBuffer(string: "SUB \(subject) \(subscriptionCount)\r\n"), channel)
    }
  }

  /// Writes to the kernel once for everything that a turn of the event loop brings.
  private func write(_ buffer: ByteBuffer, _ channel: any Channel) {
    channel.write(buffer, promise: nil)
    guard !flushIsDue else { return }
    flushIsDue = true
    loop.execute { [self] in
      flushIsDue = false
      if case .open(let channel) = state { channel.flush() }
    }
  }

  /// Schedules one timer for all requests: they are many, and few time out.
  private func scheduleSweep() {
    sweep = loop.scheduleTask(in: .milliseconds(50)) { [self] in
      sweep = nil
      let now = NIODeadline.now()
      for (number, request) in pending where request.deadline <= now {
        pending[number] = nil
        request.answer(.failure(.timedOut))
      }
      if !pending.isEmpty { scheduleSweep() }
    }
  }

  // MARK: Connections

  /// Connects, and remains connected until `close`.
  func start() { connectToNext() }

  /// Ends permanently.
  func close() {
    let former = state
    state = .closed
    pinging?.cancel()
    failPending(.notConnected)
    switch former {
    case .open(let channel): channel.close(promise: nil)
    case .connecting(let opening):
      opening.timer?.cancel()
      opening.channel?.close(promise: nil)
    case .idle, .closed: break
    }
  }

  private func connectToNext() {
    if case .closed = state { return }
    let server = servers[nextServer % servers.count]
    nextServer += 1
    let opening = Opening(server)
    state = .connecting(opening)
    let bound = NIOLoopBound(opening, eventLoop: loop)
    opening.timer = loop.scheduleTask(in: settings.connectPatience) { [self] in
      giveUp(bound.value, .timedOut)
    }
    ClientBootstrap(group: loop)
      .connectTimeout(settings.connectPatience)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NATSHandler(self))
        }
      }
      .connect(host: server.host, port: server.port)
      .hop(to: loop)
      .whenComplete { [self] result in
        switch result {
        case .success(let channel):
          if case .connecting(let current) = state, current === bound.value {
            current.channel = channel
          } else {
            channel.close(promise: nil)
          }
        case .failure: giveUp(bound.value, .notConnected)
        }
      }
  }

  private func giveUp(_ opening: Opening, _ failure: NATSFailure) {
    guard case .connecting(let current) = state, current === opening else { return }
    // Before the end of the connection is reported, which would be taken for the cause.
    state = .idle
    opening.timer?.cancel()
    opening.channel?.close(promise: nil)
    let reason = opening.failure == .notConnected ? failure : opening.failure
    failuresInARow += 1
    logger.notice(
      "a NATS server cannot be connected",
      metadata: ["server": "\(opening.server)", "error": "\(reason)"]
    )
    if failuresInARow == servers.count { whenUnreachable(reason) }
    reconnect()
  }

  /// Tries the next server: at once, and after a pause once all have been tried.
  private func reconnect() {
    if case .closed = state { return }
    state = .idle
    let isRound = failuresInARow >= servers.count
    let pause = isRound ? settings.retryPause : .zero
    if isRound { servers = settings.servers + servers.filter { isNamed($0) } }
    loop.scheduleTask(in: pause) { [self] in
      if case .idle = state { connectToNext() }
    }
  }

  private func isNamed(_ server: NATSServer) -> Bool {
    !settings.servers.contains { $0.isAt(server) }
  }

  /// Handles the server's first message: whether TLS follows, and which other servers there are.
  private func greet(_ info: JSONValue, _ channel: any Channel) {
    guard case .connecting(let opening) = state else { return note(info, channel) }
    if let most = info["max_payload"]?.integer, most < Self.payloadBytesLeast {
      return giveUp(opening, .tooSmall(payloadBytesMax: most))
    }
    // If a certificate must be verified, no message from the network can disable TLS.
    if let tls = settings.tls {
      let host = opening.server.host
      let isName = host.contains { $0.isLetter } && !host.contains(":")
      do {
        let handler = try NIOSSLClientHandler(context: tls, serverHostname: isName ? host : nil)
        try channel.pipeline.syncOperations.addHandler(handler, position: .first)
      } catch {
        return giveUp(opening, .garbled("\(error)"))
      }
    } else if info["tls_required"]?.boolean == true || opening.server.needsTLS {
      return giveUp(opening, .garbled("the server wants TLS; give --nats-ca"))
    }
    var connect = JSONText()
    for name in ["verbose", "pedantic"] { connect.set(name, false) }
    // Without headers there is no comparison of revisions, and without the latter no report that a subject has no
    // subscribers.
    for name in ["headers", "no_responders"] { connect.set(name, true) }
    connect.set("lang", "swift")
    connect.set("version", "1")
    connect.set("name", "torpor-gateway")
    connect.set("protocol", 1)
    if let user = opening.server.user { connect.set("user", user) }
    if let password = opening.server.password { connect.set("pass", password) }
    channel.write(ByteBuffer(string: "CONNECT \(connect.finished)\r\n"), promise: nil)
    channel.writeAndFlush(ByteBuffer(string: "PING\r\n"), promise: nil)
    // Before TLS, the names of other servers are not authenticated, and these servers would also receive the login.
    if settings.tls == nil { note(info, channel) }
  }

  /// Adds the servers that a message names; later messages arrive when servers join, and when this one is about to end.
  private func note(_ info: JSONValue, _ channel: any Channel) {
    if let like = settings.servers.first {
      for case .text(let text) in info["connect_urls"]?.list ?? [] {
        guard let server = NATSServer(named: text, like: like),
          !servers.contains(where: { $0.isAt(server) }), servers.count < 64
        else { continue }
        servers.append(server)
      }
    }
    if info["ldm"]?.boolean == true { channel.close(promise: nil) }
  }

  private func becomeOpen(_ channel: any Channel) {
    guard case .connecting(let opening) = state else { return }
    opening.timer?.cancel()
    state = .open(channel)
    (failuresInARow, awaitsPong) = (0, false)
    connectionCount += 1
    logger.notice("NATS is connected", metadata: ["server": "\(opening.server)"])
    var text = "SUB \(inbox)* \(Self.inboxSubscription)\r\n"
    for (number, subscription) in subscriptions.sorted(by: { $0.key < $1.key }) {
      text += "SUB \(subscription.subject) \(number)\r\n"
    }
    write(ByteBuffer(string: text), channel)
    pinging?.cancel()
    let interval = settings.pingInterval
    pinging = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { [self] _ in
      guard case .open(let channel) = state else { return }
      // A machine that has failed sends nothing, and its connection ends only after the kernel has tried for minutes.
      if awaitsPong { return channel.close(promise: nil) }
      awaitsPong = true
      write(ByteBuffer(string: "PING\r\n"), channel)
    }
    whenConnected()
  }

  private func failPending(_ failure: NATSFailure) {
    let requests = pending
    pending = [:]
    for (_, request) in requests.sorted(by: { $0.key < $1.key }) {
      request.answer(.failure(failure))
    }
  }

  // MARK: Input

  func receive(_ operation: NATSOperation, _ channel: any Channel) {
    switch operation {
    case .message(let message): receive(message)
    case .ping: channel.writeAndFlush(ByteBuffer(string: "PONG\r\n"), promise: nil)
    case .pong:
      awaitsPong = false
      becomeOpen(channel)
    case .info(let info): greet(info, channel)
    case .okay: break
    case .failure(let sentence):
      logger.notice("a NATS server objects", metadata: ["error": "\(sentence)"])
      if case .connecting(let opening) = state {
        opening.failure = .refused(code: 0, sentence: sentence)
      }
    }
  }

  private func receive(_ message: NATSMessage) {
    guard message.subscription == Self.inboxSubscription else {
      subscriptions[message.subscription]?.handler(message)
      return
    }
    guard let number = UInt64(message.subject.dropFirst(inbox.count)),
      let request = pending.removeValue(forKey: number)
    else { return }
    let nobody = message.headers.status == 503 && message.payload.readableBytes == 0
    request.answer(nobody ? .failure(.noResponders) : .success(message))
  }

  func note(_ error: any Error, _ channel: any Channel) {
    logger.notice("an error of the connection to NATS", metadata: ["error": "\(error)"])
    if case .connecting(let opening) = state, opening.channel === channel {
      opening.failure = error as? NATSFailure ?? .garbled("\(error)")
    }
  }

  func ended(_ channel: any Channel) {
    switch state {
    case .open(let current) where current === channel:
      pinging?.cancel()
      logger.notice("the connection to NATS ended")
      reconnect()
      failPending(.connectionLost)
    case .connecting(let opening) where opening.channel === channel:
      giveUp(opening, .connectionLost)
    case .idle, .connecting, .open, .closed: break
    }
  }
}
