import NIOCore

/// A message of the NATS protocol from a server (<https://docs.nats.io/reference/reference-protocols/nats-protocol>).
enum NATSOperation: Hashable, Sendable {
  case info(JSONValue)
  case message(NATSMessage)
  case ping
  case pong
  case okay
  case failure(String)

  /// The maximum length of a line; the INFO of a large cluster names all its servers.
  static let lineBytesMax = 256 << 10
  /// The maximum number of bytes of a message: JetStream's answer with a document, in Base64, with space to spare.
  static let messageBytesMax = 8 << 20

  /// Takes the next one from the front; `nil`: it is not complete yet.
  ///
  /// - Throws: `NATSFailure.garbled`.
  static func read(_ buffer: inout ByteBuffer) throws(NATSFailure) -> NATSOperation? {
    let view = buffer.readableBytesView
    guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
      if view.count > lineBytesMax { throw .garbled("a line without end") }
      return nil
    }
    let length = end - view.startIndex + 1
    let line = String(decoding: view[..<end].dropLast(), as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 1)
    let verb = words.first?.uppercased() ?? ""
    let rest = words.count > 1 ? words[1] : ""
    switch verb {
    case "MSG", "HMSG":
      return try message(&buffer, lineLength: length, rest, hasHeaders: verb == "HMSG")
    case "PING": return take(length, &buffer, .ping)
    case "PONG": return take(length, &buffer, .pong)
    case "+OK": return take(length, &buffer, .okay)
    case "-ERR": return take(length, &buffer, .failure(String(rest.filter { $0 != "'" })))
    case "INFO":
      guard let value = JSONValue(Array(rest.utf8)) else { throw .garbled("INFO without JSON") }
      return take(length, &buffer, .info(value))
    default: throw .garbled("'\(line.prefix(40))'")
    }
  }

  private static func take(_ length: Int, _ buffer: inout ByteBuffer, _ operation: NATSOperation)
    -> NATSOperation
  {
    buffer.moveReaderIndex(forwardBy: length)
    return operation
  }

  /// Reads `MSG <subject> <sid> [reply] <bytes>` and `HMSG <subject> <sid> [reply] <header bytes> <bytes>`.
  private static func message(
    _ buffer: inout ByteBuffer,
    lineLength: Int,
    _ rest: Substring,
    hasHeaders: Bool
  ) throws(NATSFailure) -> NATSOperation? {
    let words = rest.split(separator: " ")
    let counts = hasHeaders ? 2 : 1
    guard words.count == 2 + counts || words.count == 3 + counts,
      let subscription = UInt64(words[1]), let count = Int(words[words.count - 1]),
      (0...messageBytesMax).contains(count),
      let headerCount = hasHeaders ? Int(words[words.count - 2]) : 0, (0...count) ~= headerCount
    else { throw .garbled("a message with '\(rest.prefix(80))'") }
    // The two bytes after the payload terminate it.
    guard buffer.readableBytes >= lineLength + count + 2 else { return nil }
    buffer.moveReaderIndex(forwardBy: lineLength)
    var headers = NATSHeaders()
    if headerCount > 0 { headers = NATSHeaders(buffer.readString(length: headerCount) ?? "") }
    let payload = buffer.readSlice(length: count - headerCount) ?? ByteBuffer()
    buffer.moveReaderIndex(forwardBy: 2)
    return .message(
      NATSMessage(
        subject: String(words[0]),
        subscription: subscription,
        reply: words.count == 3 + counts ? String(words[2]) : nil,
        headers: headers,
        payload: payload
      )
    )
  }
}

/// A message that arrived.
struct NATSMessage: Hashable, Sendable {
  let subject: String
  let subscription: UInt64
  let reply: String?
  let headers: NATSHeaders
  let payload: ByteBuffer

  /// Returns the payload as JSON.
  ///
  /// - Throws: `NATSFailure.garbled`.
  func json() throws(NATSFailure) -> JSONValue {
    guard let value = JSONValue(Array(payload.readableBytesView)) else {
      throw .garbled("an answer without JSON on \(subject)")
    }
    return value
  }
}

/// The headers of a message: a line with the version and, if it is from the server itself, its status; then names and
/// values (<https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-4.md>).
struct NATSHeaders: Hashable, Sendable {
  /// The status from the server itself: 503 if there is no subscriber.
  private(set) var status: Int?
  private(set) var members: [(name: String, value: String)] = []

  init() {}

  init(_ text: String) {
    var lines = text.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { return }
    let first = lines.removeFirst().split(separator: " ")
    if first.count > 1 { status = Int(first[1]) }
    members = lines.compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (String(line[..<colon]), String(value))
    }
  }

  init(_ members: [(name: String, value: String)]) { self.members = members }

  /// The value of a name; names are case-sensitive in NATS.
  subscript(_ name: String) -> String? { members.first { $0.name == name }?.value }

  /// The headers as they are sent; empty if there are none.
  var text: String {
    if members.isEmpty { return "" }
    return "NATS/1.0\r\n" + members.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
  }

  static func == (one: NATSHeaders, other: NATSHeaders) -> Bool {
    one.status == other.status && one.text == other.text
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(text)
  }
}
