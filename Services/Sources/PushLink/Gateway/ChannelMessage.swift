internal import TorporCrypto

/// A message of a Web Push channel, as the gateway sends it; only the channel's program can read it.
package struct ChannelMessage: Hashable, Sendable {
  /// A UUID.
  package var channel: String
  /// The gateway's version; returned with the answer.
  package var version: String
  /// The bytes as they were sent.
  package var data: [UInt8]

  package init(channel: String, version: String, data: [UInt8]) {
    (self.channel, self.version, self.data) = (channel, version, data)
  }

  /// The bytes in the form that the daemon accepts: Base64 with padding.
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

/// The result of a message, in the answer to the gateway.
package enum MessageAnswer: Int, Hashable, Sendable {
  case delivered = 100
  /// The channel belongs to no program: senders are informed.
  case unknown = 101
  case refused = 102
  /// The channel's program is not available; the gateway keeps the message until the channel is registered again.
  case later = 103

  /// Makes the answer from the daemon's outcome.
  init(outcome: String?) {
    switch outcome {
    case "delivered": self = .delivered
    case "unknown": self = .unknown
    case "refused": self = .refused
    default: self = .later
    }
  }
}
