// An object of its own as the delegate, which belongs to no actor: any thread uses it.
import UserNotifications

final class NotificationManager: NSObject, UNUserNotificationCenterDelegate {
  #if swift(>=6)
  nonisolated(unsafe) static let shared = NotificationManager()
  #else
  static let shared = NotificationManager()
  #endif
  var count = 0

  func schedule() { count += 1 }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([.banner]) }
}

final class AsynchronousManager: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner] }
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async {}
}

struct Worker {
  func run() { NotificationManager.shared.schedule() }
}
