import CCurl
import Glibc
import TorporModel
import TorporPosix

/// What the network has become to a connection since it was made.
enum Way {
  /// A new connection would go the same way.
  case kept
  /// A new one would begin at another address; whether the old way is still good, the kernel finds out.
  case left
  /// There was no way any more, and the connection was shut down.
  case cut

  /// Whether a request fails of it that comes to that code.
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

/// Ends connections that the network has left, so that they do not fall silent for long.
///
/// The kernel tells of links and routes; shortly after it was last heard each TCP connection of this
/// process is looked at. One whose address is on no interface that runs, while another leads to the same
/// host, is shut down, and curl finds it closed, in use or not. Where no interface leads there, the daemon
/// stops the transfers. Where the old one still runs and a new connection would begin at another address,
/// the kernel is told to ask the peer for a sign of life: a connection that is still good stays, as on a
/// phone, and one that is dead ends within seconds.
final class RouteWatch {
  private let loop: EventLoop
  private var socket: NetlinkSocket?
  private var look: EventLoop.Token?
  /// Told what the connections have come to, by their ends on this machine.
  var whenLooked: ([String: Way]) -> Void = { _ in }

  /// How long after the kernel's last word connections are looked at: 300 ms.
  ///
  /// A link that goes takes several routes with it, one after the other. Our choice.
  static let rest = Duration.milliseconds(300)
  /// How long a connection whose way was left may go without a sign of life from its peer: 4 s.
  ///
  /// The kernel asks each second (tcp(7): `TCP_KEEPIDLE`, `TCP_KEEPINTVL`, `TCP_USER_TIMEOUT`); the peer's
  /// kernel answers, however slow its program is. Our choice.
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
    self.number = number
    self.own = end.address
    ownPort = end.port
    self.peer = peer
    self.peerLength = peerLength
  }

  /// What the network is to it, where these addresses are on interfaces that run.
  func way(among present: Set<String>) -> Way {
    guard let next = addressOfNext else { return .kept }
    if !present.contains(own) { return .cut }
    return next == own ? .kept : .left
  }

  /// Where a connection to the same host would begin now; `nil`: nothing leads there.
  ///
  /// Connecting a datagram socket looks the route up and sends nothing.
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

  /// Has the kernel ask the peer each second, and end the connection when nothing has come back for so long;
  /// 0: no more.
  func ask(everySecondFor seconds: Int32) {
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 1)
    // What was sent and is not acknowledged counts as well.
    set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, seconds * 1000)
    set(SOL_SOCKET, SO_KEEPALIVE, seconds > 0 ? 1 : 0)
  }

  /// A kernel that knows no such option leaves it to the silence of the connection.
  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
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
