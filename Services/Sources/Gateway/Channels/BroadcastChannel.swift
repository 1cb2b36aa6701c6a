import TorporCrypto

/// The name of a broadcast channel: 16 random bytes, which senders and devices encode in Base64 (push.md, 1.7).
struct ChannelID: Hashable, Sendable {
  let bytes: [UInt8]

  static let byteCount = 16

  /// Returns a new name.
  static func make() -> ChannelID { ChannelID(known: Digest.random(count: byteCount)) }

  /// Makes a name from a store.
  init(known bytes: [UInt8]) { self.bytes = bytes }

  /// Makes the name in a header or a message; `nil` if it is invalid.
  init?(_ text: String) {
    guard text.utf8.count == 24, let bytes = Base64.decode(text), bytes.count == Self.byteCount
    else { return nil }
    self.bytes = bytes
  }

  /// The form that senders and devices use: Base64 with padding.
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

/// The name of a channel, with the app to which it is said to belong.
struct ChannelName: Hashable, Sendable {
  let id: ChannelID
  let app: ChannelApp
}

/// An app in one environment, as used for channels.
struct ChannelApp: Hashable, Sendable {
  let name: String
  let environment: Environment
}

/// A channel by which one push reaches all devices that have subscribed to it: its stored state, and its rules.
struct BroadcastChannel: Hashable, Sendable {
  let app: ChannelApp
  let policy: Policy
  /// The newest push, if the channel stores one.
  private(set) var message: Message?

  /// The storage of pushes for devices that are not connected (`message-storage-policy`).
  enum Policy: Int64, Sendable {
    case nothing = 0
    case newest = 1
  }

  /// A push of the channel, and the time at which it was accepted.
  struct Message: Hashable, Sendable {
    let push: Push
    let acceptedMilliseconds: Int64
  }

  /// The maximum time for which a push is stored: 8 h (push.md, 1.7).
  static let lifetimeMillisecondsMax: Int64 = 8 * 3_600_000

  init(app: ChannelApp, policy: Policy) { (self.app, self.policy) = (app, policy) }

  /// Checks that the channel belongs to the app.
  ///
  /// - Throws: `Refusal` if it does not.
  func check(_ app: ChannelApp) throws(Refusal) {
    // Channels of the other environment do not exist here.
    if self.app.environment != app.environment { throw Refusal(.channelNotRegistered) }
    if self.app != app { throw Refusal(.topicMismatch) }
  }

  /// Takes a push, and stores it if the channel stores one; returns whether there is something to write.
  ///
  /// - Throws: `Refusal` if the push asks to be stored and the channel stores none.
  mutating func take(_ push: Push, at now: Int64) throws(Refusal) -> Bool {
    if policy == .nothing, push.expirationSeconds ?? 0 != 0 { throw Refusal(.badExpirationDate) }
    guard policy == .newest else { return false }
    let hadMessage = message != nil
    // A push that is for now or never also counts as the newest: an older one is not handed over after it.
    message = push.isStored ? Message(push: push, acceptedMilliseconds: now) : nil
    return push.isStored || hadMessage
  }

  /// Returns the stored push, as long as it is worth delivering.
  func waiting(at now: Int64) -> Message? {
    guard let message else { return nil }
    let latest = message.acceptedMilliseconds + Self.lifetimeMillisecondsMax
    let end = message.push.endMilliseconds(acceptedMilliseconds: message.acceptedMilliseconds)
    return min(latest, end) > now ? message : nil
  }
}

// The form in a store.
extension BroadcastChannel {
  /// The format; that of another build is not read.
  private static let format: Int64 = 1

  /// Reads the value of a name in a store; `nil`: there is none, for example because the removal of a channel was
  /// interrupted.
  ///
  /// - Throws: `Refusal` if there is a value that this build cannot read: it must not count as removed.
  static func read(_ bytes: [UInt8]?) throws(Refusal) -> BroadcastChannel? {
    guard let bytes, bytes != Array("{}".utf8) else { return nil }
    guard let channel = BroadcastChannel(bytes) else { throw Refusal(.internalServerError) }
    return channel
  }

  /// Makes the channel from a value; `nil` if it is invalid or has another format.
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
