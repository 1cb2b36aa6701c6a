// Handlers declared as Sendable, as the compiler proposes them on Apple's systems; work in the delegate's own init.
import UIKit
import UserNotifications

class SendableDelegate: UIResponder, UIApplicationDelegate {
  var isReady = false

  override init() {
    super.init()
    configure()
  }

  func configure() { isReady = true }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler:
      @escaping @Sendable (UIBackgroundFetchResult) -> Void
  ) { Task { completionHandler(.newData) } }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
  ) { DispatchQueue.global().async { completionHandler(.noData) } }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping @Sendable () -> Void
  ) { completionHandler() }
}

// In Swift 6 a class on the main actor has to say that it trusts who calls it, with Apple's protocol too.
#if swift(>=6)
extension SendableDelegate: @preconcurrency UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) { completionHandler() }
}
#else
extension SendableDelegate: UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) { completionHandler() }
}
#endif

class IsolatedElsewhere: UIResponder, UIApplicationDelegate {}

extension IsolatedElsewhere: UNUserNotificationCenterDelegate {
  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async {}
}
