package import TorporModel

/// A push that somebody sends to an app of theirs.
package struct PushSubmission: Hashable, Sendable {
  package var app: String
  package var payload: PushPayload
  /// `apns-push-type`; without it, by what the payload says.
  package var kind: PushKind?
  /// `apns-priority`; without it, by the kind.
  package var priority: PushPriority?
  /// `apns-collapse-id`.
  package var collapseIdentifier: String?
  /// How long it is worth delivering; zero: now or never; `nil`: the sender does not say.
  package var lifetime: Duration?

  /// The longest `apns-collapse-id`, in bytes (§6.2).
  package static let collapseIdentifierBytesMax = 64
  /// The longest lifetime that is kept to (§6.2).
  package static let lifetimeMax = Duration.days(30)

  package init(
    app: String,
    payload: PushPayload,
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
}

/// What the user does with a notification.
package struct ResponseSubmission: Hashable, Sendable {
  package var app: String
  package var response: NotificationResponse

  package init(app: String, response: NotificationResponse) {
    self.app = app
    self.response = response
  }
}

/// Where a developer says that the device is.
package struct FixSubmission: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Radius of the circle in which it is.
  package var accuracyMetres: Double

  /// As exact as a receiver of GPS is under the open sky; our choice.
  package static let accuracyDefaultMetres = 10.0

  package init(coordinate: Coordinate, accuracyMetres: Double = accuracyDefaultMetres) {
    self.coordinate = coordinate
    self.accuracyMetres = accuracyMetres
  }
}

/// Which notifications are asked for.
package struct NotificationQuery: Hashable, Sendable {
  package var app: String?
  /// How many of the list the caller has already.
  package var after: Int

  package init(app: String? = nil, after: Int = 0) {
    self.app = app
    self.after = after
  }
}

/// A notification that an app has scheduled, or that was shown.
package struct NotificationRow: Hashable, Sendable {
  package var app: AppIdentifier
  package var isDelivered: Bool
  /// Whether a desktop has said that it is on the screen.
  package var isShown: Bool
  /// When it will be delivered; `nil` for one that was, and for one that waits for a place.
  package var due: Instant?
  package var notification: LocalNotification

  package init(
    app: AppIdentifier,
    isDelivered: Bool,
    isShown: Bool = false,
    due: Instant? = nil,
    notification: LocalNotification
  ) {
    self.app = app
    self.isDelivered = isDelivered
    self.isShown = isShown
    self.due = due
    self.notification = notification
  }

  /// As many rows as go into one message, with room to spare.
  package static func page(of rows: some Sequence<NotificationRow>) -> [NotificationRow] {
    var page: [NotificationRow] = []
    var bytes = 0
    for row in rows {
      bytes += row.json.bytes.count + 1
      if bytes > pageBytesMax { break }
      page.append(row)
    }
    return page
  }

  /// Half of a message; our choice.
  private static let pageBytesMax = 512 << 10
}
