internal import TorporAppModel
internal import TorporAppWire

/// What an app does with notifications that are shown, and with the user's answers
/// (`UNUserNotificationCenterDelegate`).
///
/// Both methods have a default and run on the main actor; up to where they first suspend they keep their place among
/// the other callbacks. An app that was woken for an answer may run until the method returns, 10 s at most.
@MainActor
public protocol UserNotificationCenterDelegate: AnyObject, Sendable {
  /// A notification has arrived while the app is on screen; the result is what the user sees and hears
  /// of it.
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
  /// Shows nothing, as Apple's framework does where the method is missing.
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
  /// What the delegate lets the user see and hear of a notification.
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
