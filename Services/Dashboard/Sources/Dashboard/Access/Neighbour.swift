import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// The user at the other end of a connection over the loopback, as the kernel lists it (proc(5), /proc/net/tcp).
enum Neighbour {
  /// Whether the connection is another user's; `false` where the kernel does not say whose it is.
  static func isAnotherUsers(_ channel: any Channel) -> Bool {
    guard let here = channel.localAddress?.port, let there = channel.remoteAddress?.port,
      let user = user(from: there, to: here)
    else { return false }
    return user != geteuid() && user != 0
  }

  /// Whose socket has the first port and is connected to the second.
  private static func user(from client: Int, to server: Int) -> uid_t? {
    for path in ["/proc/net/tcp", "/proc/net/tcp6"] {
      for line in lines(of: path).dropFirst() {
        let fields = line.split(separator: " ")
        guard fields.count > 7, port(fields[1]) == client, port(fields[2]) == server else {
          continue
        }
        return uid_t(fields[7])
      }
    }
    return nil
  }

  /// The port of an address such as `0100007F:1F90`.
  private static func port(_ address: Substring) -> Int? {
    address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
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
