// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Schedules a notification, replacing one of that name.
  package struct AddNotification: KeyedCall {
    package static let method = "io.torpor.App.AddNotification"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var notification: LocalNotification
    package var key: String?

    package init(
      notification: LocalNotification,
      key: String? = nil
    ) {
      self.notification = notification
      self.key = key
    }

    package static let keys = ["notification", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      notification = try message.value("notification")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("notification", notification.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `AddNotification`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var dropped: [String]?

      package init(
        dropped: [String]? = nil
      ) {
        self.dropped = dropped
      }

      package static let keys = ["dropped"]

      package init(_ message: ParameterReader) throws(WireError) {
        dropped = try message.optional("dropped")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("dropped", dropped?.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Removes pending notifications: those with the identifiers, at most 256, or without
  /// identifiers all of them.
  package struct RemovePendingNotifications: KeyedCall {
    package static let method = "io.torpor.App.RemovePendingNotifications"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var identifiers: [String]?
    package var key: String?

    // What the interface allows.
    package static let identifiersCount: ClosedRange<Int> = 0...256
    package static let identifiersBytes: ClosedRange<Int> = 1...256

    package init(
      identifiers: [String]? = nil,
      key: String? = nil
    ) {
      self.identifiers = identifiers
      self.key = key
    }

    package static let keys = ["identifiers", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      identifiers = try message.optional(
        "identifiers",
        count: Self.identifiersCount,
        bytes: Self.identifiersBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifiers", identifiers?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `RemoveDeliveredNotifications`, as the interface describes it.
  package struct RemoveDeliveredNotifications: KeyedCall {
    package static let method = "io.torpor.App.RemoveDeliveredNotifications"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var identifiers: [String]?
    package var key: String?

    // What the interface allows.
    package static let identifiersCount: ClosedRange<Int> = 0...256
    package static let identifiersBytes: ClosedRange<Int> = 1...256

    package init(
      identifiers: [String]? = nil,
      key: String? = nil
    ) {
      self.identifiers = identifiers
      self.key = key
    }

    package static let keys = ["identifiers", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      identifiers = try message.optional(
        "identifiers",
        count: Self.identifiersCount,
        bytes: Self.identifiersBytes
      )
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifiers", identifiers?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `PendingNotifications`, as the interface describes it.
  package struct PendingNotifications: KeyedCall {
    package static let method = "io.torpor.App.PendingNotifications"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var key: String?

    package init(
      key: String? = nil
    ) {
      self.key = key
    }

    package static let keys = ["key"]

    package init(_ message: ParameterReader) throws(WireError) {
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `PendingNotifications`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var notifications: [LocalNotification]

      package init(
        notifications: [LocalNotification]
      ) {
        self.notifications = notifications
      }

      package static let keys = ["notifications"]

      package init(_ message: ParameterReader) throws(WireError) {
        notifications = try message.value("notifications")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("notifications", notifications.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// `DeliveredNotifications`, as the interface describes it.
  package struct DeliveredNotifications: KeyedCall {
    package static let method = "io.torpor.App.DeliveredNotifications"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var key: String?

    package init(
      key: String? = nil
    ) {
      self.key = key
    }

    package static let keys = ["key"]

    package init(_ message: ParameterReader) throws(WireError) {
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `DeliveredNotifications`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var notifications: [LocalNotification]

      package init(
        notifications: [LocalNotification]
      ) {
        self.notifications = notifications
      }

      package static let keys = ["notifications"]

      package init(_ message: ParameterReader) throws(WireError) {
        notifications = try message.value("notifications")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("notifications", notifications.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Sets all categories of the app: at most 64, with at most 16 actions each.
  package struct SetNotificationCategories: KeyedCall {
    package static let method = "io.torpor.App.SetNotificationCategories"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var categories: [NotificationCategory]
    package var key: String?

    // What the interface allows.
    package static let categoriesCount: ClosedRange<Int> = 0...64

    package init(
      categories: [NotificationCategory],
      key: String? = nil
    ) {
      self.categories = categories
      self.key = key
    }

    package static let keys = ["categories", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      categories = try message.value("categories", count: Self.categoriesCount)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("categories", categories.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Sets the number on the app's icon; 0 removes it.
  package struct SetBadge: KeyedCall {
    package static let method = "io.torpor.App.SetBadge"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var count: Int
    package var key: String?

    // What the interface allows.
    package static let countRange: ClosedRange<Int> = 0...1000000

    package init(
      count: Int,
      key: String? = nil
    ) {
      self.count = count
      self.key = key
    }

    package static let keys = ["count", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      count = try message.value("count", in: Self.countRange)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("count", count.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Answers a willPresent.
  package struct PresentNotification: KeyedCall {
    package static let method = "io.torpor.App.PresentNotification"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var callback: CallbackToken
    package var options: [App.PresentationOption]
    package var key: String?

    // What the interface allows.
    package static let optionsCount: ClosedRange<Int> = 0...4

    package init(
      callback: CallbackToken,
      options: [App.PresentationOption],
      key: String? = nil
    ) {
      self.callback = callback
      self.options = options
      self.key = key
    }

    package static let keys = ["callback", "options", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      callback = try message.value("callback")
      options = try message.value("options", count: Self.optionsCount)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("callback", callback.json),
        ("options", options.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Returns whether the user lets the app show notifications.
  package struct NotificationSettings: KeyedCall {
    package static let method = "io.torpor.App.NotificationSettings"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var key: String?

    package init(
      key: String? = nil
    ) {
      self.key = key
    }

    package static let keys = ["key"]

    package init(_ message: ParameterReader) throws(WireError) {
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `NotificationSettings`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var isAllowed: Bool

      package init(
        isAllowed: Bool
      ) {
        self.isAllowed = isAllowed
      }

      package static let keys = ["isAllowed"]

      package init(_ message: ParameterReader) throws(WireError) {
        isAllowed = try message.value("isAllowed")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("isAllowed", isAllowed.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns what the user has decided about a use, without asking.
  package struct AuthorizationStatus: KeyedCall {
    package static let method = "io.torpor.App.AuthorizationStatus"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var use: Permission
    package var key: String?

    package init(
      use: Permission,
      key: String? = nil
    ) {
      self.use = use
      self.key = key
    }

    package static let keys = ["use", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      use = try message.value("use")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("use", use.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `AuthorizationStatus`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var status: PermissionStatus
      package var isAsked: Bool

      package init(
        status: PermissionStatus,
        isAsked: Bool
      ) {
        self.status = status
        self.isAsked = isAsked
      }

      package static let keys = ["status", "isAsked"]

      package init(_ message: ParameterReader) throws(WireError) {
        status = try message.value("status")
        isAsked = try message.value("isAsked")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("status", status.json),
          ("isAsked", isAsked.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Asks the user about a use that they have not decided about, while the app is in the
  /// foreground.
  package struct RequestAuthorization: KeyedCall {
    package static let method = "io.torpor.App.RequestAuthorization"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var use: Permission
    package var wantsAlways: Bool?
    package var isProvisional: Bool?
    package var key: String?

    package init(
      use: Permission,
      wantsAlways: Bool? = nil,
      isProvisional: Bool? = nil,
      key: String? = nil
    ) {
      self.use = use
      self.wantsAlways = wantsAlways
      self.isProvisional = isProvisional
      self.key = key
    }

    package static let keys = ["use", "wantsAlways", "isProvisional", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      use = try message.value("use")
      wantsAlways = try message.optional("wantsAlways")
      isProvisional = try message.optional("isProvisional")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("use", use.json),
        ("wantsAlways", wantsAlways?.json),
        ("isProvisional", isProvisional?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `RequestAuthorization`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var status: PermissionStatus
      package var isAsked: Bool

      package init(
        status: PermissionStatus,
        isAsked: Bool
      ) {
        self.status = status
        self.isAsked = isAsked
      }

      package static let keys = ["status", "isAsked"]

      package init(_ message: ParameterReader) throws(WireError) {
        status = try message.value("status")
        isAsked = try message.value("isAsked")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("status", status.json),
          ("isAsked", isAsked.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
