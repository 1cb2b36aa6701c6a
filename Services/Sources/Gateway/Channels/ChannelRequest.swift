/// A request about broadcast channels (push.md, 1.7), identified only by its method and path.
struct ChannelRequest: Hashable, Sendable {
  enum Verb: Hashable, Sendable {
    case create, read, remove, list, publish
  }

  let verb: Verb
  let app: String

  /// Returns whether a path is one about channels.
  static func isOne(_ path: String) -> Bool {
    path.hasPrefix("/1/apps/") || path.hasPrefix("/4/broadcasts/apps/")
  }

  /// Makes the request for a method and a path.
  ///
  /// - Throws: `Refusal` if there is none.
  init(method: String, path: String) throws(Refusal) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let words = Array(parts)
    switch (words.first, words.count) {
    case ("1", 4) where words[3] == "channels":
      switch method {
      case "POST": verb = .create
      case "GET": verb = .read
      case "DELETE": verb = .remove
      default: throw Refusal(.methodNotAllowed)
      }
      app = String(words[2])
    case ("1", 4) where words[3] == "all-channels":
      guard method == "GET" else { throw Refusal(.methodNotAllowed) }
      (verb, app) = (.list, String(words[2]))
    case ("4", 4) where words[1] == "broadcasts" && words[2] == "apps":
      guard method == "POST" else { throw Refusal(.methodNotAllowed) }
      (verb, app) = (.publish, String(words[3]))
    default: throw Refusal(.badPath)
    }
    guard PushHead.isTopic(app) else { throw Refusal(.badTopic) }
  }

  /// Returns the storage policy for a new channel.
  ///
  /// - Throws: `Refusal` with the reason.
  static func policy(in body: [UInt8]) throws(Refusal) -> BroadcastChannel.Policy {
    guard let value = JSONValue(body), value.isObject else { throw Refusal(.badRequestPayload) }
    guard let type = value["push-type"] else { throw Refusal(.missingPushType) }
    guard type.text?.lowercased() == PushType.liveactivity.rawValue else {
      throw Refusal(.invalidPushType)
    }
    guard let number = value["message-storage-policy"]?.integer,
      let policy = BroadcastChannel.Policy(rawValue: number)
    else { throw Refusal(.badRequestParams) }
    return policy
  }

  /// Returns the push to publish.
  ///
  /// - Throws: `Refusal` with the reason for the first invalid value.
  static func push(
    _ headers: RequestHeaders,
    id: String,
    to app: ChannelApp,
    _ body: [UInt8]
  ) throws(Refusal) -> Push {
    var expirationSeconds: Int64?
    if let text = headers.expiration {
      guard let seconds = PushHead.number(text) else { throw Refusal(.badExpirationDate) }
      expirationSeconds = seconds
    }
    var priority = 10
    if let text = headers.priority {
      guard let number = PushHead.number(text), [1, 5, 10].contains(number) else {
        throw Refusal(.badPriority)
      }
      priority = Int(number)
    }
    guard let type = headers.type else { throw Refusal(.missingPushType) }
    guard type.lowercased() == PushType.liveactivity.rawValue else {
      throw Refusal(.invalidPushType)
    }
    if body.isEmpty { throw Refusal(.payloadEmpty) }
    if body.count > PushType.broadcastPayloadBytesMax { throw Refusal(.payloadTooLarge) }
    guard let content = JSONValue(body), content.isObject else { throw Refusal(.payloadEmpty) }
    let isSilent = Push.runsOnly(content)
    return Push(
      id: id,
      topic: app.name,
      environment: app.environment,
      type: .liveactivity,
      // Devices do not accept a silent push with a higher priority.
      priority: isSilent ? min(priority, 5) : priority,
      expirationSeconds: expirationSeconds,
      collapseID: nil,
      payload: body,
      isSilent: isSilent
    )
  }
}
