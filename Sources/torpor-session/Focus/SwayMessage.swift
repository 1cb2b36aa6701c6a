/// The frames of sway's IPC (sway-ipc(7)): a magic word, a length, a kind, and JSON.
///
/// Numbers are in the byte order of the machine. Both programs run on one.
struct SwayMessage: Hashable, Sendable {
  /// The kind of a message; the numbers are those of sway-ipc(7).
  enum Kind: UInt32 {
    case subscribe = 2
    case getTree = 4
    case workspaceEvent = 0x8000_0000
    case windowEvent = 0x8000_0003
    case shutdownEvent = 0x8000_0006
  }

  var kind: UInt32
  var payload: [UInt8]

  static let magic = Array("i3-ipc".utf8)
  static let headerBytes = 14

  /// The maximum length of a message that is read: 8 MiB.
  ///
  /// The whole tree has about 1 KiB for each window. Our choice.
  static let payloadBytesMax = 8 << 20

  static func bytes(_ kind: Kind, _ payload: String = "") -> [UInt8] {
    var bytes = magic
    for number in [UInt32(payload.utf8.count), kind.rawValue] {
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
    return bytes + payload.utf8
  }
}

/// Splits sway's stream into messages.
struct SwayFramer {
  /// The stream is not from sway, or a message is too long; it cannot be read any further.
  struct Fault: Error, Hashable {}

  private var buffer: [UInt8] = []

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// Returns the next complete message; `nil`: more bytes must arrive first.
  mutating func next() throws(Fault) -> SwayMessage? {
    guard
      buffer.prefix(SwayMessage.magic.count).elementsEqual(SwayMessage.magic.prefix(buffer.count))
    else { throw Fault() }
    guard buffer.count >= SwayMessage.headerBytes else { return nil }
    let length = Int(number(at: 6))
    guard length <= SwayMessage.payloadBytesMax else { throw Fault() }
    let end = SwayMessage.headerBytes + length
    guard buffer.count >= end else { return nil }
    defer { buffer.removeFirst(end) }
    return SwayMessage(kind: number(at: 10), payload: Array(buffer[SwayMessage.headerBytes..<end]))
  }

  private func number(at offset: Int) -> UInt32 {
    buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
}
