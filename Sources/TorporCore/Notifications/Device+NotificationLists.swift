package import TorporModel

// What people ask about the notifications of an app.

extension Device {
  /// The notifications that wait for their trigger, the soonest first, those at places before them.
  package func scheduledNotifications(of app: AppIdentifier) -> [PendingNotification] {
    notifications[app]?.pending ?? []
  }

  /// The notifications that were shown and not removed, oldest first.
  package func deliveredNotifications(of app: AppIdentifier) -> [LocalNotification] {
    notifications[app]?.delivered.map(\.notification) ?? []
  }
}
