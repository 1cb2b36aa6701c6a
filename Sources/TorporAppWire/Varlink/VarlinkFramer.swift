/// Cuts a stream of bytes into messages; each ends with a byte 0, which JSON text cannot hold.
package struct VarlinkFramer: Sendable {
  /// Bytes of one message, without its end mark.
  ///
  /// Our largest message is a page of the ledger, some 100 KiB; 1 MiB leaves room for long argument
  /// lists (`ARG_MAX` is 2 MiB, rarely used) and bounds what a peer can make us hold (our choice).
  package static let messageBytesMax = 1 << 20

  private let bytesMax: Int
  private var buffer: [UInt8] = []
  /// Where the next message begins in the buffer.
  private var start = 0
  /// Up to where the buffer was searched for an end mark, so that no byte is looked at twice.
  private var searched = 0

  /// Makes a framer with the limit, in bytes.
  package init(messageBytesMax: Int = VarlinkFramer.messageBytesMax) {
    bytesMax = messageBytesMax
  }

  /// Whether a message has begun and not ended.
  package var holdsPartOfMessage: Bool { start < buffer.count }

  /// Adds what came in.
  package mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  /// Adds what came in.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 16)
      start = 0
      searched = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next whole message without its end mark, or `nil` where more bytes must come first.
  ///
  /// - Throws: `WireLimit.messageBytes` when the message is longer than the limit; the stream cannot
  ///   be read any further then.
  package mutating func next() throws(WireLimit) -> ArraySlice<UInt8>? {
    if let end = buffer[searched...].firstIndex(of: 0) {
      guard end - start <= bytesMax else { throw .messageBytes(maximum: bytesMax) }
      defer {
        start = end + 1
        searched = start
      }
      return buffer[start..<end]
    }
    searched = buffer.count
    guard searched - start <= bytesMax else { throw .messageBytes(maximum: bytesMax) }
    if start > 0, holdsPartOfMessage {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    return nil
  }
}
