import Glibc
import TorporPosix
import TorporWire

/// One blocking connection to the daemon: a call, then its reply, or its replies.
final class ControlConnection {
  // Shape: one method for each way in which a command asks and waits; its state is the socket.
  /// What a call gave: as the wire has it, for `--json`, and as a value.
  struct Answer<Reply: WireReply> {
    let parameters: JSON
    let reply: Reply
  }

  /// How much one read takes, in bytes: a Unix socket's usual burst.
  private static let readBytesMax = 64 * 1024

  let path: String
  private let descriptor: Descriptor
  private var framer = VarlinkFramer()

  /// Connects to the daemon at the path.
  ///
  /// - Throws: `CommandFailure.notReachable`.
  init(to path: String) throws(CommandFailure) {
    self.path = path
    do throws(SystemError) {
      descriptor = try UnixSocket.connect(to: path)
    } catch {
      // The kernel says the same of a file as of a socket that nobody serves any more.
      let isFile = error.code == ECONNREFUSED && Files.exists(path) && !Files.isSocket(path)
      throw .notReachable(path: path, code: isFile ? ENOTSOCK : error.code)
    }
  }

  /// Takes over a connected socket; for tests.
  init(_ descriptor: consuming Descriptor, path: String) {
    self.path = path
    self.descriptor = descriptor
  }

  /// The number to wait on for the next reply.
  var number: Int32 { descriptor.rawValue }

  /// Makes a call and waits for its reply; `descriptors` go beside it and stay the caller's.
  ///
  /// - Throws: `CommandFailure.refused` with what the daemon says, or `.connectionLost`.
  @discardableResult
  func call<Call: WireCall>(
    _ call: Call,
    descriptors: [Int32] = []
  ) throws(CommandFailure) -> Answer<Call.Reply> {
    try send(call, descriptors: descriptors)
    return try receive(replyTo: call)
  }

  /// Makes a call of which only matters that it was done.
  ///
  /// - Throws: as `call`.
  func perform(_ call: some WireCall) throws(CommandFailure) { try self.call(call) }

  /// Makes a call that several replies may follow, and hands each over until the last.
  ///
  /// - Throws: as `call`, and what `body` throws.
  func stream<Call: WireCall>(
    _ call: Call,
    _ body: (Answer<Call.Reply>) throws -> Void
  ) throws {
    try send(call, descriptors: [])
    while true {
      let reply = try receive()
      try body(try answer(to: call, from: reply))
      guard reply.continues else { return }
    }
  }

  /// Makes a call without waiting for anything.
  func send(
    _ call: some WireCall,
    descriptors: [Int32] = []
  ) throws(CommandFailure) {
    let bytes = call.varlinkCall.bytes
    var sent = 0
    var beside = descriptors
    while sent < bytes.count {
      do {
        let rest = bytes[sent...]
        let number = descriptor.rawValue
        sent += try rest.withUnsafeBytes { buffer in
          try UnixSocket.send(buffer, descriptors: beside, on: number)
        }
      } catch {
        // A daemon that cuts a peer off says why first; that is worth more than "broken pipe".
        throw finalError() ?? .connectionLost(path: path)
      }
      beside = []
    }
  }

  /// Waits for the reply to a call that was sent.
  func receive<Call: WireCall>(
    replyTo call: Call
  ) throws(CommandFailure) -> Answer<Call.Reply> {
    try answer(to: call, from: try receive())
  }

  /// The newest of the replies that have come, where the socket has something to read; waits for no more.
  ///
  /// - Returns: `nil` where none is complete yet.
  /// - Throws: as `receive`.
  func newest<Call: WireCall>(replyTo call: Call) throws(CommandFailure) -> Call.Reply? {
    guard readMore() else { throw .connectionLost(path: path) }
    var newest: VarlinkReply?
    do {
      while let message = try framer.next() { newest = try VarlinkReply(message: message) }
    } catch {
      throw .refused(.malformedMessage(cause: "the daemon's reply is not a Varlink reply"))
    }
    guard let newest else { return nil }
    return try answer(to: call, from: newest).reply
  }

  private func answer<Call: WireCall>(
    to call: Call,
    from reply: VarlinkReply
  ) throws(CommandFailure) -> Answer<Call.Reply> {
    do throws(WireError) {
      return Answer(parameters: reply.parameters, reply: try call.reply(from: reply))
    } catch {
      throw .refused(error)
    }
  }

  private func receive() throws(CommandFailure) -> VarlinkReply {
    while true {
      do {
        if let message = try framer.next() { return try VarlinkReply(message: message) }
      } catch let limit as WireLimit {
        throw .refused(.limitExceeded(limit))
      } catch {
        throw .refused(.malformedMessage(cause: "the daemon's reply is not a Varlink reply"))
      }
      guard readMore() else { throw .connectionLost(path: path) }
    }
  }

  /// Waits for bytes; false at the end of the stream, however it came.
  private func readMore() -> Bool {
    let number = descriptor.rawValue
    let bytes = [UInt8](unsafeUninitializedCapacity: ControlConnection.readBytesMax) {
      buffer,
      count in
      let received = try? UnixSocket.receive(
        into: UnsafeMutableRawBufferPointer(buffer),
        descriptorsMax: 0,
        on: number
      )
      count = received?.count ?? 0
    }
    framer.append(bytes)
    return !bytes.isEmpty
  }

  private func finalError() -> CommandFailure? {
    guard let reply = try? receive(), let error = reply.error else { return nil }
    return .refused(WireError(name: error, parameters: reply.parameters))
  }
}
