#if canImport(SimulatedDevice)
import Foundation
import Glibc

/// A server on this machine that has one list of episodes, for the session that is not in the background.
final class FeedServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let list: String

  init(_ list: String) throws {
    self.list = list
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
    Thread.detachNewThread { [self] in serve() }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var room = [UInt8](repeating: 0, count: 8192)
      _ = recv(connection, &room, room.count, 0)
      let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        + "Content-Length: \(list.utf8.count)\r\n\r\n\(list)"
      _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      close(connection)
    }
  }
}
#endif
