import TorporCrypto

/// The messages of the device link about Web Push, in the words of Mozilla's push service.
///
/// Its `version` is a text that a device gives back as it was; here it has the version in the store and the message's
/// name, since a store that was restored gives versions a second time.
enum WebMessage {
  /// What a device says of a channel; `nil` where it is not a message.
  static func read(_ value: JSONValue, _ type: String) -> LinkMessage.FromDevice? {
    guard let channel = value["channelID"]?.text, channel.utf8.count <= 64 else { return nil }
    // One that is wrong costs the others of the device nothing.
    guard UniqueID.isCanonical(channel) else { return .wrongChannel(channel) }
    if type == "unregister" { return .unregisterChannel(channel) }
    guard let key = value["key"], key != .null else { return .registerChannel(channel, key: nil) }
    guard let point = key.text.flatMap({ Base64URL.decode($0) }).flatMap({ SenderKey(point: $0) })
    else { return .wrongChannel(channel) }
    return .registerChannel(channel, key: point.point)
  }

  static func acknowledgement(_ value: JSONValue) -> Order.Acknowledgement? {
    guard let parts = value["version"]?.text?.split(separator: " "), parts.count == 2,
      let version = Int64(parts[0]), UniqueID.isCanonical(String(parts[1])),
      let code = value["code"]?.integer.flatMap({ Order.Acknowledgement.Code(rawValue: $0) })
    else { return nil }
    return Order.Acknowledgement(id: String(parts[1]), version: version, code: code)
  }

  // MARK: What the gateway sends

  static func registered(_ channel: String, status: Int64, _ endpoint: String? = nil) -> String {
    LinkMessage.message("register") {
      $0.set("channelID", channel)
      $0.set("status", status)
      if let endpoint { $0.set("pushEndpoint", endpoint) }
    }
  }

  static func unregistered(_ channel: String, status: Int64) -> String {
    LinkMessage.message("unregister") {
      $0.set("channelID", channel)
      $0.set("status", status)
    }
  }

  static func notification(_ push: Push, _ version: Int64, _ acceptedMilliseconds: Int64) -> String
  {
    LinkMessage.message("notification") {
      $0.set("channelID", push.topic)
      $0.set("version", "\(version) \(push.id)")
      $0.set("headers", json: "{\"encoding\":\"aes128gcm\"}")
      $0.set("data", Base64URL.encode(push.payload))
      $0.set("priority", Int64(push.priority))
      $0.set("sent", acceptedMilliseconds)
    }
  }
}
