import UserNotifications
import os.log

/// Tells the listener which episodes have come; a tap plays one.
final class Announcer: NSObject, UNUserNotificationCenterDelegate {
  static let shared = Announcer()

  private let logger = Logger(subsystem: "com.example.podcasts", category: "notices")

  func begin() {
    let center = UNUserNotificationCenter.current()
    center.delegate = self
    center.requestAuthorization(options: [.alert, .sound]) { _, _ in }
  }

  func announce(_ episode: String) {
    let content = UNMutableNotificationContent()
    content.title = "New episode"
    content.body = episode
    content.sound = .default
    let request = UNNotificationRequest(identifier: episode, content: content, trigger: nil)
    UNUserNotificationCenter.current().add(request) { [logger] error in
      guard let error = error else { return }
      logger.error("not announced: \(error.localizedDescription, privacy: .public)")
    }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    Player.shared.play(response.notification.request.identifier)
    completionHandler()
  }
}
