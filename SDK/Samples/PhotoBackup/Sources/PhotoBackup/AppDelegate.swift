import BackgroundTasks
import UIKit
import os.log

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  static let backupIdentifier = "com.example.photobackup.backup"

  var window: UIWindow?

  private let logger = Logger(subsystem: "com.example.photobackup", category: "app")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: Self.backupIdentifier,
      using: .main
    ) { task in
      guard let task = task as? BGProcessingTask else { return }
      self.handleBackup(task: task)
    }
    let state = application.applicationState == .background ? "background" : "foreground"
    logger.notice("launched in the \(state, privacy: .public)")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    Backup.shared.start { [logger] count in logger.notice("sending \(count) photos") }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    let request = BGProcessingTaskRequest(identifier: Self.backupIdentifier)
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      logger.error("no backup later: \(error.localizedDescription, privacy: .public)")
    }
  }

  /// Hands new photos to the system, which sends them when it likes.
  private func handleBackup(task: BGProcessingTask) {
    task.expirationHandler = { task.setTaskCompleted(success: false) }
    Backup.shared.start { [logger] count in
      logger.notice("processing: sending \(count) photos")
      task.setTaskCompleted(success: true)
    }
  }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    logger.notice("woken for \(identifier, privacy: .public)")
    Backup.shared.finish(completionHandler)
  }
}
