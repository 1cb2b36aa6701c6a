public import Foundation

/// Notifications that arrive on screen, and the user's answers.
///
/// Each method has a form with a handler and an asynchronous one; an app implements one of them. The forms with a
/// handler are called on the main thread; like Apple's protocol, this one does not declare that to the compiler.
@preconcurrency
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// A notification has arrived while the app is on screen; the handler receives how to present it.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  )
  /// The asynchronous form; called if the form with a handler is missing.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions
  /// The user has tapped a notification, answered it, or dismissed it.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  )
  /// The asynchronous form; called if the form with a handler is missing.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async
}

extension UNUserNotificationCenterDelegate {
  /// Passes the result of the form without a handler to the handler.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    // On the main thread, on which the form with a handler is also called.
    nonisolated(unsafe) let delegate = self
    Task.immediate { @MainActor in
      completionHandler(
        await delegate.userNotificationCenter(center, willPresent: notification)
      )
    }
  }
  /// Shows nothing, as Apple's framework does if the method is missing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }
  /// Calls the handler when the form without one has returned.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    nonisolated(unsafe) let delegate = self
    Task.immediate { @MainActor in
      await delegate.userNotificationCenter(center, didReceive: response)
      completionHandler()
    }
  }
  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async {}
}
