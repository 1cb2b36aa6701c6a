internal import Glibc
internal import TorporAppModel
internal import TorporAppWire
internal import TorporPosix

/// The conversation with the system, its current socket, and the bytes that are still to be written there.
///
/// Nothing here waits: bytes that the socket does not accept are kept, which `write` and `flush` report.
struct ConversationSocket {
  var conversation: AppConversation
  /// The socket; -1 while there is none.
  private(set) var number: Int32 = -1
  private var outgoing: [UInt8] = []
  /// Duplicates of the descriptors of requests, by key, until the requests are answered: a request is repeated after a
  /// lost connection, and the app may have closed its own descriptor by then.
  private var beside: [String: Int32] = [:]

  init(_ conversation: AppConversation) { self.conversation = conversation }

  /// Whether bytes wait for the socket to accept more.
  var hasMore: Bool { !outgoing.isEmpty || conversation.nextHandOver != nil }

  /// Begins to communicate on a socket.
  mutating func connect(_ socket: Int32) {
    number = socket
    outgoing = conversation.connected()
    _ = flush()
  }

  /// Ends the use of the socket; unanswered requests are sent again on the next one.
  mutating func disconnect() {
    number = -1
    outgoing = []
    conversation.disconnected()
  }

  /// Keeps a descriptor, which is closed when its request is answered.
  mutating func keep(_ descriptor: Int32, beside key: String) { beside[key] = descriptor }

  /// Closes the descriptor of a request, which has been answered.
  mutating func close(beside key: String) {
    if let descriptor = beside.removeValue(forKey: key) { Descriptor.close([descriptor]) }
  }

  /// Closes all descriptors; no request is repeated any more.
  mutating func closeAll() {
    Descriptor.close(Array(beside.values))
    beside = [:]
  }

  /// Writes as many bytes as possible without waiting; returns whether something is left.
  mutating func write(_ bytes: [UInt8]) -> Bool {
    guard number >= 0, !bytes.isEmpty else { return false }
    let wasIdle = outgoing.isEmpty
    outgoing += bytes
    return wasIdle ? flush() : false
  }

  /// Writes as much as the socket accepts; returns whether something is left.
  ///
  /// A broken socket is detected at the next read.
  mutating func flush() -> Bool {
    flushBytes()
    // A request with a descriptor is sent separately, after everything before it.
    while number >= 0, outgoing.isEmpty, let next = conversation.nextHandOver {
      guard handOver(next.bytes, beside[next.key]) else { return true }
      outgoing += conversation.handedOver(next.key)
      flushBytes()
    }
    return !outgoing.isEmpty
  }

  /// Writes requests with descriptors if nothing is queued before them; returns whether something is left.
  mutating func flushIfIdle() -> Bool { outgoing.isEmpty ? flush() : false }

  /// Sends a request with a descriptor attached to its first bytes; returns false if the socket is full.
  private mutating func handOver(_ bytes: [UInt8], _ descriptor: Int32?) -> Bool {
    var room = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) > 0, Int32(room.revents) & POLLOUT != 0 else { return false }
    let sent = bytes.withUnsafeBytes { bytes in
      try? UnixSocket.send(bytes, descriptors: descriptor.map { [$0] } ?? [], on: number)
    }
    guard let sent else { return false }
    outgoing = Array(bytes.dropFirst(sent))
    return true
  }

  private mutating func flushBytes() {
    guard number >= 0, !outgoing.isEmpty else { return }
    let sent = outgoing.withUnsafeBytes { bytes in
      Glibc.send(
        number,
        bytes.baseAddress,
        bytes.count,
        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      )
    }
    if sent > 0 { outgoing.removeFirst(sent) }
  }
}
