// No warnings: work in the delegate's own init, and a background task that ends itself.
import UIKit
import UserNotifications

class InitDelegate: UIResponder, UIApplicationDelegate {
  var isReady = false

  override init() {
    super.init()
    configure()
  }

  func configure() { isReady = true }
}

func askForPermission() async throws {
  try await UNUserNotificationCenter.current().requestAuthorization(options: [
    .alert, .criticalAlert, .providesAppNotificationSettings,
  ])
}

func isGranted(_ settings: UNNotificationSettings) -> Bool {
  switch settings.authorizationStatus {
  case .authorized, .provisional, .ephemeral: settings.alertSetting == .enabled
  case .denied, .notDetermined: false
  @unknown default: false
  }
}

#if !swift(>=6)
class Saver {
  func save() {
    var task = UIBackgroundTaskIdentifier.invalid
    task = UIApplication.shared.beginBackgroundTask {
      UIApplication.shared.endBackgroundTask(task)
      task = .invalid
    }
  }
}
#endif
