import Glibc
import TorporPosix

/// A TCP connection to a service on this machine.
enum LoopbackSocket {
  /// Begins to connect to the port of 127.0.0.1, without waiting.
  ///
  /// - Throws: `SystemError`: `ECONNREFUSED` when there is no listener.
  static func connect(port: UInt16) throws(SystemError) -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let subject = "127.0.0.1:\(port)"
    let number = socket(AF_INET, kind, 0)
    guard number >= 0 else {
      throw SystemError(operation: "make", subject: "a socket", code: errno)
    }
    let descriptor = Descriptor(owning: number)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else {
      throw SystemError(operation: "connect to", subject: subject, code: errno)
    }
    return descriptor
  }
}
