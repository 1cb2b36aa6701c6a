import TorporAppModel

// Notifications as they stand on the wire: content and trigger side by side.

extension LocalNotification: WireObject {
  package static let keys = [
    "identifier", "title", "subtitle", "body", "hasSound", "soundName", "badge", "category",
    "level",
    "userInfo", "trigger",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier", bytes: ModeLimits.nameBytes),
      content: try NotificationContent(message),
      trigger: try message.optional("trigger")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [("identifier", identifier.json)] + content.members + [("trigger", trigger?.json)]
  }
}

extension App.AddNotification {
  /// All that are scheduled must go into one message.
  package func check() throws(WireError) {
    guard notification.json.bytes.count <= ModeLimits.notificationBytesMax else {
      throw .invalidParameter(parameter: "notification")
    }
  }
}

extension NotificationContent {
  /// Reads the content among the members of a notification.
  fileprivate init(_ message: ParameterReader) throws(WireError) {
    let userInfo = try message.optional("userInfo", bytes: 0...ModeLimits.userInfoBytesMax)
    if let userInfo, (try? JSON(parsing: Array(userInfo.utf8))) == nil {
      throw message.invalid("userInfo")
    }
    self.init(
      title: try message.optional("title", bytes: 0...ModeLimits.titleBytesMax) ?? "",
      subtitle: try message.optional("subtitle", bytes: 0...ModeLimits.titleBytesMax) ?? "",
      body: try message.optional("body", bytes: 0...ModeLimits.bodyBytesMax) ?? "",
      sound: try NotificationSound(message),
      badge: try message.optional("badge", in: 0...ModeLimits.badgeMax),
      category: try message.optional("category", bytes: ModeLimits.nameBytes),
      level: try message.optional("level") ?? .active,
      userInfoJSON: userInfo
    )
  }

  fileprivate var members: [(key: String, value: JSON?)] {
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
    guard let name = try message.optional("soundName", bytes: ModeLimits.nameBytes) else {
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

extension NotificationTrigger: WireObject {
  private static let dateKeys = ["year", "month", "day", "weekday", "hour", "minute", "second"]
  package static let keys = dateKeys + ["type", "repeats", "microseconds", "region"]

  package init(_ message: ParameterReader) throws(WireError) {
    let repeats: Bool = try message.optional("repeats") ?? false
    switch try message.value("type") as String {
    case "interval":
      try message.refuse(Self.dateKeys + ["region"])
      self = .interval(
        try message.value("microseconds", microseconds: 0...ModeLimits.lengthMax.microseconds),
        repeats: repeats
      )
    case "calendar":
      try message.refuse(["microseconds", "region"])
      self = .calendar(try CalendarMatch(message), repeats: repeats)
    case "region":
      try message.refuse(Self.dateKeys + ["microseconds"])
      self = .region(try message.value("region"), repeats: repeats)
    default: throw message.invalid("type")
    }
  }

  package var members: [(key: String, value: JSON?)] {
    let members: [(key: String, value: JSON?)] =
      switch self {
      case .interval(let length, _): [("type", "interval".json), ("microseconds", length.json)]
      case .calendar(let match, _): [("type", "calendar".json)] + match.members
      case .region(let region, _): [("type", "region".json), ("region", region.json)]
      }
    return members + [("repeats", repeats ? true.json : nil)]
  }
}

extension CalendarMatch {
  /// What a part may be at all; whether a date has it is the policy's to say.
  private static let range = -1_000_000...1_000_000

  fileprivate init(_ message: ParameterReader) throws(WireError) {
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

  fileprivate var members: [(key: String, value: JSON?)] {
    [
      ("year", year?.json), ("month", month?.json), ("day", day?.json),
      ("weekday", weekday?.json), ("hour", hour?.json), ("minute", minute?.json),
      ("second", second?.json),
    ]
  }
}
