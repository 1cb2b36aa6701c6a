internal import Glibc

/// A socket that takes datagrams, as the service manager and the journal have one.
package final class DatagramReceiver {
  package let number: Int32
  /// With `@` in front where the name is abstract.
  package let path: String

  package init(isAbstract: Bool = false) throws {
    let name = "torpor-datagrams-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    path = isAbstract ? "@" + name : "/tmp/" + name
    number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = isAbstract ? [0] + Array(name.utf8) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
    }
    guard result == 0 else { throw NotBound(path: path, code: errno) }
  }

  /// The kernel has given the socket no name.
  package struct NotBound: Error {
    package let path: String
    package let code: Int32
  }

  deinit {
    close(number)
    remove()
  }

  /// The next datagram, which is there already; `nil`: there is none.
  package func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Removes the socket's file.
  package func remove() { unlink(path) }
}
