import TorporCrypto

/// The name of a broadcast channel: 16 random bytes, which senders and devices have in Base64 (push.md, 1.7).
struct ChannelID: Hashable, Sendable {
  let bytes: [UInt8]

  static let byteCount = 16

  /// A new one.
  static func make() -> ChannelID { ChannelID(known: Digest.random(count: byteCount)) }

  /// One that lies in a store.
  init(known bytes: [UInt8]) { self.bytes = bytes }

  /// The channel of a header or a message; `nil` where it is no name.
  init?(_ text: String) {
    guard text.utf8.count == 24, let bytes = Base64.decode(text), bytes.count == Self.byteCount
    else { return nil }
    self.bytes = bytes
  }

  /// As senders and devices write it: Base64 with its padding.
  var text: String {
    let letters = Base64URL.encode(bytes).map { letter in
      switch letter {
      case "-": "+" as Character
      case "_": "/" as Character
      default: letter
      }
    }
    return String(letters) + "=="
  }
}

/// A channel that somebody names, with the app that it is said to be of.
struct ChannelName: Hashable, Sendable {
  let id: ChannelID
  let app: ChannelApp
}

/// An app in one environment, as channels have it.
struct ChannelApp: Hashable, Sendable {
  let name: String
  let environment: Environment
}

/// A channel by which one push reaches all devices that have subscribed to it: what is kept of it, and its rules.
struct BroadcastChannel: Hashable, Sendable {
  let app: ChannelApp
  let policy: Policy
  /// The newest push, where the channel keeps one.
  private(set) var message: Message?

  /// What is kept for devices that are away (`message-storage-policy`).
  enum Policy: Int64, Sendable {
    case nothing = 0
    case newest = 1
  }

  /// A push of the channel, and when it was accepted.
  struct Message: Hashable, Sendable {
    let push: Push
    let acceptedMilliseconds: Int64
  }

  /// How long a push is kept at most: 8 h (push.md, 1.7).
  static let lifetimeMillisecondsMax: Int64 = 8 * 3_600_000

  init(app: ChannelApp, policy: Policy) { (self.app, self.policy) = (app, policy) }

  /// Whether it is the app's.
  ///
  /// - Throws: `Refusal` where it is not.
  func check(_ app: ChannelApp) throws(Refusal) {
    // Those of the other environment are not there.
    if self.app.environment != app.environment { throw Refusal(.channelNotRegistered) }
    if self.app != app { throw Refusal(.topicMismatch) }
  }

  /// Takes a push, and keeps it where the channel keeps one; whether there is something to write.
  ///
  /// - Throws: `Refusal` where the push wants to be kept and the channel keeps none.
  mutating func take(_ push: Push, at now: Int64) throws(Refusal) -> Bool {
    if policy == .nothing, push.expirationSeconds ?? 0 != 0 { throw Refusal(.badExpirationDate) }
    guard policy == .newest else { return false }
    let hadMessage = message != nil
    // One that is for now or never is the newest, too: what it has overtaken is not handed over after it.
    message = push.isStored ? Message(push: push, acceptedMilliseconds: now) : nil
    return push.isStored || hadMessage
  }

  /// The push that is kept, as long as it is worth delivering.
  func waiting(at now: Int64) -> Message? {
    guard let message else { return nil }
    let latest = message.acceptedMilliseconds + Self.lifetimeMillisecondsMax
    let end = message.push.endMilliseconds(acceptedMilliseconds: message.acceptedMilliseconds)
    return min(latest, end) > now ? message : nil
  }
}

// As a store has it.
extension BroadcastChannel {
  /// The format of what is written; another build's is not read.
  private static let format: Int64 = 1

  /// What a store has under a name; `nil`: nothing, as what is left of a channel whose removal was cut short.
  ///
  /// - Throws: `Refusal` where there is something that this build cannot read: it must not count as removed.
  static func read(_ bytes: [UInt8]?) throws(Refusal) -> BroadcastChannel? {
    guard let bytes, bytes != Array("{}".utf8) else { return nil }
    guard let channel = BroadcastChannel(bytes) else { throw Refusal(.internalServerError) }
    return channel
  }

  /// The channel of a value; `nil` where it is none, or of another format.
  init?(_ bytes: [UInt8]) {
    guard let value = JSONValue(bytes), value["format"]?.integer == Self.format,
      let name = value["app"]?.text,
      let environment = value["environment"]?.text.flatMap({ Environment(rawValue: $0) }),
      let policy = value["policy"]?.integer.flatMap({ Policy(rawValue: $0) })
    else { return nil }
    self.init(app: ChannelApp(name: name, environment: environment), policy: policy)
    if let accepted = value["accepted"]?.integer, let push = Push(json: value) {
      message = Message(push: push, acceptedMilliseconds: accepted)
    }
  }

  var json: String {
    var text = JSONText()
    text.set("format", Self.format)
    text.set("app", app.name)
    text.set("policy", policy.rawValue)
    if let message {
      text.set("accepted", message.acceptedMilliseconds)
      message.push.write(to: &text)
    } else {
      text.set("environment", app.environment.rawValue)
    }
    return text.finished
  }
}
