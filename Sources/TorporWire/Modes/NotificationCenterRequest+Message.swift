import TorporModel

// Calls about notifications.

extension NotificationCenterRequest {
  static let methods = [
    "AddNotification", "RemovePendingNotifications", "RemoveDeliveredNotifications",
    "PendingNotifications", "DeliveredNotifications", "SetNotificationCategories", "SetBadge",
    "PresentNotification", "NotificationSettings",
  ]

  var method: String {
    switch self {
    case .add: "AddNotification"
    case .removePending: "RemovePendingNotifications"
    case .removeDelivered: "RemoveDeliveredNotifications"
    case .pending: "PendingNotifications"
    case .delivered: "DeliveredNotifications"
    case .setCategories: "SetNotificationCategories"
    case .setBadge: "SetBadge"
    case .present: "PresentNotification"
    case .settings: "NotificationSettings"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "AddNotification":
      let call = try ParameterReader(call: parameters, known: "notification")
      let notification = try LocalNotification(
        call.object("notification", known: LocalNotification.keys)
      )
      // All that are scheduled must go into one message.
      guard notification.json.bytes.count <= ModeLimits.notificationBytesMax else {
        throw call.invalid("notification")
      }
      self = .add(notification)
    case "RemovePendingNotifications": self = .removePending(try Self.identifiers(parameters))
    case "RemoveDeliveredNotifications":
      self = .removeDelivered(try Self.identifiers(parameters))
    case "PendingNotifications":
      _ = try ParameterReader(call: parameters)
      self = .pending
    case "DeliveredNotifications":
      _ = try ParameterReader(call: parameters)
      self = .delivered
    case "SetNotificationCategories":
      let call = try ParameterReader(call: parameters, known: "categories")
      var categories: [NotificationCategory] = []
      for part in try call.objects(
        "categories",
        countMax: ModeLimits.categoriesMax,
        known: NotificationCategory.keys
      ) {
        categories.append(try NotificationCategory(part))
      }
      self = .setCategories(categories)
    case "SetBadge":
      let call = try ParameterReader(call: parameters, known: "count")
      guard let count = try call.optionalInteger("count", in: 0...ModeLimits.badgeMax) else {
        throw call.invalid("count")
      }
      self = .setBadge(count)
    case "PresentNotification":
      let call = try ParameterReader(call: parameters, known: "callback", "options")
      self = .present(
        callback: try call.identifier("callback"),
        try PresentationOptions(call)
      )
    case "NotificationSettings":
      _ = try ParameterReader(call: parameters)
      self = .settings
    default: return nil
    }
  }

  private static func identifiers(_ parameters: JSON) throws(WireError) -> [String]? {
    try ParameterReader(call: parameters, known: "identifiers")
      .optionalNames("identifiers", countMax: ModeLimits.namesMax)
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .add(let notification): [("notification", notification.json)]
    case .removePending(let identifiers), .removeDelivered(let identifiers):
      [("identifiers", identifiers.map { .array($0.map { .string($0) }) })]
    case .setCategories(let categories): [("categories", .array(categories.map(\.json)))]
    case .setBadge(let count): [("count", .integer(Int64(count)))]
    case .present(let callback, let options):
      [("callback", JSON(callback)), ("options", options.json)]
    case .pending, .delivered, .settings: []
    }
  }
}

extension PresentationOptions {
  private static let words: [(word: String, option: PresentationOptions)] = [
    ("badge", .badge), ("sound", .sound), ("list", .list), ("banner", .banner),
  ]

  /// Reads the words in `options`, which may be none.
  fileprivate init(_ call: ParameterReader) throws(WireError) {
    self = []
    let elements = try call.elements("options", countMax: Self.words.count)
    for (index, element) in elements.enumerated() {
      guard let known = Self.words.first(where: { $0.word == element.text }) else {
        throw call.invalid("options.\(index)")
      }
      insert(known.option)
    }
  }

  fileprivate var json: JSON {
    .array(Self.words.filter { contains($0.option) }.map { .string($0.word) })
  }
}

extension NotificationCategory {
  fileprivate static let keys = ["identifier", "actions", "tellsOfDismissal"]

  fileprivate init(_ part: ParameterReader) throws(WireError) {
    var actions: [NotificationAction] = []
    for action in try part.objects(
      "actions",
      countMax: ModeLimits.actionsMax,
      known: NotificationAction.keys
    ) {
      actions.append(try NotificationAction(action))
    }
    self.init(
      identifier: try part.name("identifier"),
      actions: actions,
      tellsOfDismissal: try part.optionalFlag("tellsOfDismissal") ?? false
    )
  }

  fileprivate var json: JSON {
    .object(optional: [
      ("identifier", .string(identifier)), ("actions", .array(actions.map(\.json))),
      ("tellsOfDismissal", .bool(tellsOfDismissal)),
    ])
  }
}

extension NotificationAction {
  fileprivate static let keys = [
    "identifier", "title", "opensApp", "needsAuthentication", "isDestructive", "takesText",
  ]

  fileprivate init(_ part: ParameterReader) throws(WireError) {
    guard let title = try part.optionalText("title", bytesMax: ModeLimits.titleBytesMax) else {
      throw part.invalid("title")
    }
    self.init(
      identifier: try part.name("identifier"),
      title: title,
      opensApp: try part.optionalFlag("opensApp") ?? false,
      needsAuthentication: try part.optionalFlag("needsAuthentication") ?? false,
      isDestructive: try part.optionalFlag("isDestructive") ?? false,
      takesText: try part.optionalFlag("takesText") ?? false
    )
  }

  fileprivate var json: JSON {
    func set(_ flag: Bool) -> JSON? { flag ? .bool(true) : nil }
    return .object(optional: [
      ("identifier", .string(identifier)), ("title", .string(title)), ("opensApp", set(opensApp)),
      ("needsAuthentication", set(needsAuthentication)), ("isDestructive", set(isDestructive)),
      ("takesText", set(takesText)),
    ])
  }
}
