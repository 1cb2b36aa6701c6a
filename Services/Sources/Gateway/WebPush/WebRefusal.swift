/// Why a Web Push message is not accepted (RFC 8030, RFC 8292): an HTTP status, a reason, and a sentence.
struct WebRefusal: Error, Hashable, Sendable {
  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  enum Reason: String, Hashable, Sendable, CaseIterable {
    case badContentEncoding = "BadContentEncoding"
    case badMessage = "BadMessage"
    case badTopic = "BadTopic"
    case badTTL = "BadTTL"
    case badUrgency = "BadUrgency"
    case duplicateHeaders = "DuplicateHeaders"
    case missingTTL = "MissingTTL"
    case missingAuthorization = "MissingAuthorization"
    case expiredAuthorization = "ExpiredAuthorization"
    case invalidAuthorization = "InvalidAuthorization"
    case otherAudience = "OtherAudience"
    case otherKey = "OtherKey"
    case tooLongAuthorization = "TooLongAuthorization"
    case badPath = "BadPath"
    case unknownEndpoint = "UnknownEndpoint"
    case methodNotAllowed = "MethodNotAllowed"
    case unsubscribed = "Unsubscribed"
    case messageTooLarge = "MessageTooLarge"
    case tooManyMessages = "TooManyMessages"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"

    var status: Int {
      switch self {
      case .badContentEncoding, .badMessage, .badTopic, .badTTL, .badUrgency, .duplicateHeaders,
        .missingTTL:
        400
      case .missingAuthorization: 401
      case .expiredAuthorization, .invalidAuthorization, .otherAudience, .otherKey,
        .tooLongAuthorization:
        403
      case .badPath, .unknownEndpoint: 404
      case .methodNotAllowed: 405
      case .unsubscribed: 410
      case .messageTooLarge: 413
      case .tooManyMessages: 429
      case .internalServerError: 500
      case .serviceUnavailable, .shutdown: 503
      }
    }

    /// The problem, and advice for the sender.
    var sentence: String {
      switch self {
      case .badContentEncoding:
        "The message is not encrypted as RFC 8291 has it. Send it with Content-Encoding: aes128gcm."
      case .badMessage:
        "The body is not a message of aes128gcm: salt, record size, a key of 65 bytes, and text. "
          + "Send it as the library has encrypted it."
      case .badTopic:
        "The Topic is not one. It has 1 to 32 letters, digits, hyphens and underscores."
      case .badTTL: "The TTL is not a number of seconds. Send digits alone."
      case .badUrgency: "The Urgency is not one. It is very-low, low, normal or high."
      case .duplicateHeaders:
        "A header came twice. Send TTL, Urgency, Topic and the others once each."
      case .missingTTL: "The TTL is missing. Send how many seconds the message is worth delivering."
      case .missingAuthorization:
        "The subscription was made with a sender's key, and the message is not signed. "
          + "Send it with Authorization: vapid."
      case .expiredAuthorization: "The token has expired. Sign one with a later exp."
      case .invalidAuthorization:
        "The authorization is not one, or its key has not signed it. "
          + "Send vapid t=TOKEN, k=KEY, with ES256."
      case .otherAudience:
        "The token is for another push service. Its aud is the origin of the endpoint."
      case .otherKey:
        "The subscription was made with another key. Sign with that key, or subscribe again."
      case .tooLongAuthorization:
        "The token is valid for more than 24 hours. Sign one with an earlier exp."
      case .badPath: "Nothing is at this path. Send to the endpoint as the subscription has it."
      case .unknownEndpoint: "The endpoint was not made here. Remove the subscription."
      case .methodNotAllowed: "An endpoint takes POST, and GET for discovery."
      case .unsubscribed: "The subscription has ended. Remove it, and send nothing more to it."
      case .messageTooLarge: "The message has more than 4096 bytes. Send a shorter one."
      case .tooManyMessages:
        "The subscription takes no more now: 240 messages at once, then 4 a second, and 32 that "
          + "wait for the device. Send again after the time of Retry-After."
      case .internalServerError: "The message could not be stored. Send it again later."
      case .serviceUnavailable:
        "The store does not keep up. Send the message again after the time of Retry-After."
      case .shutdown: "The gateway ends. Send the message again on another connection."
      }
    }

    /// The time after which the sender may try again, in seconds: our choice.
    ///
    /// A full queue waits for a device that is not connected; a slow store, or a gateway that restarts, is available
    /// again sooner.
    var retrySeconds: Int? {
      switch self {
      case .tooManyMessages: 60
      case .serviceUnavailable, .shutdown: 10
      default: nil
      }
    }
  }

  /// Converts a refusal of the mailboxes to Web Push.
  init(_ refusal: Refusal) {
    reason =
      switch refusal.reason {
      case .unregistered, .expiredToken: .unsubscribed
      case .tooManyRequests: .tooManyMessages
      case .serviceUnavailable: .serviceUnavailable
      case .shutdown: .shutdown
      default: .internalServerError
      }
  }

  /// The answer to the sender.
  var answer: WebAnswer {
    var object = JSONText()
    object.set("reason", reason.rawValue)
    object.set("message", reason.sentence)
    var headers = [("content-type", "application/json")]
    if let seconds = reason.retrySeconds { headers.append(("retry-after", String(seconds))) }
    switch reason {
    case .missingAuthorization: headers.append(("www-authenticate", "vapid"))
    case .methodNotAllowed: headers.append(("allow", "POST, GET"))
    default: break
    }
    return WebAnswer(status: reason.status, headers: headers, body: object.finished)
  }
}

/// The answer to a Web Push sender, in either version of HTTP.
struct WebAnswer: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  /// The body; empty: none.
  let body: String

  init(status: Int, headers: [(String, String)], body: String = "") {
    self.status = status
    self.headers = headers.map { (name: $0.0, value: $0.1) }
    self.body = body
  }
}
