import CCurl
import Glibc
import TorporModel
import TorporPosix

/// Cuts connections whose way the network has left, so that they do not fall silent first.
///
/// The kernel tells of links and routes; shortly after it was last heard each TCP connection of this
/// process is looked at. One whose address is on no interface that runs, while another leads to the same
/// host, is shut down, and curl finds it closed, in use or not. Where no interface leads there, the daemon
/// stops the transfers; where the old one still runs, the connection may still be good.
final class RouteWatch {
  private let loop: EventLoop
  private var socket: NetlinkSocket?
  private var look: EventLoop.Token?
  /// Told which connections were cut, by their ends on this machine.
  var whenCut: (Set<String>) -> Void = { _ in }

  /// How long after the kernel's last word connections are looked at: 300 ms.
  ///
  /// A link that goes takes several routes with it, one after the other. Our choice.
  static let rest = Duration.milliseconds(300)

  init(on loop: EventLoop) throws(SystemError) {
    self.loop = loop
    socket = try NetlinkSocket(.routes, on: loop) { [unowned self] _ in lookSoon() }
  }

  private func lookSoon() {
    if let look { loop.cancel(look) }
    look = loop.schedule(after: RouteWatch.rest) { [unowned self] in
      look = nil
      cut()
    }
  }

  private func cut() {
    var ends: Set<String> = []
    guard let present = Connection.runningAddresses() else { return }
    for name in Files.names(in: "/proc/self/fd") {
      guard let number = Int32(name), let connection = Connection(number),
        !present.contains(connection.own), connection.hasAnotherWay
      else { continue }
      ends.insert("\(connection.own):\(connection.ownPort)")
      shutdown(number, Int32(SHUT_RDWR))
    }
    if !ends.isEmpty { whenCut(ends) }
  }
}

/// A connected TCP socket of this process.
private struct Connection {
  /// The address of our end, as curl writes it, and its port.
  let own: String
  let ownPort: UInt16
  private let peer: sockaddr_storage
  private let peerLength: socklen_t

  /// `nil` where it is anything else.
  init?(_ number: Int32) {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(number, SOL_SOCKET, SO_TYPE, &kind, &length) == 0,
      kind == Int32(SOCK_STREAM.rawValue),
      let (own, _) = Connection.address({ getsockname(number, $0, $1) }),
      let (peer, peerLength) = Connection.address({ getpeername(number, $0, $1) }),
      let end = Connection.text(own)
    else { return nil }
    self.own = end.address
    ownPort = end.port
    self.peer = peer
    self.peerLength = peerLength
  }

  /// Whether a connection to the same host could begin now.
  ///
  /// Connecting a datagram socket looks the route up and sends nothing.
  var hasAnotherWay: Bool {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = socket(Int32(peer.ss_family), kind, 0)
    guard number >= 0 else { return false }
    defer { close(number) }
    return withUnsafePointer(to: peer) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, peerLength) == 0
      }
    }
  }

  /// The addresses of all interfaces that are up and have a carrier; `nil`: the kernel does not say.
  static func runningAddresses() -> Set<String>? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    let wanted = UInt32(IFF_UP | IFF_RUNNING)
    var addresses: Set<String> = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & wanted == wanted, let place = entry.ifa_addr else { continue }
      let length =
        switch Int32(place.pointee.sa_family) {
        case AF_INET: MemoryLayout<sockaddr_in>.size
        case AF_INET6: MemoryLayout<sockaddr_in6>.size
        default: 0
        }
      guard length > 0 else { continue }
      var address = sockaddr_storage()
      withUnsafeMutableBytes(of: &address) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: place, count: length))
      }
      if let text = text(address) { addresses.insert(text.address) }
    }
    return addresses
  }

  private static func address(
    _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (sockaddr_storage, socklen_t)? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &length) }
    }
    return code == 0 ? (address, length) : nil
  }

  private static func text(_ address: sockaddr_storage) -> (address: String, port: UInt16)? {
    var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let port: UInt16? = withUnsafePointer(to: address) { pointer in
      switch Int32(address.ss_family) {
      case AF_INET:
        pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          var bytes = $0.pointee.sin_addr
          inet_ntop(AF_INET, &bytes, &room, socklen_t(room.count))
          return UInt16(bigEndian: $0.pointee.sin_port)
        }
      case AF_INET6:
        pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          var bytes = $0.pointee.sin6_addr
          inet_ntop(AF_INET6, &bytes, &room, socklen_t(room.count))
          return UInt16(bigEndian: $0.pointee.sin6_port)
        }
      default: nil
      }
    }
    guard let port else { return nil }
    let bytes = room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (String(decoding: bytes, as: UTF8.self), port)
  }
}
