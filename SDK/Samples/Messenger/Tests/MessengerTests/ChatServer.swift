#if canImport(SimulatedDevice)
import Foundation
import Glibc

/// A server on this machine that answers every line.
final class ChatServer: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var received: [String] = []

  /// What has come, in its order.
  var lines: [String] { lock.withLock { received } }

  init() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = listen(listener, 8)
        _ = getsockname(listener, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  private func serve(_ connection: Int32) {
    var pending = Data()
    var room = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { break }
      pending.append(contentsOf: room[..<count])
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending = Data(pending[(end + 1)...])
        lock.withLock { received.append(line) }
        _ = send(connection, "taken\n", 6, Int32(MSG_NOSIGNAL))
      }
    }
    close(connection)
  }
}
#endif
