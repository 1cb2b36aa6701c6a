/// A request of an app to the notification centre (`UNUserNotificationCenter`, §9).
@usableFromInline package enum NotificationCenterRequest: Hashable, Sendable, Saved {
  /// `add(_:)`, `scheduleLocalNotification`; `soundFault`: the fault that the host found in the named
  /// sound file; answered by `Reply.notificationsDropped` if other notifications lost their place.
  case add(LocalNotification, soundFault: SoundFault? = nil)
  /// `removePendingNotificationRequests(withIdentifiers:)`; `nil`: all of them.
  case removePending([String]?)
  /// `removeDeliveredNotifications(withIdentifiers:)`; `nil`: all of them.
  case removeDelivered([String]?)
  /// `getPendingNotificationRequests`; answered by `Reply.notifications`.
  case pending
  /// `getDeliveredNotifications`; answered by `Reply.notifications`.
  case delivered
  /// `setNotificationCategories`.
  case setCategories([NotificationCategory])
  /// `setBadgeCount`; 0 removes the number.
  case setBadge(Int)
  /// The completion handler of `willPresent` was called; with no options, nothing is shown.
  case present(callback: CallbackToken, PresentationOptions)
  /// `getNotificationSettings`; answered by `Reply.notificationsAllowed`.
  case settings
}
