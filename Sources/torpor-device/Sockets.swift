import Glibc
import TorporCore
import TorporModel
import TorporPosix

/// The sockets of the device: one for the app, one for its user, and the link to the test.
///
/// What apps and users have sent is always taken before the link is read, so that an answer on the link means that
/// nothing is under way.
final class Sockets: ConnectionPort {
  private struct Connection {
    let descriptor: Int32
    let isApp: Bool
  }

  weak var sink: (any HostEventSink)?
  /// The pieces that were sent to the app.
  private(set) var sentCount = 0
  private let listeners: (app: Int32, user: Int32)
  private var connections: [ConnectionIdentifier: Connection] = [:]
  private var lastIdentifier: UInt64 = 0
  /// The process that speaks at the app's socket.
  private let launch: () -> LaunchIdentifier?

  /// Listens in the folder as `app` and `socket`.
  ///
  /// - Throws: `SystemError` where the folder does not take them.
  init(in folder: String, launch: @escaping () -> LaunchIdentifier?) throws(SystemError) {
    // The app connects once for each launch, and a user seldom.
    let backlog: Int32 = 16
    listeners = (
      try UnixSocket.listen(at: folder + "/app", mode: 0o600, backlog: backlog).release(),
      try UnixSocket.listen(at: folder + "/socket", mode: 0o600, backlog: backlog).release()
    )
    self.launch = launch
  }

  /// Serves all until the link ends.
  func serve(_ link: Link) {
    while true {
      wait(for: link.descriptor)
      // Looked at first: what the app sent before the test has asked is there by now.
      let isAsked = isReadable(link.descriptor)
      repeat { link.device.turn() } while takeAll()
      guard isAsked else { continue }
      guard link.answer() else { return }
    }
  }

  func send(
    _ bytes: [UInt8],
    beside descriptors: [Int32] = [],
    on connection: ConnectionIdentifier
  ) {
    guard let known = connections[connection] else { return }
    if known.isApp { sentCount += 1 }
    // The other end has a thread that only reads, so that this waits for nothing of the app's.
    var rest = bytes[...]
    var descriptors = descriptors
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        (try? UnixSocket.send(bytes, descriptors: descriptors, on: known.descriptor)) ?? 0
      }
      guard count > 0 else {
        guard errno == EAGAIN else { return }
        var full = pollfd(fd: known.descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&full, 1, -1)
        continue
      }
      rest = rest.dropFirst(count)
      descriptors = []
    }
  }

  func close(_ connection: ConnectionIdentifier) { drop(connection) }

  private func drop(_ connection: ConnectionIdentifier) {
    guard let known = connections.removeValue(forKey: connection) else { return }
    Glibc.close(known.descriptor)
    sink?.post(.closed(connection))
  }

  // MARK: Reading

  private func wait(for link: Int32) {
    var waits = ([link, listeners.app, listeners.user] + connections.values.map(\.descriptor)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&waits, nfds_t(waits.count), -1)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Takes all that is there; false when there was nothing.
  private func takeAll() -> Bool {
    var hasTaken = accept(at: listeners.app, isApp: true)
    if accept(at: listeners.user, isApp: false) { hasTaken = true }
    for (identifier, connection) in connections.sorted(by: { $0.key < $1.key })
    where isReadable(connection.descriptor) {
      hasTaken = true
      receive(from: identifier, connection)
    }
    return hasTaken
  }

  private func accept(at listener: Int32, isApp: Bool) -> Bool {
    guard isReadable(listener) else { return false }
    let number = Glibc.accept(listener, nil, nil)
    guard number >= 0 else { return false }
    // An app that has ended and still speaks is nobody.
    guard !isApp || launch() != nil else {
      Glibc.close(number)
      return true
    }
    lastIdentifier += 1
    let identifier = ConnectionIdentifier(rawValue: lastIdentifier)
    connections[identifier] = Connection(descriptor: number, isApp: isApp)
    let peer = Peer(
      processID: getppid(),
      userID: getuid(),
      groupID: getgid(),
      launch: isApp ? launch() : nil
    )
    sink?.post(.connected(identifier, peer))
    return true
  }

  private func receive(from identifier: ConnectionIdentifier, _ connection: Connection) {
    var bytes: [UInt8] = []
    var descriptors: [Int32] = []
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { room in
      let received = try? UnixSocket.receive(
        into: room,
        descriptorsMax: 4,
        on: connection.descriptor
      )
      guard let received else { return }
      bytes = [UInt8](room[..<received.count])
      descriptors = received.descriptors
    }
    guard !bytes.isEmpty else { return drop(identifier) }
    sink?.post(.received(identifier, bytes, descriptors: descriptors))
  }
}
