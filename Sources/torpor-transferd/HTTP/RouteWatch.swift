import CCurl
import Glibc
import TorporModel
import TorporPosix

/// The state of the network for a connection since it was made.
enum Way {
  /// A new connection would use the same route.
  case kept
  /// A new connection would begin at another address; the kernel checks whether the old route still works.
  case left
  /// There was no route any more, and the connection was shut down.
  case cut

  /// Returns whether a request fails because of this state if it ends with that code.
  func explains(_ code: CURLcode) -> Bool {
    switch self {
    case .kept: false
    case .left:
      [
        CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
        CURLE_HTTP2_STREAM,
      ].contains(code)
    case .cut: code != CURLE_OK
    }
  }
}

/// Ends connections whose network has been lost, so that they are not silent for long.
///
/// The kernel reports changes of links and routes; shortly after the last report, each TCP connection of this process
/// is checked. If its address is not on a running interface, and another interface leads to the same host, the
/// connection is shut down, and curl finds it closed, in use or not. If no interface leads there, the daemon stops the
/// transfers. If the old interface is still running and a new connection would begin at another address, the kernel is
/// told to probe the peer: a working connection remains, as on a phone, and a dead one ends within seconds.
final class RouteWatch {
  private let loop: EventLoop
  private var socket: NetlinkSocket?
  private var look: EventLoop.Token?
  /// Receives the states of the connections, by their ends on this machine.
  var whenLooked: ([String: Way]) -> Void = { _ in }

  /// The time after the kernel's last report at which connections are checked: 300 ms.
  ///
  /// A link that is lost removes several routes, one after the other. Our choice.
  static let rest = Duration.milliseconds(300)
  /// The time that a connection with a lost route may go without a sign of life from its peer: 4 s.
  ///
  /// The kernel probes each second (tcp(7): `TCP_KEEPIDLE`, `TCP_KEEPINTVL`, `TCP_USER_TIMEOUT`); the peer's kernel
  /// answers, however slow its program is. Our choice.
  static let signOfLifeSeconds: Int32 = 4

  init(on loop: EventLoop) throws(SystemError) {
    self.loop = loop
    socket = try NetlinkSocket(.routes, on: loop) { [unowned self] _ in lookSoon() }
  }

  private func lookSoon() {
    if let look { loop.cancel(look) }
    look = loop.schedule(after: RouteWatch.rest) { [unowned self] in
      look = nil
      lookAtConnections()
    }
  }

  private func lookAtConnections() {
    var ways: [String: Way] = [:]
    guard let present = Connection.runningAddresses() else { return }
    for name in Files.names(in: "/proc/self/fd") {
      guard let number = Int32(name), let connection = Connection(number) else { continue }
      let way = connection.way(among: present)
      switch way {
      case .kept: connection.ask(everySecondFor: 0)
      case .left: connection.ask(everySecondFor: RouteWatch.signOfLifeSeconds)
      case .cut: shutdown(number, Int32(SHUT_RDWR))
      }
      ways["\(connection.own):\(connection.ownPort)"] = way
    }
    whenLooked(ways)
  }
}

/// A connected TCP socket of this process.
private struct Connection {
  private let number: Int32
  /// The address of our end, as curl formats it, and its port.
  let own: String
  let ownPort: UInt16
  private let peer: sockaddr_storage
  private let peerLength: socklen_t

  /// Makes a connection from a descriptor; `nil` if it is not a connected TCP socket.
  init?(_ number: Int32) {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(number, SOL_SOCKET, SO_TYPE, &kind, &length) == 0,
      kind == Int32(SOCK_STREAM.rawValue),
      let (own, _) = Connection.address({ getsockname(number, $0, $1) }),
      let (peer, peerLength) = Connection.address({ getpeername(number, $0, $1) }),
      let end = Connection.text(own)
    else { return nil }
    self.number = number
    self.own = end.address
    ownPort = end.port
    self.peer = peer
    self.peerLength = peerLength
  }

  /// Returns the state of the network for the connection, given the addresses on running interfaces.
  func way(among present: Set<String>) -> Way {
    guard let next = addressOfNext else { return .kept }
    if !present.contains(own) { return .cut }
    return next == own ? .kept : .left
  }

  /// The address at which a connection to the same host would begin now; `nil`: no route leads there.
  ///
  /// Connecting a datagram socket looks up the route and sends nothing.
  private var addressOfNext: String? {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = socket(Int32(peer.ss_family), kind, 0)
    guard number >= 0 else { return nil }
    defer { close(number) }
    let code = withUnsafePointer(to: peer) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, peerLength)
      }
    }
    guard code == 0, let (own, _) = Connection.address({ getsockname(number, $0, $1) }) else {
      return nil
    }
    return Connection.text(own)?.address
  }

  /// Makes the kernel probe the peer each second, and end the connection when there was no answer for a time; 0: stops
  /// probing.
  func ask(everySecondFor seconds: Int32) {
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 1)
    // Sent data that is not acknowledged also counts.
    set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, seconds * 1000)
    set(SOL_SOCKET, SO_KEEPALIVE, seconds > 0 ? 1 : 0)
  }

  /// A kernel without this option leaves detection to the silence of the connection.
  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Returns the addresses of all interfaces that are up and have a carrier; `nil`: the kernel does not say.
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
