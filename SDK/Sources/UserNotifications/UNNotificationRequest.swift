public import Foundation
package import Torpor

/// A notification that an app schedules.
open class UNNotificationRequest: NSObject, @unchecked Sendable {
  /// Its identifier within the app; a second request with that identifier replaces it.
  public let identifier: String
  /// The part that the user sees and hears.
  public let content: UNNotificationContent
  /// The trigger; `nil`: it is shown at once.
  public let trigger: UNNotificationTrigger?

  /// Makes a request.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content.copy() as? UNNotificationContent ?? content
    self.trigger = trigger
  }

  /// The request in the system's form.
  var scheduled: NotificationRequest {
    NotificationRequest(
      identifier: identifier,
      content: content.scheduled,
      trigger: trigger?.scheduled
    )
  }

  /// Makes a request from the system's form.
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
  /// The time at which the app was notified of it.
  public let date: Date
  /// The request that was scheduled.
  public let request: UNNotificationRequest

  init(_ request: UNNotificationRequest) {
    self.request = request
    date = Date()
  }
}

/// The action for a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action for dismissing a notification.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// The user's response to a notification.
open class UNNotificationResponse: NSObject, @unchecked Sendable {
  /// The notification.
  public let notification: UNNotification
  /// The action that the user chose.
  public let actionIdentifier: String

  fileprivate init(to notification: UNNotification, _ actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
  }

  /// Makes a response from the system's form; `request`: the request to which it responds, if it is known.
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

/// A text that the user entered as an answer.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  /// The text.
  public let userText: String

  fileprivate init(to notification: UNNotification, _ actionIdentifier: String, _ text: String) {
    userText = text
    super.init(to: notification, actionIdentifier)
  }
}
