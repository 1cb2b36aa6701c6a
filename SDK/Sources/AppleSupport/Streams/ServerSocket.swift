internal import Foundation
internal import Glibc

/// A TCP connection to a server.
enum ServerSocket {
  /// Connects, and waits for the connection.
  ///
  /// - Returns: A descriptor with non-blocking calls.
  /// - Throws: A POSIX error, or an error of the resolver with its message.
  static func connect(to host: String, port: Int) throws -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &found)
    guard result == 0 else {
      throw NSError(
        domain: "kCFErrorDomainCFNetwork",
        code: Int(result),
        userInfo: [NSLocalizedDescriptionKey: "\(host): \(String(cString: gai_strerror(result)))"]
      )
    }
    defer { freeaddrinfo(found) }
    var code = EHOSTUNREACH
    var next = found
    while let address = next?.pointee {
      let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
      let descriptor = socket(address.ai_family, kind, address.ai_protocol)
      if descriptor >= 0, Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return descriptor
      }
      code = errno
      if descriptor >= 0 { Glibc.close(descriptor) }
      next = address.ai_next
    }
    throw NSError(domain: NSPOSIXErrorDomain, code: Int(code))
  }
}
