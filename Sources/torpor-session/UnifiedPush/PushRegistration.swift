import TorporWire

/// A program that wants messages of its server, by the words of UnifiedPush.
struct PushRegistration: Hashable {
  /// Which form of the interfaces a program speaks.
  enum Version: Int64, Hashable {
    /// Arguments one by one.
    case one = 1
    /// One dictionary for all.
    case two = 2
  }

  /// By what the program knows it.
  let token: String
  /// The program's name on the bus, by which it is started where it does not run.
  let service: String
  var version: Version
  /// With which alone its senders sign, a point of P-256 in Base64url; `nil`: any.
  var key: String?
  /// By what the gateway knows it: a UUID.
  let channel: String
  /// Where its senders send; `nil`: the gateway has not said.
  var endpoint: String?
  /// Whether the program is to be told its address, and has not answered for it.
  var isOwed = true
  /// Whether the program wants no more messages; it is here until the gateway knows.
  var hasEnded = false
}

extension PushRegistration {
  /// The registration as a file has it; `nil` where it is not one.
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
