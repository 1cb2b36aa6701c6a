import NIOHPACK

/// The headers of a request that the API knows.
struct RequestHeaders: Sendable {
  var method = ""
  var path = ""
  var authorization: [UInt8]?
  var topic, type, priority, expiration, collapseID, id, channelID, requestID: String?
  /// Whether one of the API's headers occurred twice.
  var hasDuplicates = false

  init(_ headers: HPACKHeaders) {
    for (name, value, _) in headers {
      switch name {
      case ":method": method = value
      case ":path": path = value
      case "authorization":
        if authorization != nil { hasDuplicates = true }
        authorization = Array(value.utf8)
      case "apns-topic": Self.set(&topic, value, &hasDuplicates)
      case "apns-push-type": Self.set(&type, value, &hasDuplicates)
      case "apns-priority": Self.set(&priority, value, &hasDuplicates)
      case "apns-expiration": Self.set(&expiration, value, &hasDuplicates)
      case "apns-collapse-id": Self.set(&collapseID, value, &hasDuplicates)
      case "apns-id": Self.set(&id, value, &hasDuplicates)
      case "apns-channel-id": Self.set(&channelID, value, &hasDuplicates)
      case "apns-request-id": Self.set(&requestID, value, &hasDuplicates)
      default: break
      }
    }
  }

  private static func set(
    _ header: inout String?,
    _ value: String,
    _ hasDuplicates: inout Bool
  ) {
    if header != nil { hasDuplicates = true }
    header = value
  }

  /// Whether the request is about broadcast channels.
  var isOfChannels: Bool { ChannelRequest.isOne(path) }

  /// The header with the id of the request and of its answer.
  var nameOfID: String { isOfChannels ? "apns-request-id" : "apns-id" }

  /// The id in the answer: the sender's, byte for byte, if it is valid.
  var answeredID: String {
    let wanted = isOfChannels ? requestID : id
    return wanted.flatMap { UniqueID.isCanonical($0) ? $0 : nil } ?? UniqueID.make()
  }

  /// Returns the token in the path.
  ///
  /// - Throws: `Refusal` if the path or the method is not that of a push.
  func deviceToken() throws(Refusal) -> Substring.UTF8View {
    // By bytes, because letters take several times as long.
    let prefix = "/3/device".utf8
    guard path.utf8.starts(with: prefix) else { throw Refusal(.badPath) }
    let rest = path.utf8.dropFirst(prefix.count)
    if !rest.isEmpty, rest.first != UInt8(ascii: "/") { throw Refusal(.badPath) }
    if rest.dropFirst().contains(UInt8(ascii: "/")) { throw Refusal(.badPath) }
    if method != "POST" { throw Refusal(.methodNotAllowed) }
    let token = rest.dropFirst()
    if token.isEmpty { throw Refusal(.missingDeviceToken) }
    return token
  }
}
