internal import TorporAppModel
internal import TorporAppWire

/// What an app does with notifications that are shown, and with the user's answers
/// (`UNUserNotificationCenterDelegate`).
///
/// Both methods have a default and run on the main actor, beside other callbacks; an app that
/// was woken for an answer may run until the method returns, 10 s at most.
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
  /// Starts the delegate's methods; the callback has returned at once, their end is its completion.
  @MainActor
  func handle(_ callback: NotificationCallback, token: CallbackToken) {
    let (center, delegate) = (userNotificationCenter, delegates.notifications)
    switch callback {
    case .willPresent(let notification):
      Task { @MainActor in
        let options = await delegate?
          .userNotificationCenter(center, willPresent: notification)
        connection.tell(App.PresentNotification(callback: token, options: (options ?? []).words))
      }
    case .didReceiveResponse(let response):
      Task { @MainActor in
        await delegate?.userNotificationCenter(center, didReceive: response)
        connection.tell(App.Complete(callback: token, result: .success))
      }
    // The application's own delegate gets this one.
    case .didReceiveLocal: break
    }
  }
}
