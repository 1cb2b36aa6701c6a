/// What an app asks of the notification centre (`UNUserNotificationCenter`, §9).
@usableFromInline package enum NotificationCenterRequest: Hashable, Sendable, Saved {
  /// `add(_:)`, `scheduleLocalNotification`; `soundFault`: what the host has found against the file that it names;
  /// answered by `Reply.notificationsDropped` where others lost their place.
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
  /// `setBadgeCount`; 0 takes the number away.
  case setBadge(Int)
  /// The completion handler of `willPresent` was called; nothing means that nothing is shown.
  case present(callback: CallbackToken, PresentationOptions)
  /// `getNotificationSettings`; answered by `Reply.notificationsAllowed`.
  case settings
}
