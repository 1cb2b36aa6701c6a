package import TorporModel

// The calls about pushes, notifications and places, beyond the limits of the interface.

extension Control.Push {
  /// The longest lifetime that is kept to (§6.2).
  package static let lifetimeMax = Duration.days(30)

  package func check() throws(WireError) {
    do throws(PushPayloadMistake) {
      _ = try readPayload()
    } catch {
      throw .invalidParameter(parameter: "payload")
    }
  }

  /// What the payload says to the system.
  ///
  /// - Throws: `PushPayloadMistake` saying what is wrong with it.
  package func readPayload() throws(PushPayloadMistake) -> PushPayload {
    try PushPayload(payload, kind: kind)
  }
}

extension Control.Respond {
  /// The call that answers a notification so.
  package init(app: String, response: NotificationResponse) {
    self.init(
      app: app,
      notification: response.notification,
      action: response.action,
      text: response.text
    )
  }

  /// What the user does with the notification; without an action it is a tap.
  package var response: NotificationResponse {
    NotificationResponse(
      notification: notification,
      action: action ?? NotificationResponse.defaultAction,
      text: text
    )
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
