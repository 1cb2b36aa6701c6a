import TorporWire

/// A program that wants messages from its server, as registered with UnifiedPush.
struct PushRegistration: Hashable {
  /// The version of the interfaces that a program uses.
  enum Version: Int64, Hashable {
    /// Individual arguments.
    case one = 1
    /// One dictionary for all arguments.
    case two = 2
  }

  /// The program's own identifier for the registration.
  let token: String
  /// The program's name on the bus, by which it is started if it is not running.
  let service: String
  var version: Version
  /// The only key with which its senders may sign, a point of P-256 in Base64url; `nil`: any.
  var key: String?
  /// The gateway's identifier for it: a UUID.
  let channel: String
  /// The address to which its senders send; `nil`: not provided by the gateway yet.
  var endpoint: String?
  /// Whether the program has yet to be told its address, or to confirm it.
  var isOwed = true
  /// Whether the program wants no more messages; the registration is kept until the gateway knows.
  var hasEnded = false
}

extension PushRegistration {
  /// Makes the registration in a file; `nil` if it is invalid.
  init?(_ json: JSON) {
    guard let token = json["token"]?.text, let service = json["service"]?.text,
      let version = json["version"]?.integer(as: Int64.self).flatMap({ Version(rawValue: $0) }),
      let channel = json["channel"]?.text
    else { return nil }
    self.init(
      token: token,
      service: service,
      version: version,
      key: json["key"]?.text,
      channel: channel,
      endpoint: json["endpoint"]?.text,
      isOwed: json["isOwed"]?.flag ?? true,
      hasEnded: json["hasEnded"]?.flag ?? false
    )
  }

  var json: JSON {
    let optional = [("key", key), ("endpoint", endpoint)].compactMap { name, value in
      value.map { JSON.Member(name, .string($0)) }
    }
    return .object(
      [
        JSON.Member("token", .string(token)), JSON.Member("service", .string(service)),
        JSON.Member("version", .integer(version.rawValue)),
        JSON.Member("channel", .string(channel)), JSON.Member("isOwed", .bool(isOwed)),
        JSON.Member("hasEnded", .bool(hasEnded)),
      ] + optional
    )
  }
}
