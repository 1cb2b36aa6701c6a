import NIOHPACK

/// The headers of a request that Web Push uses.
struct WebRequest: Sendable {
  var method = ""
  var path = ""
  private(set) var ttl, urgency, topic, encoding, authorization: String?
  private(set) var hasDuplicates = false

  /// The path before the text of an endpoint.
  static let endpointPath = WebOrigin.path
  /// The path before the id of a message.
  static let messagePath = "/wpush/m/"
  /// The prefix of all Web Push paths.
  static let anyPath = "/wpush/"

  init() {}

  /// Makes the request of an HTTP/2 stream; `nil` if its path is not one of Web Push.
  init?(_ headers: HPACKHeaders) {
    guard headers.first(name: ":path")?.hasPrefix(WebRequest.anyPath) == true else { return nil }
    for (name, value, _) in headers {
      switch name {
      case ":method": method = value
      case ":path": path = value
      default: note(name, value)
      }
    }
  }

  mutating func note(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "ttl": set(\.ttl, value)
    case "urgency": set(\.urgency, value)
    case "topic": set(\.topic, value)
    case "content-encoding": set(\.encoding, value)
    case "authorization": set(\.authorization, value)
    default: break
    }
  }

  private mutating func set(_ header: WritableKeyPath<WebRequest, String?>, _ value: String) {
    if self[keyPath: header] != nil { hasDuplicates = true }
    self[keyPath: header] = value
  }
}

/// The properties of a message in its headers.
struct WebHead: Hashable, Sendable {
  /// The time for which it is worth delivering, limited to the maximum that is stored; 0: now or never.
  let ttlSeconds: Int64
  let urgency: WebUrgency
  let topic: String?

  /// The maximum number of bytes of a topic (RFC 8030, 5.4).
  private static let topicBytesMax = 32

  /// Makes the properties of a request's message.
  ///
  /// - Throws: `WebRefusal` with the reason for the first invalid header.
  init(_ request: WebRequest) throws(WebRefusal) {
    if request.hasDuplicates { throw WebRefusal(.duplicateHeaders) }
    guard let ttl = request.ttl else { throw WebRefusal(.missingTTL) }
    guard !ttl.isEmpty, ttl.utf8.count <= 18, ttl.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let seconds = Int64(ttl)
    else { throw WebRefusal(.badTTL) }
    ttlSeconds = min(seconds, PushHead.lifetimeMillisecondsMax / 1000)
    guard let urgency = WebUrgency(rawValue: (request.urgency ?? "normal").lowercased()) else {
      throw WebRefusal(.badUrgency)
    }
    self.urgency = urgency
    topic = request.topic
    if let topic {
      guard (1...WebHead.topicBytesMax).contains(topic.utf8.count),
        topic.utf8.allSatisfy({ WebHead.isOfTopic($0) })
      else { throw WebRefusal(.badTopic) }
    }
    guard request.encoding?.lowercased() == "aes128gcm" else {
      throw WebRefusal(.badContentEncoding)
    }
  }

  private static func isOfTopic(_ unit: UInt8) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

/// The urgency of a message (RFC 8030, 5.3).
enum WebUrgency: String, Hashable, Sendable, CaseIterable {
  case veryLow = "very-low"
  case low, normal, high

  /// The priority with which it is delivered (push.md, 8).
  var priority: Int {
    switch self {
    case .veryLow: 1
    case .low, .normal: 5
    case .high: 10
    }
  }
}
