import TorporAppModel

// The parts of notifications that have no object of their own.

extension App.AddNotification {
  /// All that are scheduled must go into one message.
  package func check() throws(WireError) {
    guard notification.json.bytes.count <= ServiceLimits.notificationBytesMax else {
      throw .invalidParameter(parameter: "notification")
    }
  }
}

extension NotificationContent {
  /// Reads the content among the members of a notification.
  init(_ message: ParameterReader) throws(WireError) {
    let userInfo = try message.optional("userInfo", bytes: 0...ServiceLimits.userInfoBytesMax)
    if let userInfo, (try? JSON(parsing: Array(userInfo.utf8))) == nil {
      throw message.invalid("userInfo")
    }
    self.init(
      title: try message.optional("title", bytes: 0...ServiceLimits.titleBytesMax) ?? "",
      subtitle: try message.optional("subtitle", bytes: 0...ServiceLimits.titleBytesMax) ?? "",
      body: try message.optional("body", bytes: 0...ServiceLimits.bodyBytesMax) ?? "",
      sound: try NotificationSound(message),
      badge: try message.optional("badge", in: 0...ServiceLimits.badgeMax),
      category: try message.optional("category", bytes: ServiceLimits.nameBytes),
      level: try message.optional("level") ?? .active,
      userInfoJSON: userInfo
    )
  }

  var members: [(key: String, value: JSON?)] {
    func text(_ text: String) -> JSON? { text.isEmpty ? nil : text.json }
    return [
      ("title", text(title)), ("subtitle", text(subtitle)), ("body", text(body)),
      ("hasSound", sound == .standard ? true.json : nil), ("soundName", sound.name?.json),
      ("badge", badge?.json), ("category", category?.json),
      ("level", level == .active ? nil : level.json), ("userInfo", userInfoJSON?.json),
    ]
  }
}

extension NotificationSound {
  fileprivate init(_ message: ParameterReader) throws(WireError) {
    let hasSound: Bool? = try message.optional("hasSound")
    guard let name = try message.optional("soundName", bytes: ServiceLimits.nameBytes) else {
      self = hasSound == true ? .standard : .none
      return
    }
    // Two answers to one question.
    guard hasSound != false else { throw message.invalid("soundName") }
    self = .named(name)
  }

  fileprivate var name: String? { if case .named(let name) = self { name } else { nil } }
}

extension InterruptionLevel: WireValue {
  /// The level's name on the wire.
  package var word: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "timeSensitive"
    case .critical: "critical"
    }
  }

  package init(_ element: WireElement) throws(WireError) {
    guard let level = Self.allCases.first(where: { $0.word == element.json.text }) else {
      throw element.invalid
    }
    self = level
  }

  package var json: JSON { word.json }
}

extension CalendarMatch {
  /// What a part may be at all; whether a date has it is the policy's to say.
  private static let range = -1_000_000...1_000_000

  init(_ message: ParameterReader) throws(WireError) {
    func number(_ key: String) throws(WireError) -> Int? {
      try message.optional(key, in: Self.range)
    }
    self.init(
      year: try number("year"),
      month: try number("month"),
      day: try number("day"),
      weekday: try number("weekday"),
      hour: try number("hour"),
      minute: try number("minute"),
      second: try number("second")
    )
  }

  var members: [(key: String, value: JSON?)] {
    [
      ("year", year?.json), ("month", month?.json), ("day", day?.json),
      ("weekday", weekday?.json), ("hour", hour?.json), ("minute", minute?.json),
      ("second", second?.json),
    ]
  }
}
