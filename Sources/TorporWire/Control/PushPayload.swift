package import TorporModel

/// The payload of a push: what its JSON says to the system (§6.1).
package struct PushPayload: Hashable, Sendable {
  /// The JSON as it came.
  package let text: String
  /// What the user sees and hears; nothing where it is only for the app.
  package let alert: NotificationContent?
  /// Whether the app is to be run for it (`content-available`).
  package let hasContent: Bool
  /// Of a channel's push: whether it is news of the service (`"ptt-push-type": "service-update"`).
  package let isServiceUpdate: Bool

  /// The longest payload in bytes, as at Apple's gateway; a VoIP push and one by a broadcast channel may be longer
  /// (§6.1; push.md, 1.4).
  package static func bytesMax(of kind: PushKind?, isBroadcast: Bool = false) -> Int {
    kind == .voip || isBroadcast ? 5120 : 4096
  }

  /// Reads a payload.
  ///
  /// - Throws: `PushPayloadMistake` saying what is wrong with it.
  package init(
    _ text: String,
    kind: PushKind?,
    isBroadcast: Bool = false
  ) throws(PushPayloadMistake) {
    self.text = text
    let bytesMax = Self.bytesMax(of: kind, isBroadcast: isBroadcast)
    guard text.utf8.count <= bytesMax else {
      throw .tooLong(bytes: text.utf8.count, bytesMax: bytesMax)
    }
    let json: JSON
    do {
      json = try JSON(parsing: Array(text.utf8))
    } catch {
      throw .notJSON
    }
    guard case .object = json, let aps = json["aps"], case .object = aps else { throw .noAps }
    hasContent = aps["content-available"]?.integer(as: Int.self) == 1
    isServiceUpdate = aps["ptt-push-type"]?.text == "service-update"
    let isForAppAlone = kind == .background || kind == .pushToTalk
    alert = isForAppAlone ? nil : try NotificationContent(aps: aps, of: text)
    guard kind == .voip || kind == .pushToTalk || hasContent || alert != nil else {
      throw .doesNothing
    }
  }
}

/// What is wrong with the payload of a push.
package enum PushPayloadMistake: Error, Hashable, Sendable {
  case tooLong(bytes: Int, bytesMax: Int)
  case notJSON
  /// It is no object, or its `aps` is none.
  case noAps
  /// A member of `aps` is not of its type, or too long.
  case wrongMember(String)
  /// It neither shows nor runs anything.
  case doesNothing

  /// What is wrong, and what to do about it.
  package var sentence: String {
    switch self {
    case .tooLong(let bytes, let bytesMax):
      "The payload is \(bytes) bytes long; \(bytesMax) are allowed. Send less, and have the app fetch "
        + "the rest."
    case .notJSON: "The payload is not JSON. Write it as in '{\"aps\":{\"alert\":\"Hello\"}}'."
    case .noAps:
      "The payload has no dictionary 'aps'. Write it as in '{\"aps\":{\"alert\":\"Hello\"}}'; the "
        + "app's own members stand beside it."
    case .wrongMember(let member):
      "'\(member)' of the payload is not of its type, or too long. alert is a text, or title, subtitle "
        + "and body; sound is a text; badge is a number."
    case .doesNothing:
      "The payload neither shows nor runs anything: its 'aps' has none of alert, sound, badge and "
        + "\"content-available\": 1, or the type is 'background', which shows nothing. Add one of them."
    }
  }
}

extension NotificationContent {
  /// What the user sees of a push; `nil` where it has neither alert nor sound nor badge.
  fileprivate init?(aps: JSON, of payload: String) throws(PushPayloadMistake) {
    let alert = aps["alert"]
    let sound = aps["sound"]
    let badge = aps["badge"]
    guard alert != nil || sound != nil || badge != nil else { return nil }
    switch alert {
    case nil, .string, .object: break
    default: throw .wrongMember("aps.alert")
    }
    func text(_ key: String) throws(PushPayloadMistake) -> String {
      guard let value = alert?[key] else { return "" }
      guard let text = value.text else { throw .wrongMember("aps.alert.\(key)") }
      return text
    }
    var number: Int?
    if let badge {
      guard let count = badge.integer(as: Int.self), (0...ServiceLimits.badgeMax).contains(count)
      else { throw .wrongMember("aps.badge") }
      number = count
    }
    self.init(
      title: try text("title"),
      subtitle: try text("subtitle"),
      body: alert?.text == nil ? try text("body") : alert?.text ?? "",
      sound: try NotificationSound(aps: sound),
      badge: number,
      category: try Self.name("category", aps),
      level: try InterruptionLevel(aps: aps),
      userInfoJSON: payload.utf8.count <= ServiceLimits.userInfoBytesMax ? payload : nil
    )
  }

  private static func name(
    _ key: String,
    _ aps: JSON
  ) throws(PushPayloadMistake) -> String? {
    guard let value = aps[key] else { return nil }
    guard let name = value.text, (1...ServiceLimits.nameBytesMax).contains(name.utf8.count) else {
      throw .wrongMember("aps.\(key)")
    }
    return name
  }
}

extension NotificationSound {
  /// The name of a file, `default`, or the dictionary of a critical alert.
  fileprivate init(aps sound: JSON?) throws(PushPayloadMistake) {
    guard let sound else {
      self = .none
      return
    }
    guard let name = sound.text ?? sound["name"]?.text,
      name.utf8.count <= ServiceLimits.nameBytesMax
    else { throw .wrongMember("aps.sound") }
    self = name.isEmpty ? .none : name == "default" ? .standard : .named(name)
  }
}

extension InterruptionLevel {
  fileprivate init(aps: JSON) throws(PushPayloadMistake) {
    guard let value = aps["interruption-level"] else {
      self = .active
      return
    }
    switch value.text {
    case "passive": self = .passive
    case "active": self = .active
    case "time-sensitive": self = .timeSensitive
    case "critical": self = .critical
    default: throw .wrongMember("aps.interruption-level")
    }
  }
}
