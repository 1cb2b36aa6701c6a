import TorporCrypto

/// The messages of the device link about Web Push, with the names of Mozilla's push service.
///
/// Their `version` is a text that a device returns unchanged; here it contains the version in the store and the
/// message's id, because a restored store assigns versions a second time.
enum WebMessage {
  /// Returns a device's message about a channel; `nil` if it is invalid.
  static func read(_ value: JSONValue, _ type: String) -> LinkMessage.FromDevice? {
    guard let channel = value["channelID"]?.text, channel.utf8.count <= 64 else { return nil }
    // An invalid one does not affect the device's others.
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

  // MARK: Messages from the gateway

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
