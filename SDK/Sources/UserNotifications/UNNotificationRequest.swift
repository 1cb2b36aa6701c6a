public import Foundation
package import Torpor

/// A notification that an app schedules.
open class UNNotificationRequest: NSObject, @unchecked Sendable {
  /// Its name within the app; a second one of that name takes its place.
  public let identifier: String
  /// What the user sees and hears.
  public let content: UNNotificationContent
  /// When it is shown; `nil`: at once.
  public let trigger: UNNotificationTrigger?

  /// Makes a request.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content.copy() as? UNNotificationContent ?? content
    self.trigger = trigger
  }

  /// The request as the system takes it.
  var scheduled: NotificationRequest {
    NotificationRequest(
      identifier: identifier,
      content: content.scheduled,
      trigger: trigger?.scheduled
    )
  }

  /// The request as the system gives it back.
  package convenience init(_ request: NotificationRequest) {
    self.init(
      identifier: request.identifier,
      content: .delivered(request.content),
      trigger: .delivered(request.trigger)
    )
  }
}

/// A notification that was delivered.
open class UNNotification: NSObject, @unchecked Sendable {
  /// When the app was told of it.
  public let date: Date
  /// What was scheduled.
  public let request: UNNotificationRequest

  init(_ request: UNNotificationRequest) {
    self.request = request
    date = Date()
  }
}

/// The action of a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of a notification that was dismissed.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What the user did with a notification.
open class UNNotificationResponse: NSObject, @unchecked Sendable {
  /// The notification.
  public let notification: UNNotification
  /// The action that the user chose.
  public let actionIdentifier: String

  fileprivate init(to notification: UNNotification, _ actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
  }

  /// The response as the system gives it; `request`: what it answers, where that is known.
  static func given(
    _ response: NotificationResponse,
    to request: NotificationRequest?
  ) -> UNNotificationResponse {
    let request =
      request.map(UNNotificationRequest.init)
      ?? UNNotificationRequest(
        identifier: response.notificationIdentifier,
        content: UNNotificationContent(),
        trigger: nil
      )
    let notification = UNNotification(request)
    guard let text = response.userText else {
      return UNNotificationResponse(to: notification, response.actionIdentifier)
    }
    return UNTextInputNotificationResponse(to: notification, response.actionIdentifier, text)
  }
}

/// What the user wrote as an answer.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  /// The text.
  public let userText: String

  fileprivate init(to notification: UNNotification, _ actionIdentifier: String, _ text: String) {
    userText = text
    super.init(to: notification, actionIdentifier)
  }
}
