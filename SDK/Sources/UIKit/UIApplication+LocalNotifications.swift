internal import AppleSupport
internal import Foundation
internal import UserNotifications

// Notifications as apps scheduled them before iOS 10, implemented with the center of UserNotifications.

extension UIApplication {
  /// Schedules a notification for its date.
  public func scheduleLocalNotification(_ notification: UILocalNotification) {
    add(notification.scheduled())
  }

  /// Shows a notification at once.
  public func presentLocalNotificationNow(_ notification: UILocalNotification) {
    add(notification.scheduled(isImmediate: true))
  }

  /// The notifications that wait for their date, including those scheduled in the other form.
  public var scheduledLocalNotifications: [UILocalNotification]? {
    UNUserNotificationCenter.current().waitForPendingRequests().map(UILocalNotification.init)
  }

  /// Cancels a notification, whether it was shown or not.
  public func cancelLocalNotification(_ notification: UILocalNotification) {
    let center = UNUserNotificationCenter.current()
    center.removePendingNotificationRequests(withIdentifiers: notification.identifiers)
    center.removeDeliveredNotifications(withIdentifiers: notification.identifiers)
  }

  /// Cancels all notifications of the app, whether they were shown or not.
  public func cancelAllLocalNotifications() {
    UNUserNotificationCenter.current().removeAllPendingNotificationRequests()
    UNUserNotificationCenter.current().removeAllDeliveredNotifications()
  }

  /// Asks the user, unless they have decided already; the delegate receives the permissions.
  public func registerUserNotificationSettings(
    _ notificationSettings: UIUserNotificationSettings
  ) {
    Task { @MainActor in
      let asked = UNAuthorizationOptions(rawValue: notificationSettings.types.rawValue)
      let isGranted = try? await UNUserNotificationCenter.current().requestAuthorization(
        options: asked
      )
      let types: UIUserNotificationType = isGranted == true ? notificationSettings.types : []
      let allowed = UIUserNotificationSettings(types: types, categories: nil)
      grantedNotificationTypes = types
      delegate?.application(self, didRegister: allowed)
    }
  }

  /// The permissions that the user has given this process; `nil`: it has not asked.
  public var currentUserNotificationSettings: UIUserNotificationSettings? {
    grantedNotificationTypes.map { UIUserNotificationSettings(types: $0, categories: nil) }
  }

  private func add(_ request: UNNotificationRequest) {
    UNUserNotificationCenter.current().add(request) { error in
      if let error { ErrorStream.write("torpor: \(error.localizedDescription)\n") }
    }
  }
}
