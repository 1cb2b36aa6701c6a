import TorporModel

// Notifications as they stand on the wire: content and trigger side by side.

extension LocalNotification {
  static let keys = NotificationContent.keys + ["identifier", "trigger"]

  /// Reads a notification.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the member.
  init(_ part: ParameterReader) throws(WireError) {
    let trigger = try part.optionalObject("trigger", known: NotificationTrigger.keys)
    self.init(
      identifier: try part.name("identifier"),
      content: try NotificationContent(part),
      trigger: try trigger.map { trigger throws(WireError) in try NotificationTrigger(trigger) }
    )
  }

  var json: JSON {
    .object(
      optional: [("identifier", .string(identifier))] + content.fields + [
        ("trigger", trigger?.json)
      ]
    )
  }
}

extension LocalNotification: WireValue {
  init(_ element: WireElement) throws(WireError) {
    try self.init(ParameterReader(element, keys: Self.keys))
  }
}

extension NotificationContent {
  fileprivate static let keys = [
    "title", "subtitle", "body", "hasSound", "soundName", "badge", "category", "level", "userInfo",
  ]

  /// Reads the content among the members of a notification.
  fileprivate init(_ part: ParameterReader) throws(WireError) {
    let userInfo = try part.optionalText("userInfo", bytesMax: ModeLimits.userInfoBytesMax)
    if let userInfo, (try? JSON(parsing: Array(userInfo.utf8))) == nil {
      throw part.invalid("userInfo")
    }
    var level = InterruptionLevel.active
    if let word = try part.optionalName("level") {
      guard let known = InterruptionLevel(word: word) else { throw part.invalid("level") }
      level = known
    }
    self.init(
      title: try part.optionalText("title", bytesMax: ModeLimits.titleBytesMax) ?? "",
      subtitle: try part.optionalText("subtitle", bytesMax: ModeLimits.titleBytesMax) ?? "",
      body: try part.optionalText("body", bytesMax: ModeLimits.bodyBytesMax) ?? "",
      sound: try NotificationSound(part),
      badge: try part.optionalInteger("badge", in: 0...ModeLimits.badgeMax),
      category: try part.optionalName("category"),
      level: level,
      userInfoJSON: userInfo
    )
  }

  fileprivate var fields: [(key: String, value: JSON?)] {
    func text(_ text: String) -> JSON? { text.isEmpty ? nil : .string(text) }
    return [
      ("title", text(title)), ("subtitle", text(subtitle)), ("body", text(body)),
      ("hasSound", sound == .standard ? .bool(true) : nil),
      ("soundName", .text(sound.name)),
      ("badge", badge.map { .integer(Int64($0)) }), ("category", .text(category)),
      ("level", level == .active ? nil : .string(level.word)),
      ("userInfo", .text(userInfoJSON)),
    ]
  }
}

extension NotificationSound {
  fileprivate init(_ part: ParameterReader) throws(WireError) {
    let hasSound = try part.optionalFlag("hasSound")
    guard let name = try part.optionalName("soundName") else {
      self = hasSound == true ? .standard : .none
      return
    }
    // Two answers to one question.
    guard hasSound != false else { throw part.invalid("soundName") }
    self = .named(name)
  }

  fileprivate var name: String? { if case .named(let name) = self { name } else { nil } }
}

extension InterruptionLevel {
  /// The level's name on the wire.
  var word: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "timeSensitive"
    case .critical: "critical"
    }
  }

  init?(word: String) {
    guard let level = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = level
  }
}

extension NotificationTrigger {
  private static let dateKeys = ["year", "month", "day", "weekday", "hour", "minute", "second"]
  fileprivate static let keys = dateKeys + ["type", "repeats", "microseconds", "region"]

  fileprivate init(_ part: ParameterReader) throws(WireError) {
    let repeats = try part.optionalFlag("repeats") ?? false
    func refuse(_ keys: [String]) throws(WireError) {
      if let stray = keys.first(where: { part[$0] != nil }) { throw part.invalid(stray) }
    }
    switch try part.name("type") {
    case "interval":
      try refuse(Self.dateKeys + ["region"])
      self = .interval(try part.length("microseconds"), repeats: repeats)
    case "calendar":
      try refuse(["microseconds", "region"])
      self = .calendar(try CalendarMatch(part), repeats: repeats)
    case "region":
      try refuse(Self.dateKeys + ["microseconds"])
      let region = try part.object("region", known: CircularRegion.keys)
      self = .region(try CircularRegion(region), repeats: repeats)
    default: throw part.invalid("type")
    }
  }

  fileprivate var json: JSON {
    let fields: [(key: String, value: JSON?)] =
      switch self {
      case .interval(let length, _):
        [("type", .string("interval")), ("microseconds", .integer(length.microseconds))]
      case .calendar(let match, _): [("type", .string("calendar"))] + match.fields
      case .region(let region, _): [("type", .string("region")), ("region", region.json)]
      }
    return .object(optional: fields + [("repeats", repeats ? .bool(true) : nil)])
  }
}

extension CalendarMatch {
  /// What a part may be at all; whether a date has it is the policy's to say.
  private static let range = -1_000_000...1_000_000

  fileprivate init(_ part: ParameterReader) throws(WireError) {
    func number(_ key: String) throws(WireError) -> Int? {
      try part.optionalInteger(key, in: Self.range)
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

  fileprivate var fields: [(key: String, value: JSON?)] {
    func number(_ number: Int?) -> JSON? { number.map { .integer(Int64($0)) } }
    return [
      ("year", number(year)), ("month", number(month)), ("day", number(day)),
      ("weekday", number(weekday)), ("hour", number(hour)), ("minute", number(minute)),
      ("second", number(second)),
    ]
  }
}
