internal import TorporAppModel
internal import TorporAppWire

/// Notifications that arrive on screen, and the user's answers (`UNUserNotificationCenterDelegate`).
///
/// Both methods have a default and run on the main actor; until they first suspend, they keep their place among the
/// other callbacks. An app that was woken for an answer may run until the method returns, at most 10 s.
@MainActor
public protocol UserNotificationCenterDelegate: AnyObject, Sendable {
  /// A notification has arrived while the app is on screen; the result determines how it is presented to the user.
  func userNotificationCenter(
    _ center: UserNotificationCenter,
    willPresent notification: NotificationRequest
  ) async -> NotificationPresentationOptions
  /// The user has tapped a notification, answered it, or dismissed it.
  func userNotificationCenter(
    _ center: UserNotificationCenter,
    didReceive response: NotificationResponse
  ) async
}

extension UserNotificationCenterDelegate {
  /// Shows nothing, as Apple's framework does if the method is missing.
  public func userNotificationCenter(
    _ center: UserNotificationCenter,
    willPresent notification: NotificationRequest
  ) async -> NotificationPresentationOptions { [] }
  /// Does nothing.
  public func userNotificationCenter(
    _ center: UserNotificationCenter,
    didReceive response: NotificationResponse
  ) async {}
}

extension Application {
  /// Asks the delegate how to present a notification to the user.
  @MainActor
  func options(for notification: NotificationRequest) async -> [App.PresentationOption] {
    let options = await delegates.notifications?
      .userNotificationCenter(userNotificationCenter, willPresent: notification)
    return (options ?? []).words
  }

  @MainActor
  func receive(_ response: NotificationResponse) async {
    await delegates.notifications?
      .userNotificationCenter(userNotificationCenter, didReceive: response)
  }
}
