import NIOCore
import NIOPosix
import TorporPages

/// The daemon's socket: questions over it, each on a connection of its own.
struct DaemonLink: Sendable {
  /// The path of the socket.
  let path: String

  /// The maximum size of a message: 8 MiB, eight times what the daemon sends.
  private static let messageBytesMax = 8 << 20

  /// Asks a question and waits for the answer.
  ///
  /// - Throws: `PageFailure`.
  func ask(_ question: PageQuestion) async throws -> [UInt8] {
    try await within(Self.patience) {
      try await exchange { inbound, outbound in
        try await outbound.send(question.message)
        return try question.answer(from: try await inbound.next())
      }
    }
  }

  /// The time to wait for an answer of the daemon: 10 s; our choice.
  private static let patience = Duration.seconds(10)

  private func within(
    _ limit: Duration,
    _ body: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask { try await body() }
      group.addTask { [path] in
        try await Task.sleep(for: limit)
        throw PageFailure(
          status: 504,
          sentence: "The daemon at \(path) does not answer. `torpor doctor` may say why; try again."
        )
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  /// Asks several questions in sequence, each determined by the previous answer.
  ///
  /// - Throws: `PageFailure`.
  func ask(_ question: some PageConversation) async throws -> [UInt8] {
    try await within(.seconds(question.patienceSeconds)) {
      try await exchange { inbound, outbound in
        var question = question
        while let message = question.message {
          try await outbound.send(message)
          try question.take(try await inbound.next())
        }
        return question.content
      }
    }
  }

  /// Passes on each answer to a question that has many, until the connection ends.
  ///
  /// - Throws: `PageFailure`.
  func follow(_ question: PageQuestion, _ body: @Sendable ([UInt8]) async -> Void) async throws {
    try await exchange { inbound, outbound in
      try await outbound.send(question.message)
      while true { await body(try question.answer(from: try await inbound.next())) }
    }
  }

  private func exchange<Value: Sendable>(
    _ body: (inout Inbound, Outbound) async throws -> Value
  ) async throws -> Value {
    let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    do {
      channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(unixDomainSocketPath: path) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel(wrappingChannelSynchronously: channel)
          }
        }
    } catch {
      throw PageFailure(
        status: 503,
        sentence:
          "No daemon serves \(path). Start it with `torpord`; this page then continues automatically."
      )
    }
    return try await channel.executeThenClose { inbound, outbound in
      var messages = Inbound(iterator: inbound.makeAsyncIterator(), path: path)
      return try await body(&messages, Outbound(writer: outbound))
    }
  }

  private struct Outbound {
    let writer: NIOAsyncChannelOutboundWriter<ByteBuffer>

    func send(_ message: [UInt8]) async throws {
      try await writer.write(ByteBuffer(bytes: message + [0]))
    }
  }

  /// Splits received data into messages: each ends with a zero byte.
  private struct Inbound {
    var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    let path: String
    private var buffer = ByteBuffer()

    init(iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator, path: String) {
      (self.iterator, self.path) = (iterator, path)
    }

    mutating func next() async throws -> [UInt8] {
      // The part that has already been searched is not searched again.
      var looked = 0
      while true {
        let view = buffer.readableBytesView
        if let end = view.dropFirst(looked).firstIndex(of: 0) {
          let message = buffer.readBytes(length: end - view.startIndex) ?? []
          buffer.moveReaderIndex(forwardBy: 1)
          buffer.discardReadBytes()
          return message
        }
        looked = view.count
        guard looked <= DaemonLink.messageBytesMax else {
          throw PageFailure(
            status: 502,
            sentence: "The daemon at \(path) sends a message without end."
          )
        }
        guard var piece = try await iterator.next() else {
          throw PageFailure(
            status: 503,
            sentence: "The daemon at \(path) has ended the connection; its apps keep running."
          )
        }
        buffer.writeBuffer(&piece)
      }
    }
  }
}
