/// What a server of the test has to say to one request.
struct ServerAnswer {
  /// How the answer ends.
  enum End {
    /// With its last byte.
    case whole
    /// Somebody breaks the connection behind so many bytes.
    case lost(afterBytes: Int64)
    /// No byte follows behind so many.
    case stalls(afterBytes: Int64)
    /// Nobody listens there.
    case unreachable
    /// No server has that name.
    case unknownHost
  }

  /// The status of HTTP.
  var status = 200
  /// The bytes of the body that is downloaded.
  var bytes: Int64 = 0
  /// How fast bytes move; `nil`: as fast as the network of the device.
  var bytesPerSecond: Int64?
  /// How long the server takes before the first byte moves.
  var delay = Duration.zero
  var end = End.whole
  /// Whether the server continues where an earlier attempt was.
  var continues = false
  var retryAfter: Duration?
  /// Whether the length is in the head of the answer.
  var saysLength = true
  var mimeType: String?
  /// The part of the server that wants a name and a password.
  var realm: String?
  /// The file that holds the body; `nil`: as many zeros.
  var file: String?

  /// Nothing is known yet.
  init() {}

  /// Reads the words behind a command; `nil` where one is none of these.
  init?(_ words: some Sequence<String>) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, take(parts[0], parts[1]) else { return nil }
    }
  }

  private mutating func take(_ name: Substring, _ value: Substring) -> Bool {
    switch name {
    case "end":
      guard let end = Self.end(value) else { return false }
      self.end = end
    case "mime": mimeType = HexText.text(value)
    case "realm": realm = HexText.text(value)
    case "file": file = HexText.text(value)
    default: return take(name, number: value)
    }
    return true
  }

  private mutating func take(_ name: Substring, number value: Substring) -> Bool {
    guard let number = Int64(value), number >= 0 else { return false }
    switch name {
    case "status": status = Int(clamping: number)
    case "bytes": bytes = number
    case "speed": bytesPerSecond = number
    case "delay": delay = .nanoseconds(number)
    case "continues": continues = number > 0
    case "retry": retryAfter = .seconds(number)
    case "length": saysLength = number > 0
    default: return false
    }
    return true
  }

  private static func end(_ text: Substring) -> End? {
    let words = text.split(separator: ":")
    let bytes = words.count == 2 ? Int64(words[1]) : nil
    return switch (words.first, bytes) {
    case ("whole", nil): .whole
    case ("unreachable", nil): .unreachable
    case ("unknownHost", nil): .unknownHost
    case ("lost", let bytes?): .lost(afterBytes: max(0, bytes))
    case ("stalls", let bytes?): .stalls(afterBytes: max(0, bytes))
    default: nil
    }
  }
}
