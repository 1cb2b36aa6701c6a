import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// The user at the other end of a loopback connection, as listed by the kernel (proc(5), /proc/net/tcp).
enum Neighbour {
  /// Returns whether the connection is another user's; `false` if the kernel does not say whose it is.
  static func isAnotherUsers(_ channel: any Channel) -> Bool {
    guard let here = channel.localAddress, let there = channel.remoteAddress,
      let user = user(from: ends(there), to: ends(here))
    else { return false }
    return user != geteuid() && user != 0
  }

  /// Returns the user whose socket is at the first address and connected to the second; both in any form that the
  /// kernel may use.
  private static func user(from client: [String], to server: [String]) -> uid_t? {
    for path in ["/proc/net/tcp", "/proc/net/tcp6"] {
      for line in lines(of: path).dropFirst() {
        let fields = line.split(separator: " ")
        guard fields.count > 7, client.contains(String(fields[1])),
          server.contains(String(fields[2]))
        else { continue }
        return uid_t(fields[7])
      }
    }
    return nil
  }

  /// Returns an address in the kernel's form: `0100007F:1F90`; an IPv4 address can also be that of an IPv6 socket.
  private static func ends(_ address: SocketAddress) -> [String] {
    let port = ":" + digits(UInt64(address.port ?? 0), 4)
    // In sockaddr_in the address follows family and port; in sockaddr_in6 it also follows flow information.
    let words = address.withSockAddr { address, _ in
      let bytes = UnsafeRawPointer(address)
      let offsets = Int32(address.pointee.sa_family) == AF_INET6 ? [8, 12, 16, 20] : [4]
      return offsets.map {
        digits(UInt64(bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)), 8)
      }
    }
    let own = words.joined() + port
    return words.count == 1 ? [own, "0000000000000000FFFF0000" + own] : [own]
  }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private static func lines(of path: String) -> [Substring] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
