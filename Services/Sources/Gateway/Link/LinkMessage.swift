import TorporCrypto

/// The messages of the device link: JSON, one per text frame (docs/push-gateway.md).
enum LinkMessage {
  /// A message from a device.
  enum FromDevice: Hashable, Sendable {
    case hello(key: [UInt8])
    case proof(signature: [UInt8])
    case register(topic: String, environment: Environment)
    case unregister(topic: String, environment: Environment)
    /// A channel of Web Push; `key`: the only key with which its senders may sign, `nil`: any.
    case registerChannel(String, key: [UInt8]?)
    case unregisterChannel(String)
    /// An invalid channel, or one with an invalid key.
    case wrongChannel(String)
    /// A broadcast channel of an app, as named by the device.
    case subscribe(topic: String, Environment, channel: String)
    case unsubscribe(topic: String, Environment, channel: String)
    case acknowledge([Order.Acknowledgement])
    case power(DeliveryRule)
    case keepalive(intervalSeconds: Int64)
    case launched(topic: String)
    case beat
    /// A message of a later version, or one of Mozilla's that is not supported: it is ignored.
    case other
  }

  /// Returns the message in a frame; `nil` if it is invalid.
  static func read(_ bytes: [UInt8]) -> FromDevice? {
    guard let value = JSONValue(bytes), case .object(let members) = value else { return nil }
    if members.isEmpty { return .beat }
    guard let type = value["messageType"]?.text else { return nil }
    switch type {
    case "hello":
      guard let key = value["key"]?.text.flatMap({ Base64URL.decode($0) }), key.count == 32,
        value["ext"]?.list?.contains(.text("torpor.1")) == true
      else { return nil }
      return .hello(key: key)
    case "proof":
      return value["signature"]?.text.flatMap { Base64URL.decode($0) }.map { .proof(signature: $0) }
    case "apns_register", "apns_unregister":
      guard let topic = value["topic"]?.text, PushHead.isTopic(topic),
        let environment = value["environment"]?.text.flatMap({ Environment(name: $0) })
      else { return nil }
      return type == "apns_register"
        ? .register(topic: topic, environment: environment)
        : .unregister(topic: topic, environment: environment)
    case "subscribe", "unsubscribe":
      guard let topic = value["topic"]?.text, PushHead.isTopic(topic),
        let environment = value["environment"]?.text.flatMap({ Environment(name: $0) }),
        let channel = value["channel"]?.text, channel.utf8.count <= 64
      else { return nil }
      return type == "subscribe"
        ? .subscribe(topic: topic, environment, channel: channel)
        : .unsubscribe(topic: topic, environment, channel: channel)
    case "register", "unregister": return WebMessage.read(value, type)
    case "ack":
      return value["updates"]?.list.map { .acknowledge($0.compactMap { acknowledgement($0) }) }
    case "power":
      guard let least = value["min_priority"]?.integer, [1, 5, 10].contains(least) else {
        return nil
      }
      return .power(
        DeliveryRule(
          leastPriority: Int(least),
          isInLowPowerMode: value["low_power"]?.boolean ?? false
        )
      )
    case "keepalive":
      guard let seconds = value["interval"]?.integer, (1...86_400).contains(seconds) else {
        return nil
      }
      return .keepalive(intervalSeconds: seconds)
    case "launched": return value["topic"]?.text.map { .launched(topic: $0) }
    default: return .other
    }
  }

  private static func acknowledgement(_ value: JSONValue) -> Order.Acknowledgement? {
    if value["channelID"] != nil { return WebMessage.acknowledgement(value) }
    guard let id = value["apns_id"]?.text, let version = value["version"]?.integer,
      let code = value["code"]?.integer.flatMap({ Order.Acknowledgement.Code(rawValue: $0) }),
      // Only a message of Web Push can wait for its channel.
      code != .later
    else { return nil }
    return Order.Acknowledgement(id: id, version: version, code: code)
  }

  // MARK: Messages from the gateway

  static func challenge(_ nonce: [UInt8]) -> String {
    message("challenge") { $0.set("nonce", Base64URL.encode(nonce)) }
  }

  static func welcome(_ name: String) -> String {
    message("hello") {
      $0.set("status", 200)
      $0.set("uaid", name)
      $0.set("ext", json: "[\"torpor.1\",\"broadcasts.1\"]")
    }
  }

  static func refused(status: Int64) -> String { message("hello") { $0.set("status", status) } }

  /// Returns the answer to a registration, or to the end of one.
  static func registration(
    _ type: String,
    _ topic: String,
    _ environment: Environment,
    status: Int64,
    token: String? = nil
  ) -> String {
    message(type) {
      $0.set("topic", topic)
      $0.set("environment", environment.rawValue)
      $0.set("status", status)
      if let token { $0.set("token", token) }
    }
  }

  /// Returns the answer about a broadcast channel.
  static func subscription(
    _ type: String,
    _ topic: String,
    _ environment: Environment,
    _ channel: String,
    status: Int64
  ) -> String {
    message(type) {
      $0.set("topic", topic)
      $0.set("environment", environment.rawValue)
      $0.set("channel", channel)
      $0.set("status", status)
    }
  }

  /// Returns a push; `channel`: the broadcast channel by which it arrives.
  static func push(
    _ push: Push,
    _ version: Int64,
    acceptedMilliseconds: Int64,
    channel: ChannelID? = nil
  ) -> String {
    if push.environment == .web {
      return WebMessage.notification(push, version, acceptedMilliseconds)
    }
    // The payload in Base64, and the identifiers of the push.
    return message("apns", bytes: push.payload.count / 3 * 4 + 512) {
      $0.set("version", version)
      $0.set("apns_id", push.id)
      $0.set("topic", push.topic)
      $0.set("environment", push.environment.rawValue)
      $0.set("push_type", push.type.rawValue)
      $0.set("priority", Int64(push.priority))
      // Missing: the sender leaves it to us. 0 means now or never.
      if let seconds = push.expirationSeconds { $0.set("expiration", seconds) }
      if let collapseID = push.collapseID { $0.set("collapse_id", collapseID) }
      if let channel { $0.set("channel", channel.text) }
      $0.set("payload", Base64URL.encode(push.payload))
      $0.set("sent", acceptedMilliseconds)
    }
  }

  static func message(
    _ type: String,
    bytes: Int = 0,
    _ fill: (inout JSONText) -> Void
  ) -> String {
    var object = JSONText(bytes: bytes)
    object.set("messageType", type)
    fill(&object)
    return object.finished
  }
}
