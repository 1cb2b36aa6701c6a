// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Sends a push to an app, as a sender would.
  package struct Push: WireCall {
    package static let method = "io.torpor.Control.Push"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var payload: String
    package var kind: PushKind?
    package var priority: PushPriority?
    package var collapseIdentifier: String?
    package var lifetime: Duration?

    // What the interface allows.
    package static let appBytes: ClosedRange<Int> = 1...256
    package static let collapseIdentifierBytes: ClosedRange<Int> = 0...64
    package static let lifetimeMicroseconds: ClosedRange<Int64> = 0...3162240000000000

    package init(
      app: String,
      payload: String,
      kind: PushKind? = nil,
      priority: PushPriority? = nil,
      collapseIdentifier: String? = nil,
      lifetime: Duration? = nil
    ) {
      self.app = app
      self.payload = payload
      self.kind = kind
      self.priority = priority
      self.collapseIdentifier = collapseIdentifier
      self.lifetime = lifetime
    }

    package static let keys = [
      "app", "payload", "type", "priority", "collapseIdentifier", "lifetimeMicroseconds",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app", bytes: Self.appBytes)
      payload = try message.value("payload")
      kind = try message.optional("type")
      priority = try message.optional("priority")
      collapseIdentifier = try message.optional(
        "collapseIdentifier",
        bytes: Self.collapseIdentifierBytes
      )
      lifetime = try message.optional(
        "lifetimeMicroseconds",
        microseconds: Self.lifetimeMicroseconds
      )
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("payload", payload.json),
        ("type", kind?.json),
        ("priority", priority?.json),
        ("collapseIdentifier", collapseIdentifier?.json),
        ("lifetimeMicroseconds", lifetime?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Push`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var app: AppIdentifier
      package var isVisible: Bool
      package var decisions: [LoggedDecision]

      package init(
        app: AppIdentifier,
        isVisible: Bool,
        decisions: [LoggedDecision]
      ) {
        self.app = app
        self.isVisible = isVisible
        self.decisions = decisions
      }

      package static let keys = ["app", "isVisible", "decisions"]

      package init(_ message: ParameterReader) throws(WireError) {
        app = try message.value("app")
        isVisible = try message.value("isVisible")
        decisions = try message.value("decisions")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("app", app.json),
          ("isVisible", isVisible.json),
          ("decisions", decisions.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the last pushes that an app received from a gateway, with the stage of each,
  /// oldest first.
  package struct ListPushes: WireCall {
    package static let method = "io.torpor.Control.ListPushes"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    // What the interface allows.
    package static let appBytes: ClosedRange<Int> = 1...256

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app", bytes: Self.appBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `ListPushes`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var app: AppIdentifier
      package var pushes: [ReceivedPush]

      package init(
        app: AppIdentifier,
        pushes: [ReceivedPush]
      ) {
        self.app = app
        self.pushes = pushes
      }

      package static let keys = ["app", "pushes"]

      package init(_ message: ParameterReader) throws(WireError) {
        app = try message.value("app")
        pushes = try message.value("pushes")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("app", app.json),
          ("pushes", pushes.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the notifications that apps have scheduled, and those that were shown and not
  /// removed, sorted by app.
  package struct ListNotifications: WireCall {
    package static let method = "io.torpor.Control.ListNotifications"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var after: Int

    // What the interface allows.
    package static let appBytes: ClosedRange<Int> = 1...256
    package static let afterRange: ClosedRange<Int> = 0 ... .max

    package init(
      app: String? = nil,
      after: Int = 0
    ) {
      self.app = app
      self.after = after
    }

    package static let keys = ["app", "after"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app", bytes: Self.appBytes)
      after = try message.optional("after", in: Self.afterRange) ?? 0
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("after", after == 0 ? nil : after.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `ListNotifications`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var notifications: [NotificationRow]
      package var next: Int?

      package init(
        notifications: [NotificationRow],
        next: Int? = nil
      ) {
        self.notifications = notifications
        self.next = next
      }

      package static let keys = ["notifications", "next"]

      package init(_ message: ParameterReader) throws(WireError) {
        notifications = try message.value("notifications")
        next = try message.optional("next")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("notifications", notifications.json),
          ("next", next?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Responds to a notification as the user: taps it, answers it with an action, or dismisses
  /// it; without an action it is a tap.
  package struct Respond: WireCall {
    package static let method = "io.torpor.Control.Respond"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var notification: String
    package var action: String?
    package var text: String?

    // What the interface allows.
    package static let appBytes: ClosedRange<Int> = 1...256
    package static let notificationBytes: ClosedRange<Int> = 1...256
    package static let actionBytes: ClosedRange<Int> = 1...256
    package static let textBytes: ClosedRange<Int> = 0...4096

    package init(
      app: String,
      notification: String,
      action: String? = nil,
      text: String? = nil
    ) {
      self.app = app
      self.notification = notification
      self.action = action
      self.text = text
    }

    package static let keys = ["app", "notification", "action", "text"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app", bytes: Self.appBytes)
      notification = try message.value("notification", bytes: Self.notificationBytes)
      action = try message.optional("action", bytes: Self.actionBytes)
      text = try message.optional("text", bytes: Self.textBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("notification", notification.json),
        ("action", action?.json),
        ("text", text?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// For developers: sets the location of the device.
  package struct Locate: WireCall {
    package static let method = "io.torpor.Control.Locate"
    package static let wantsMore = false
    package var permission: CallPermission { .device }
    package var latitude: Double
    package var longitude: Double
    package var accuracyMetres: Double

    // What the interface allows.
    package static let latitudeRange: ClosedRange<Double> = -90...90
    package static let longitudeRange: ClosedRange<Double> = -180...180
    package static let accuracyMetresRange: ClosedRange<Double> = 0...41000000

    package init(
      latitude: Double,
      longitude: Double,
      accuracyMetres: Double = 10
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.accuracyMetres = accuracyMetres
    }

    package static let keys = ["latitude", "longitude", "accuracyMetres"]

    package init(_ message: ParameterReader) throws(WireError) {
      latitude = try message.value("latitude", in: Self.latitudeRange)
      longitude = try message.value("longitude", in: Self.longitudeRange)
      accuracyMetres = try message.optional("accuracyMetres", in: Self.accuracyMetresRange) ?? 10
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("latitude", latitude.json),
        ("longitude", longitude.json),
        ("accuracyMetres", accuracyMetres == 10 ? nil : accuracyMetres.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Ends the active call of an app.
  package struct EndCall: WireCall {
    package static let method = "io.torpor.Control.EndCall"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `EndCall`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var hadCall: Bool?

      package init(
        hadCall: Bool? = nil
      ) {
        self.hadCall = hadCall
      }

      package static let keys = ["hadCall"]

      package init(_ message: ParameterReader) throws(WireError) {
        hadCall = try message.optional("hadCall")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("hadCall", hadCall?.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the connected accessories: those that the kernel reports, and those connected by
  /// a call.
  package struct ListAccessories: WireCall {
    package static let method = "io.torpor.Control.ListAccessories"
    package static let wantsMore = false
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `ListAccessories`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var accessories: [Accessory]

      package init(
        accessories: [Accessory]
      ) {
        self.accessories = accessories
      }

      package static let keys = ["accessories"]

      package init(_ message: ParameterReader) throws(WireError) {
        accessories = try message.value("accessories")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("accessories", accessories.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Connects an accessory that the kernel does not report, such as a terminal made by a
  /// program; apps are notified of it as of any other.
  package struct ConnectAccessory: WireCall {
    package static let method = "io.torpor.Control.ConnectAccessory"
    package static let wantsMore = false
    package var permission: CallPermission { .device }
    package var name: String
    package var protocols: [String]
    package var devicePath: String?
    package var vendor: String?
    package var product: String?
    package var serialNumber: String?

    // What the interface allows.
    package static let nameBytes: ClosedRange<Int> = 1...256
    package static let protocolsCount: ClosedRange<Int> = 0...16
    package static let protocolsBytes: ClosedRange<Int> = 1...256
    package static let devicePathBytes: ClosedRange<Int> = 0...4096
    package static let vendorBytes: ClosedRange<Int> = 1...256
    package static let productBytes: ClosedRange<Int> = 1...256
    package static let serialNumberBytes: ClosedRange<Int> = 1...256

    package init(
      name: String,
      protocols: [String] = [],
      devicePath: String? = nil,
      vendor: String? = nil,
      product: String? = nil,
      serialNumber: String? = nil
    ) {
      self.name = name
      self.protocols = protocols
      self.devicePath = devicePath
      self.vendor = vendor
      self.product = product
      self.serialNumber = serialNumber
    }

    package static let keys = ["name", "protocols", "device", "vendor", "product", "serialNumber"]

    package init(_ message: ParameterReader) throws(WireError) {
      name = try message.value("name", bytes: Self.nameBytes)
      protocols =
        try message.optional("protocols", count: Self.protocolsCount, bytes: Self.protocolsBytes)
        ?? []
      devicePath = try message.optional("device", bytes: Self.devicePathBytes)
      vendor = try message.optional("vendor", bytes: Self.vendorBytes)
      product = try message.optional("product", bytes: Self.productBytes)
      serialNumber = try message.optional("serialNumber", bytes: Self.serialNumberBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("name", name.json),
        ("protocols", protocols.json),
        ("device", devicePath?.json),
        ("vendor", vendor?.json),
        ("product", product?.json),
        ("serialNumber", serialNumber?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Disconnects an accessory that was connected by a call.
  package struct DisconnectAccessory: WireCall {
    package static let method = "io.torpor.Control.DisconnectAccessory"
    package static let wantsMore = false
    package var permission: CallPermission { .device }
    package var name: String

    // What the interface allows.
    package static let nameBytes: ClosedRange<Int> = 1...256

    package init(
      name: String
    ) {
      self.name = name
    }

    package static let keys = ["name"]

    package init(_ message: ParameterReader) throws(WireError) {
      name = try message.value("name", bytes: Self.nameBytes)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("name", name.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }
}
