internal import CTorporPosix
internal import Glibc

/// Unix stream sockets: connecting, listening, and who is at the other end.
package enum UnixSocket {
  /// A connection to the listener at the path.
  ///
  /// - Throws: `SystemError` naming the path: `ENOENT` and `ECONNREFUSED` mean that nobody listens,
  ///   `EACCES` that this user may not, `ENAMETOOLONG` that the path has more than 107 bytes.
  package static func connect(
    to path: String,
    isBlocking: Bool = true
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try checkingNegated("connect to", path, torpor_unix_connect(path, isBlocking))
    )
  }

  /// Takes over a connected socket that the process inherited under that number.
  ///
  /// - Throws: `SystemError`: `EBADF` or `ENOTSOCK` when it is none.
  package static func adopt(inherited number: Int32) throws(SystemError) -> Descriptor {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    _ = try checking("use the inherited socket", "descriptor \(number)") {
      getsockopt(number, SOL_SOCKET, SO_TYPE, &kind, &length)
    }
    // It was inherited through exec, so it is not closed on exec; our own children must not have it.
    _ = try checking("set the flags of", "descriptor \(number)") {
      fcntl(number, F_SETFD, FD_CLOEXEC)
    }
    return Descriptor(owning: number)
  }

  /// Whether the process has inherited a socket under that number.
  package static func isSocket(_ number: Int32) -> Bool {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
  }

  /// A socket that listens at the path, with the mode set before a client can connect.
  ///
  /// - Throws: `SystemError` naming the path; `EADDRINUSE` when something is there already.
  package static func listen(
    at path: String,
    mode: UInt32,
    backlog: Int32
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try checkingNegated("listen on", path, torpor_unix_listen(path, mode, backlog))
    )
  }

  /// Sends one datagram to the socket at the path, whose `@` in front stands for an abstract name.
  ///
  /// Waits at most `patience` for a reader that is behind, and not at all without.
  ///
  /// - Throws: `SystemError` naming the path: `EAGAIN` when the reader is behind, `ENOENT` and
  ///   `ECONNREFUSED` when there is none.
  package static func sendDatagram(
    _ bytes: [UInt8],
    to path: String,
    patience: Duration = .zero
  ) throws(SystemError) {
    let (seconds, attoseconds) = patience.components
    let milliseconds = UInt32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let result = bytes.withUnsafeBytes {
      torpor_send_datagram(path, $0.baseAddress, $0.count, milliseconds)
    }
    _ = try checkingNegated("send to", path, result)
  }

  /// Who made the connection, as the kernel recorded it then.
  ///
  /// - Throws: `SystemError` when the descriptor is no connected socket.
  package static func peer(of number: Int32) throws(SystemError) -> PeerCredentials {
    var peer = torpor_peer()
    _ = try checkingNegated(
      "ask for the peer of",
      "a socket",
      torpor_peer_credentials(number, &peer)
    )
    return PeerCredentials(processID: peer.pid, userID: peer.user, groupID: peer.group)
  }

  /// A pidfd of the peer, which cannot come to mean another process; `nil` before Linux 6.5.
  ///
  /// - Throws: `SystemError` when the peer is gone (`ESRCH` or `EINVAL`, by kernel), or the process
  ///   has no descriptors left.
  package static func peerProcess(of number: Int32) throws(SystemError) -> ProcessHandle? {
    let pidfd = torpor_peer_pidfd(number)
    if pidfd == -ENOPROTOOPT { return nil }
    return ProcessHandle(
      Descriptor(owning: try checkingNegated("ask for the process behind", "a socket", pidfd))
    )
  }

  /// Sends bytes with descriptors beside the first of them; returns how many bytes went.
  ///
  /// The caller keeps its descriptors. Never raises `SIGPIPE`.
  ///
  /// - Throws: `SystemError`: `EAGAIN` when a non-blocking socket is full, `EPIPE` when the other
  ///   end is gone.
  package static func send(
    _ bytes: UnsafeRawBufferPointer,
    descriptors: [Int32] = [],
    on number: Int32
  ) throws(SystemError) -> Int {
    Int(
      try checkingNegated(
        "send on",
        "a socket",
        torpor_send(number, bytes.baseAddress, bytes.count, descriptors, descriptors.count)
      )
    )
  }

  /// What one receive gave.
  package struct Received {
    /// Bytes read into the buffer; 0 is the end of the stream.
    package let count: Int
    /// Descriptors that came beside them; the caller closes them.
    package let descriptors: [Int32]
    /// Whether more descriptors were sent than allowed; the kernel has closed those.
    package let wereDescriptorsCut: Bool
  }

  /// Receives bytes into the buffer, and at most that many descriptors beside them.
  ///
  /// - Throws: `SystemError`: `EAGAIN` when a non-blocking socket is empty, `ECONNRESET` when the
  ///   other end is gone with bytes unread.
  package static func receive(
    into buffer: UnsafeMutableRawBufferPointer,
    descriptorsMax: Int,
    on number: Int32
  ) throws(SystemError) -> Received {
    var descriptorCount = descriptorsMax
    var wasCut = false
    var descriptors: [Int32] = []
    let count = withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, descriptorsMax)) {
      room in
      let count = torpor_receive(
        number,
        buffer.baseAddress,
        buffer.count,
        room.baseAddress,
        &descriptorCount,
        &wasCut
      )
      if count >= 0, descriptorCount > 0 { descriptors = Array(room[..<descriptorCount]) }
      return count
    }
    let received = Int(try checkingNegated("receive on", "a socket", count))
    return Received(count: received, descriptors: descriptors, wereDescriptorsCut: wasCut)
  }
}

/// Who is at the other end of a Unix socket, as the kernel says.
package struct PeerCredentials: Hashable, Sendable {
  package let processID: Int32
  package let userID: UInt32
  package let groupID: UInt32

  package init(processID: Int32, userID: UInt32, groupID: UInt32) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
  }
}
