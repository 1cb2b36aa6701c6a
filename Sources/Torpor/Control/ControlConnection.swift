internal import TorporPosix
package import TorporWire

/// A connection of a person's program to the daemon, one blocking call after the other.
///
/// For command-line programs: no thread of its own, no retries. Used from one thread.
package final class ControlConnection {
  private let path: String
  private let socket: Descriptor
  private var framer = VarlinkFramer(messageBytesMax: ControlConnection.replyBytesMax)

  /// Bytes of one reply: the list of 1000 apps with all of their tasks is some 1 MiB; 16 MiB leaves
  /// room, and bounds what a stranger on the socket can make us hold (our choice).
  package static let replyBytesMax = 16 << 20

  /// Connects to the daemon.
  ///
  /// - Throws: `TorporError` with the code `systemUnavailable`.
  package init(to endpoint: Endpoint = .fromEnvironment) throws(TorporError) {
    path = endpoint.path
    do throws(SystemError) {
      socket = try endpoint.connect()
    } catch {
      throw TorporError(.systemUnavailable, error, subject: endpoint.path)
    }
  }

  /// Calls a method and waits for its one reply.
  ///
  /// The descriptors go beside the call; the caller keeps its own.
  ///
  /// - Throws: `TorporError` where the connection fails, `WireError` where the daemon says no.
  package func call(_ method: ControlMethod, descriptors: [Int32] = []) throws -> ControlResult {
    var call = method.varlinkCall
    call.wantsMore = false
    try send(call, descriptors)
    return try ControlResult(to: method, from: try nextReply())
  }

  /// Calls a method and hands each reply to the body, until the last one or until the body says stop.
  ///
  /// After a stop the connection is of no more use, since replies still come.
  ///
  /// - Throws: as `call`, and what the body throws.
  package func stream(
    _ method: ControlMethod,
    _ body: (ControlResult) throws -> Continuation
  ) throws {
    var call = method.varlinkCall
    call.wantsMore = true
    try send(call, [])
    while true {
      let reply = try nextReply()
      let result = try ControlResult(to: method, from: reply)
      guard try body(result) == .goOn, reply.continues else { return }
    }
  }

  /// What to do after one of several replies.
  package enum Continuation {
    case goOn, stop
  }

  private func send(_ call: VarlinkCall, _ descriptors: [Int32]) throws(TorporError) {
    let bytes = call.bytes
    var sent = 0
    do throws(SystemError) {
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
          Result { () throws(SystemError) in
            try UnixSocket.send(
              UnsafeRawBufferPointer(rebasing: buffer[sent...]),
              descriptors: sent == 0 ? descriptors : [],
              on: socket.rawValue
            )
          }
        }
        sent += try count.get()
      }
    } catch {
      throw TorporError(.systemUnavailable, error, subject: path)
    }
  }

  private func nextReply() throws -> VarlinkReply {
    while true {
      do {
        if let message = try framer.next() { return try VarlinkReply(message: message) }
      } catch let limit as WireLimit {
        throw WireError.limitExceeded(limit)
      }
      try receive()
    }
  }

  private func receive() throws(TorporError) {
    do throws(SystemError) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let number = socket.rawValue
      let result = buffer.withUnsafeMutableBytes { room in
        Result { () throws(SystemError) in
          try UnixSocket.receive(into: room, descriptorsMax: 0, on: number)
        }
      }
      let received = try result.get()
      guard received.count > 0 else {
        throw SystemError(operation: "read the reply from", subject: path, code: Self.endOfStream)
      }
      framer.append(buffer[..<received.count])
    } catch {
      throw TorporError(.systemUnavailable, error, subject: path)
    }
  }

  /// `ECONNRESET`: the daemon ended before it answered.
  private static let endOfStream: Int32 = 104
}
