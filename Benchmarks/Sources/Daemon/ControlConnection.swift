import Glibc
import TorporPosix
import TorporWire

/// A blocking connection of a program to the daemon: a call, then its reply.
final class ControlConnection {
  private let socket: Descriptor
  private var framer = VarlinkFramer()

  /// The daemon closed the connection.
  struct Closed: Error {}

  init(path: String) throws(SystemError) { socket = try UnixSocket.connect(to: path) }

  /// Sends the call and waits for its reply.
  ///
  /// - Throws: `WireError` of the reply, `SystemError` of the socket, `Closed`.
  @discardableResult
  func call<Call: WireCall>(_ call: Call) throws -> Call.Reply {
    try send(call.varlinkCall.bytes)
    return try reply(to: call)
  }

  /// Sends bytes that were made before.
  func send(_ bytes: [UInt8]) throws {
    let number = socket.rawValue
    var sent = 0
    while sent < bytes.count {
      sent += try bytes[sent...].withUnsafeBytes { try UnixSocket.send($0, on: number) }
    }
  }

  /// Waits for the reply to a call that was sent.
  func reply<Call: WireCall>(to call: Call) throws -> Call.Reply {
    while true {
      if let message = try framer.next() {
        return try call.reply(from: VarlinkReply(message: message))
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(socket.rawValue, &buffer, buffer.count)
      guard count > 0 else { throw Closed() }
      framer.append(buffer[..<count])
    }
  }
}
