internal import FoundationEssentials

/// A push as the gateway sends it.
package struct GatewayPush: Hashable, Sendable {
  /// Its version in the gateway's own mailbox; returned with the answer.
  package var version: Int64
  /// Its `apns-id`.
  package var identifier: String
  package var topic: String
  /// `apns-push-type`; `nil`: not given by the sender.
  package var pushType: String?
  package var priority: Int?
  /// The time until which it is worth delivering, in seconds since 1970; 0: now or never; `nil`: not given by the
  /// sender.
  package var expirationSeconds: Int64?
  package var collapseIdentifier: String?
  /// The broadcast channel by which it has arrived; `nil`: it was sent to the device's own token.
  package var channel: String?
  /// The JSON of the payload.
  package var payload: String
  /// The time at which the gateway accepted it, in milliseconds since 1970.
  package var sentMilliseconds: Int64?
}

/// A message from the gateway.
package enum GatewayMessage: Hashable, Sendable {
  case challenge(nonce: String)
  /// `hasBroadcasts`: whether it serves broadcast channels.
  case hello(status: Int, hasBroadcasts: Bool = true)
  case registered(topic: String, status: Int, token: String?)
  case unregistered(topic: String, status: Int)
  case push(GatewayPush)
  case channelRegistered(String, status: Int, endpoint: String?)
  case channelUnregistered(String, status: Int)
  case message(ChannelMessage)
  /// The answer about a broadcast channel: the subscription is now active, or not.
  case subscribed(DaemonNews.Broadcast, status: Int)
  /// `{}`: the answer to a beat.
  case beat
  /// A message of a later gateway, or one that cannot be read; the associated word is the reason.
  case unknown(String)

  /// Reads a frame.
  package init(_ text: String) {
    let data = Data(text.utf8)
    if let frame = try? JSONDecoder().decode(Frame.self, from: data) {
      self = frame.message
    } else if let notification = try? JSONDecoder().decode(Notification.self, from: data) {
      self = notification.message
    } else {
      self = .unknown("unreadable")
    }
  }

  /// A message of a channel; its `version` is a text.
  private struct Notification: Decodable {
    var messageType: String
    var channelID: String
    var version: String
    var data: String

    var message: GatewayMessage {
      guard messageType == "notification", let bytes = Base64URLText.decode(data) else {
        return .unknown(messageType)
      }
      return .message(ChannelMessage(channel: channelID, version: version, data: bytes))
    }
  }

  private struct Frame: Decodable {
    // Shape: one property for each key that any message has; a case is created from those of one message.
    var messageType: String?
    var status: Int?
    var nonce: String?
    var topic: String?
    var token: String?
    var version: Int64?
    var apns_id: String?
    var push_type: String?
    var priority: Int?
    var expiration: Int64?
    var collapse_id: String?
    var payload: String?
    var sent: Int64?
    var channelID: String?
    var pushEndpoint: String?
    var channel: String?
    var ext: [String]?

    var message: GatewayMessage {
      switch messageType {
      case nil: .beat
      case "challenge": nonce.map { .challenge(nonce: $0) } ?? .unknown("challenge")
      case "hello":
        .hello(status: status ?? 0, hasBroadcasts: ext?.contains("broadcasts.1") == true)
      case "apns_register":
        topic.map { .registered(topic: $0, status: status ?? 0, token: token) }
          ?? .unknown("apns_register")
      case "apns_unregister":
        topic.map { .unregistered(topic: $0, status: status ?? 0) } ?? .unknown("apns_unregister")
      case "register":
        channelID.map { .channelRegistered($0, status: status ?? 0, endpoint: pushEndpoint) }
          ?? .unknown("register")
      case "unregister":
        channelID.map { .channelUnregistered($0, status: status ?? 0) } ?? .unknown("unregister")
      case "subscribe": subscription(isSubscribed: true) ?? .unknown("subscribe")
      case "unsubscribe": subscription(isSubscribed: false) ?? .unknown("unsubscribe")
      case "apns": push.map { .push($0) } ?? .unknown("apns")
      case let word?: .unknown(word)
      }
    }

    private func subscription(isSubscribed: Bool) -> GatewayMessage? {
      guard let topic, let channel else { return nil }
      return .subscribed(
        DaemonNews.Broadcast(topic: topic, channel: channel, isSubscribed: isSubscribed),
        status: status ?? 0
      )
    }

    private var push: GatewayPush? {
      guard let version, let apns_id, let topic, let payload,
        let bytes = Base64URLText.decode(payload)
      else { return nil }
      return GatewayPush(
        version: version,
        identifier: apns_id,
        topic: topic,
        pushType: push_type,
        priority: priority,
        // If the gateway stores the push (`version`), 0 does not mean "now or never", which is not stored: none was
        // given.
        expirationSeconds: expiration == 0 && version != 0 ? nil : expiration,
        collapseIdentifier: collapse_id,
        channel: channel,
        payload: String(decoding: bytes, as: UTF8.self),
        sentMilliseconds: sent
      )
    }
  }
}

/// The result of a push, in the answer to the gateway.
package enum AckCode: Int, Hashable, Sendable {
  case delivered = 100
  case appMissing = 101
  case refused = 102
}

/// A message from the device.
package enum DeviceMessage: Hashable, Sendable {
  case hello(key: String)
  case proof(signature: String)
  case register(topic: String, environment: String)
  case unregister(topic: String, environment: String)
  case ack(identifier: String, version: Int64, AckCode)
  case registerChannel(String, key: String?)
  case unregisterChannel(String)
  case subscribe(topic: String, environment: String, channel: String)
  case unsubscribe(topic: String, environment: String, channel: String)
  case ackMessage(channel: String, version: String, MessageAnswer)
  case power(priorityMin: Int, isLowPower: Bool)
  case keepAlive(seconds: Int)
  case launched(topic: String)
  case beat

  /// The frame.
  package var text: String {
    switch self {
    case .beat: "{}"
    case .hello(let key):
      write(["messageType": "hello", "key": key], "\"use_webpush\":true,\"ext\":[\"torpor.1\"]")
    case .proof(let signature): write(["messageType": "proof", "signature": signature])
    case .register(let topic, let environment):
      write(["messageType": "apns_register", "topic": topic, "environment": environment])
    case .unregister(let topic, let environment):
      write(["messageType": "apns_unregister", "topic": topic, "environment": environment])
    case .ack(let identifier, let version, let code):
      write(
        ["messageType": "ack"],
        "\"updates\":["
          + write(["apns_id": identifier], "\"version\":\(version),\"code\":\(code.rawValue)")
          + "]"
      )
    case .registerChannel(let channel, let key):
      if let key {
        write(["messageType": "register", "channelID": channel, "key": key])
      } else {
        write(["messageType": "register", "channelID": channel])
      }
    case .unregisterChannel(let channel):
      write(["messageType": "unregister", "channelID": channel])
    case .subscribe(let topic, let environment, let channel):
      write([
        "messageType": "subscribe", "topic": topic, "environment": environment, "channel": channel,
      ])
    case .unsubscribe(let topic, let environment, let channel):
      write([
        "messageType": "unsubscribe", "topic": topic, "environment": environment,
        "channel": channel,
      ])
    case .ackMessage(let channel, let version, let answer):
      write(
        ["messageType": "ack"],
        "\"updates\":["
          + write(["channelID": channel, "version": version], "\"code\":\(answer.rawValue)") + "]"
      )
    case .power(let priorityMin, let isLowPower):
      write(["messageType": "power"], "\"min_priority\":\(priorityMin),\"low_power\":\(isLowPower)")
    case .keepAlive(let seconds): write(["messageType": "keepalive"], "\"interval\":\(seconds)")
    case .launched(let topic): write(["messageType": "launched", "topic": topic])
    }
  }

  /// Returns an object of texts, and further members that are already JSON.
  private func write(_ texts: KeyValuePairs<String, String>, _ rest: String? = nil) -> String {
    let members =
      texts.map { "\"\($0.key)\":\(JSONText.quote($0.value))" } + (rest.map { [$0] } ?? [])
    return "{" + members.joined(separator: ",") + "}"
  }
}
