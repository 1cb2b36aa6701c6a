internal import TorporCrypto

/// A message of a channel of Web Push, as the gateway sends it; only the program whose channel it is can read it.
package struct ChannelMessage: Hashable, Sendable {
  /// A UUID.
  package var channel: String
  /// What the gateway calls it; goes back with the answer.
  package var version: String
  /// The bytes as they were sent.
  package var data: [UInt8]

  package init(channel: String, version: String, data: [UInt8]) {
    (self.channel, self.version, self.data) = (channel, version, data)
  }

  /// The bytes as the daemon takes them: Base64 with padding.
  var base64: String {
    let text = Base64URL.encode(data).map { letter in
      switch letter {
      case "-": "+" as Character
      case "_": "/" as Character
      default: letter
      }
    }
    return String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
  }
}

/// What became of a message, in the answer to the gateway.
package enum MessageAnswer: Int, Hashable, Sendable {
  case delivered = 100
  /// The channel is nobody's: senders are told so.
  case unknown = 101
  case refused = 102
  /// Whose channel it is, is not there; the gateway keeps it until the channel is registered anew.
  case later = 103

  /// What the daemon says.
  init(outcome: String?) {
    switch outcome {
    case "delivered": self = .delivered
    case "unknown": self = .unknown
    case "refused": self = .refused
    default: self = .later
    }
  }
}
