internal import Glibc
package import TorporCore
internal import TorporModel
package import TorporPosix

/// Connections of apps and programs: one listening socket, and the sockets that apps inherit.
///
/// Bytes are counted, not read. Who a peer is, the kernel says: the process by `SO_PEERPIDFD` or
/// `SO_PEERCRED`, the app by the process's control group.
package final class ConnectionAdapter: ConnectionPort {
  /// What one connection has.
  private struct Record {
    let connection: StreamConnection
    let peer: Peer
    /// Whether the daemon made it for an app that it started; the user did not open it.
    let isInherited: Bool
    /// Bytes since the last zero byte.
    var unfinishedBytes = 0
  }

  private let loop: EventLoop
  private let sink: any HostEventSink
  private let groups: GroupTree?
  /// The last words for a peer that broke a limit, in the protocol of the layer above.
  private let refusal: (ConnectionLimit) -> [UInt8]
  private var listening: (listener: StreamListener, lock: FileLock)?
  private var records: [ConnectionIdentifier: Record] = [:]
  private var lastIdentifier: UInt64 = 0

  /// Makes an adapter without connections; `groups` tells which peers are apps.
  package init(
    on loop: EventLoop,
    sink: any HostEventSink,
    groups: GroupTree?,
    refusal: @escaping (ConnectionLimit) -> [UInt8] = { _ in [] }
  ) {
    self.loop = loop
    self.sink = sink
    self.groups = groups
    self.refusal = refusal
  }

  /// Listens at the path from now on; `mode` says who may connect (0o666 or 0o600).
  ///
  /// A lock file beside the socket says who serves it, so a socket that a dead daemon left is told
  /// from a living one without connecting, and two daemons that start at once cannot both win.
  ///
  /// `inherited` is the number of a socket that listens there already: a service manager has made it, with
  /// a mode of its own, and keeps it when the daemon ends.
  ///
  /// - Throws: `ConnectionFailure.alreadyServed` with the other daemon's pid, or what else is wrong.
  package func listen(
    at path: String,
    mode: UInt32,
    inherited: Int32? = nil
  ) throws(ConnectionFailure) {
    let lock: FileLock
    do throws(LockFailure) {
      lock = try FileLock(path: ConnectionAdapter.lockPath(ofSocket: path))
    } catch {
      switch error {
      case .held(_, let processID): throw .alreadyServed(path: path, processID: processID)
      case .system(let error): throw inherited == nil ? .cannotMake(error) : .system(error)
      }
    }
    if let inherited {
      listening = (try accepting(at: path, inherited: inherited), lock)
      return
    }
    if let facts = try? Files.facts(of: path), facts.st_mode & S_IFMT != S_IFSOCK {
      throw .notASocket(path: path)
    }
    do throws(SystemError) {
      try Files.remove(path)
      let listener = try StreamListener(
        at: path,
        mode: mode,
        backlog: ConnectionAdapter.backlog,
        on: loop
      ) { [unowned self] number in
        accept(Descriptor(owning: number))
      }
      listening = (listener, lock)
    } catch {
      throw error.code == ENAMETOOLONG ? .pathTooLong(path: path) : .cannotMake(error)
    }
  }

  /// A listener on a socket that the process inherited under that number.
  private func accepting(
    at path: String,
    inherited number: Int32
  ) throws(ConnectionFailure) -> StreamListener {
    let facts = LocalSocket(of: number)
    guard let facts, facts.isListening, facts.name == "unix " + path else {
      let given = facts.map { $0.isListening ? $0.name : "\($0.name), which does not listen" }
      throw .inheritedElsewhere(wanted: path, given: given ?? "no stream socket")
    }
    do throws(SystemError) {
      return try StreamListener(
        inherited: try UnixSocket.adopt(inherited: number),
        at: path,
        on: loop
      ) { [unowned self] number in
        accept(Descriptor(owning: number))
      }
    } catch {
      throw .system(error)
    }
  }

  /// The lock file of a socket.
  package static func lockPath(ofSocket path: String) -> String { path + ".lock" }

  /// Takes over a connected socket whose other end an app inherits, and announces it.
  ///
  /// - Throws: `SystemError` when the loop cannot watch it.
  package func adopt(_ socket: consuming Descriptor, of peer: Peer) throws(SystemError) {
    try add(socket, peer, isInherited: true)
  }

  /// Queues bytes, and descriptors beside the first, which stay the caller's; a connection that is gone is
  /// no error.
  package func send(
    _ bytes: [UInt8],
    beside descriptors: [Int32] = [],
    on connection: ConnectionIdentifier
  ) {
    records[connection]?.connection.send(bytes, descriptors: descriptors)
  }

  /// Sends what is queued, then closes; closes in any case after `closePatience`.
  package func close(_ connection: ConnectionIdentifier) {
    guard let stream = records[connection]?.connection else { return }
    stream.closeAfterFlush()
    guard records[connection] != nil else { return }
    _ = loop.schedule(after: ConnectionAdapter.closePatience) { [weak stream] in stream?.close() }
  }

  /// Stops listening, removes the socket unless it was inherited, and closes every connection.
  package func stop() {
    listening = nil
    for record in records.values { record.connection.close() }
  }

  /// How many connections may wait to be accepted.
  ///
  /// The kernel's own default limit (`somaxconn` before Linux 5.4): a burst of apps that reconnect
  /// after the daemon's death fits.
  private static let backlog: Int32 = 128

  /// How long a peer that is being closed may take to read the last words: 5 s.
  ///
  /// Our choice.
  private static let closePatience = Duration.seconds(5)

  private func accept(_ socket: consuming Descriptor) {
    guard let peer = identify(socket.rawValue) else { return }
    // One for each running app comes on top of these; it must not shut the user out.
    let opened = records.values.filter { !$0.isInherited }
    if opened.count >= ConnectionLimit.connectionsMax {
      return turnAway(socket, .connections(max: ConnectionLimit.connectionsMax))
    }
    let ofUser = opened.count { $0.peer.userID == peer.userID }
    if ofUser >= ConnectionLimit.connectionsOfUserMax {
      return turnAway(socket, .connectionsOfUser(max: ConnectionLimit.connectionsOfUserMax))
    }
    // A socket that the loop cannot watch is closed; the peer sees the end and tries again.
    try? add(socket, peer, isInherited: false)
  }

  /// Who is at the other end; `nil` when that cannot be told for certain.
  ///
  /// A process that has connected and ended cannot be placed: an app could have a child of its own
  /// do that, keep the socket, and pass for a program of the user's. So it is nobody, not anybody.
  private func identify(_ socket: Int32) -> Peer? {
    guard let credentials = try? UnixSocket.peer(of: socket) else { return nil }
    var launch: LaunchIdentifier?
    switch membership(ofPeer: credentials.processID, socket) {
    case .launch(let known): launch = known
    case .outside: break
    case .unknown: return nil
    }
    return Peer(
      processID: credentials.processID,
      userID: credentials.userID,
      groupID: credentials.groupID,
      launch: launch
    )
  }

  /// Looks up the peer's group, and makes sure that the number was the peer's all the while.
  private func membership(ofPeer processID: Int32, _ socket: Int32) -> GroupTree.Membership {
    guard let groups else { return .outside }
    do throws(SystemError) {
      guard let process = try UnixSocket.peerProcess(of: socket) else {
        let before = ProcessStat(of: processID, procRoot: groups.procRoot)?.startTicks
        let membership = groups.membership(ofProcess: processID)
        let after = ProcessStat(of: processID, procRoot: groups.procRoot)?.startTicks
        return before != nil && before == after ? membership : .unknown
      }
      let membership = groups.membership(ofProcess: processID)
      do throws(SystemError) {
        try process.send(signal: 0)
      } catch {
        // EPERM: it is there, and another user's.
        guard error.code == EPERM else { return .unknown }
      }
      return membership
    } catch {
      return .unknown
    }
  }

  private func turnAway(_ socket: borrowing Descriptor, _ limit: ConnectionLimit) {
    // Best effort, and once: an empty socket takes a short sentence.
    let number = socket.rawValue
    refusal(limit).withUnsafeBytes { bytes in _ = try? UnixSocket.send(bytes, on: number) }
  }

  private func add(
    _ socket: consuming Descriptor,
    _ peer: Peer,
    isInherited: Bool
  ) throws(SystemError) {
    lastIdentifier += 1
    let identifier = ConnectionIdentifier(rawValue: lastIdentifier)
    let connection = try StreamConnection(
      socket,
      on: loop,
      limits: StreamConnection.Limits(
        queuedBytesMax: ConnectionLimit.queuedBytesMax,
        descriptorsMax: ConnectionLimit.descriptorsMax
      )
    ) { [unowned self] event in
      handle(event, of: identifier)
    }
    records[identifier] = Record(connection: connection, peer: peer, isInherited: isInherited)
    sink.post(.connected(identifier, peer))
  }

  private func handle(_ event: StreamConnection.Event, of identifier: ConnectionIdentifier) {
    switch event {
    case .received(let bytes, let descriptors):
      sink.post(.received(identifier, bytes, descriptors: descriptors))
      count(bytes, of: identifier)
    case .exceededDescriptors(let limit):
      records[identifier]?.connection.send(refusal(.descriptors(max: limit)))
      close(identifier)
    case .ended:
      records[identifier] = nil
      sink.post(.closed(identifier))
    }
  }

  private func count(_ bytes: [UInt8], of identifier: ConnectionIdentifier) {
    guard let record = records[identifier] else { return }
    if let last = bytes.lastIndex(of: 0) {
      records[identifier]?.unfinishedBytes = bytes.count - last - 1
    } else {
      records[identifier]?.unfinishedBytes += bytes.count
    }
    let longest = record.unfinishedBytes + (bytes.firstIndex(of: 0) ?? bytes.count)
    guard longest > ConnectionLimit.messageBytesHardMax else { return }
    record.connection.send(refusal(.messageBytes(max: ConnectionLimit.messageBytesMax)))
    close(identifier)
  }
}
