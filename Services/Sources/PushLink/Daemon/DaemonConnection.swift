internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOPosix

/// Two connections to the daemon: one on which it reports changes, and one for calls.
struct DaemonConnection: Sendable {
  let path: String
  let gateway: String
  /// The time that a call may take.
  ///
  /// A daemon that takes longer hangs, and another one may start. Our choice: three times as long as a write of the
  /// journal took on the slowest disk that was measured.
  let patience: Duration

  /// The maximum size of a message: 8 MiB, eight times what the daemon sends.
  private static let messageBytesMax = 8 << 20

  /// Why there is no daemon, as a sentence.
  struct Lost: Error {
    let sentence: String
    /// Whether another program has become the link.
    var isReplaced = false
  }

  /// Attaches, makes the calls from `outgoing`, and passes on the daemon's messages until it ends.
  ///
  /// - Throws: `Lost`.
  func run(
    _ outgoing: AsyncStream<DaemonCall>,
    news: @escaping @Sendable (DaemonNews) -> Void,
    answered: @escaping @Sendable (GatewayPush, DeliveryAnswer) -> Void,
    messageAnswered: @escaping @Sendable (ChannelMessage, MessageAnswer) -> Void,
    settled: @escaping @Sendable (DaemonNews.Broadcast, _ isLate: Bool) -> Void,
    refused: @escaping @Sendable (String) -> Void
  ) async throws(Lost) {
    // A program may be slow to accept a message, and the others must not wait for it.
    let (messages, mouth) = AsyncStream.makeStream(of: ChannelMessage.self)
    defer { mouth.finish() }
    do {
      let told = try await connect()
      try await told.executeThenClose { inbound, outbound in
        // Within this scope, so that the first connection is closed if there is no second.
        let asked = try await connect()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await follow(told.channel, inbound, outbound, news) }
          group.addTask { try await ask(asked, outgoing, mouth, answered, settled, refused) }
          group.addTask { try await hand(messages, messageAnswered) }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
      throw Lost(sentence: ended)
    } catch let lost as Lost {
      throw lost
    } catch {
      throw Lost(sentence: ended)
    }
  }

  private var ended: String {
    "the daemon at \(path) has ended the connection; it will be tried again"
  }

  private typealias Pipe = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private func connect() async throws(Lost) -> Pipe {
    do {
      return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(unixDomainSocketPath: path) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              ByteToMessageHandler(ZeroEnded(), maximumBufferSize: Self.messageBytesMax)
            )
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
          }
        }
    } catch {
      throw Lost(
        sentence: "no daemon serves \(path); start it with `torpord`. It will be tried again"
      )
    }
  }

  /// Receives the daemon's reports, from the first message on.
  private func follow(
    _ channel: any Channel,
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
    _ news: @Sendable (DaemonNews) -> Void
  ) async throws {
    let watchdog = Watchdog(channel, patience)
    var saysWhatItKnows = true
    do {
      watchdog.arm()
      try await outbound.write(Self.bytes(of: .attach(gateway: gateway)))
      for try await message in inbound {
        watchdog.rest()
        let bytes = Array(message.readableBytesView)
        let reply = DaemonReply(bytes)
        // A daemon from before broadcast channels accepts no parameter that it does not know.
        if saysWhatItKnows, reply?.error?.hasSuffix(".InvalidParameter") == true {
          saysWhatItKnows = false
          watchdog.arm()
          let attach = DaemonCall.attach(gateway: gateway, saysWhatItKnows: false)
          try await outbound.write(Self.bytes(of: attach))
          continue
        }
        if let error = reply?.error {
          let cause = reply?.parameters?.message ?? error
          throw Lost(sentence: "the daemon at \(path) refuses this program as its link: \(cause)")
        }
        guard let reply, let told = DaemonReply.news(bytes) else {
          throw Lost(
            sentence:
              "what the daemon at \(path) says cannot be read; install the same version of both"
          )
        }
        guard reply.continues == true else {
          throw Lost(
            sentence: "another torpor-pushd has become the link of \(path)",
            isReplaced: true
          )
        }
        news(told)
      }
    }
    throw watchdog.hasBitten ? hung : Lost(sentence: ended)
  }

  /// Makes calls, each after the previous one was answered.
  private func ask(
    _ pipe: Pipe,
    _ outgoing: AsyncStream<DaemonCall>,
    _ messages: AsyncStream<ChannelMessage>.Continuation,
    _ answered: @Sendable (GatewayPush, DeliveryAnswer) -> Void,
    _ settled: @Sendable (DaemonNews.Broadcast, Bool) -> Void,
    _ refused: @Sendable (String) -> Void
  ) async throws {
    let watchdog = Watchdog(pipe.channel, patience)
    try await pipe.executeThenClose { inbound, outbound in
      var replies = inbound.makeAsyncIterator()
      for await call in outgoing {
        if case .deliverMessage(let message) = call {
          messages.yield(message)
          continue
        }
        watchdog.arm()
        try await outbound.write(Self.bytes(of: call))
        guard let message = try await replies.next(),
          let reply = DaemonReply(Array(message.readableBytesView))
        else { throw watchdog.hasBitten ? hung : Lost(sentence: ended) }
        watchdog.rest()
        switch call {
        case .deliver(let push): answered(push, reply.delivery)
        case .answerBroadcast(let change, let cause):
          settled(change, cause == nil && reply.parameters?.isLate == true)
        default: break
        }
        if case .deliver = call { continue }
        if let error = reply.error { refused(reply.parameters?.message ?? error) }
      }
    }
  }

  /// The maximum number of channels with a message that is being handled by the daemon: our choice, a few that hang
  /// leave space for the others.
  private static let channelsMax = 8

  /// Passes messages on, those of a channel one after the other, and each on a separate connection, because it waits
  /// for its program.
  private func hand(
    _ messages: AsyncStream<ChannelMessage>,
    _ answered: @escaping @Sendable (ChannelMessage, MessageAnswer) -> Void
  ) async throws {
    let queues = ChannelQueues()
    await withTaskGroup(of: Void.self) { group in
      var count = 0
      for await message in messages {
        guard queues.add(message) else { continue }
        if count == Self.channelsMax { _ = await group.next() } else { count += 1 }
        group.addTask {
          var next = message
          while true {
            answered(next, await deliver(next))
            guard let following = queues.takeNext(after: next) else { return }
            next = following
          }
        }
      }
    }
    // It ends with the others, not before them.
    while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
  }

  private func deliver(_ message: ChannelMessage) async -> MessageAnswer {
    guard let pipe = try? await connect() else { return .later }
    let watchdog = Watchdog(pipe.channel, patience)
    let reply = try? await pipe.executeThenClose { inbound, outbound in
      watchdog.arm()
      try await outbound.write(Self.bytes(of: .deliverMessage(message)))
      var replies = inbound.makeAsyncIterator()
      return try await replies.next().flatMap { DaemonReply(Array($0.readableBytesView)) }
    }
    watchdog.rest()
    guard let answer = reply else { return .later }
    // It would fail in the same way every time.
    if let error = answer.error, error.hasSuffix(".InvalidParameter") { return .refused }
    return MessageAnswer(outcome: answer.parameters?.outcome)
  }

  private var hung: Lost {
    Lost(
      sentence: "the daemon at \(path) has not answered for \(patience.components.seconds) s; "
        + "`torpor doctor` may say why. It will be tried again"
    )
  }

  private static func bytes(of call: DaemonCall) -> ByteBuffer {
    ByteBuffer(bytes: Array(call.message.utf8) + [0])
  }
}

/// Messages that wait for earlier ones of the same channel; guarded by its lock.
private final class ChannelQueues: Sendable {
  private let waiting = NIOLockedValueBox<[String: [ChannelMessage]]>([:])

  /// Adds a message; returns whether none of its channel is being handled.
  func add(_ message: ChannelMessage) -> Bool {
    waiting.withLockedValue { waiting in
      guard waiting[message.channel] != nil else {
        waiting[message.channel] = []
        return true
      }
      waiting[message.channel]?.append(message)
      return false
    }
  }

  /// Returns the next message of the channel; `nil`: there is none, and none is being handled then.
  func takeNext(after message: ChannelMessage) -> ChannelMessage? {
    waiting.withLockedValue { waiting in
      guard let next = waiting[message.channel]?.first else {
        waiting[message.channel] = nil
        return nil
      }
      waiting[message.channel]?.removeFirst()
      return next
    }
  }
}

/// Closes a connection with an overdue answer.
final class Watchdog: Sendable {
  private let channel: any Channel
  private let patience: Duration
  private let state = NIOLockedValueBox<(timer: Scheduled<Void>?, hasBitten: Bool)>((nil, false))

  init(_ channel: any Channel, _ patience: Duration) {
    (self.channel, self.patience) = (channel, patience)
  }

  /// Whether the connection was closed because no answer arrived.
  var hasBitten: Bool { state.withLockedValue { $0.hasBitten } }

  func arm() {
    let timer = channel.eventLoop.scheduleTask(in: TimeAmount(patience)) { [channel, state] in
      state.withLockedValue { $0.hasBitten = true }
      channel.close(promise: nil)
    }
    state.withLockedValue { $0.timer = timer }
  }

  func rest() {
    state.withLockedValue { state in
      state.timer?.cancel()
      state.timer = nil
    }
  }
}

/// Splits Varlink messages: each ends with a zero byte.
private struct ZeroEnded: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  mutating func decode(
    context: ChannelHandlerContext,
    buffer: inout ByteBuffer
  ) throws -> DecodingState {
    guard let end = buffer.readableBytesView.firstIndex(of: 0) else { return .needMoreData }
    let message = buffer.readSlice(length: end - buffer.readerIndex)
    buffer.moveReaderIndex(forwardBy: 1)
    if let message { context.fireChannelRead(wrapInboundOut(message)) }
    return .continue
  }
}
