internal import AppleSupport
internal import Foundation
internal import Synchronization
internal import Torpor

/// Passes the user's responses to notifications to the app's own delegate, in Apple's form.
@MainActor
final class NotificationBridge: Torpor.UserNotificationCenterDelegate {
  /// Written once, when the bridge is made.
  private nonisolated(unsafe) weak var delegate: (any UNUserNotificationCenterDelegate)?
  /// Called if there is no delegate: a notification is due on screen, or was tapped.
  private nonisolated let withoutDelegate: (@MainActor @Sendable (UNNotificationRequest) -> Void)?

  nonisolated init(_ delegate: any UNUserNotificationCenterDelegate) {
    self.delegate = delegate
    withoutDelegate = nil
  }

  nonisolated init(
    withoutDelegate: @escaping @MainActor @Sendable (UNNotificationRequest) -> Void
  ) {
    self.withoutDelegate = withoutDelegate
  }

  func userNotificationCenter(
    _: UserNotificationCenter,
    willPresent notification: NotificationRequest
  ) async -> NotificationPresentationOptions {
    guard let delegate else {
      withoutDelegate?(UNNotificationRequest(notification))
      return []
    }
    let notification = UNNotification(UNNotificationRequest(notification))
    let options = await withUnsafeContinuation { continuation in
      let completion = Completion<UNNotificationPresentationOptions> {
        continuation.resume(returning: $0)
      }
      delegate.userNotificationCenter(.current(), willPresent: notification) { completion.call($0) }
    }
    return options.presented
  }

  func userNotificationCenter(
    _ center: UserNotificationCenter,
    didReceive response: NotificationResponse
  ) async {
    // The system gives only the identifier of the notification, and one that was tapped has left the list.
    let identifier = response.notificationIdentifier
    var request = ScheduledContents.shared.withLock { $0.request(identifier) }
    if request == nil { request = Self.delivered(identifier, center) }
    guard let delegate else {
      let isTap = response.actionIdentifier == UNNotificationDefaultActionIdentifier
      if isTap, let request { withoutDelegate?(UNNotificationRequest(request)) }
      return
    }
    let given = UNNotificationResponse.given(response, to: request)
    await withUnsafeContinuation { continuation in
      let completion = Completion<Void> { continuation.resume() }
      delegate.userNotificationCenter(.current(), didReceive: given) { completion.call(()) }
    }
  }

  /// Waits for the list, so that the delegate is called in its turn.
  private static func delivered(
    _ identifier: String,
    _ center: UserNotificationCenter
  ) -> NotificationRequest? {
    try? center.deliveredNotifications().first { $0.identifier == identifier }
  }
}
