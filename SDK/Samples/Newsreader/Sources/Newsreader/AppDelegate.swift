import BackgroundTasks
import UIKit
import UserNotifications
import os.log

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  static let refreshIdentifier = "com.example.newsreader.refresh"

  var window: UIWindow?

  private let store = ArticleStore()
  private let logger = Logger(subsystem: "com.example.newsreader", category: "background")
  private var savingTask = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: Self.refreshIdentifier,
      using: .main
    ) { task in
      guard let task = task as? BGAppRefreshTask else { return }
      self.handleAppRefresh(task: task)
    }
    NotificationCenter.default.addObserver(
      forName: UIApplication.didBecomeActiveNotification,
      object: nil,
      queue: .main
    ) { [store] _ in
      store.markOpened()
    }
    application.registerForRemoteNotifications()
    UNUserNotificationCenter.current().delegate = self
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) {
      [logger] isGranted, error in
      if let error = error {
        logger.error("not allowed to notify: \(error.localizedDescription, privacy: .public)")
      } else if !isGranted {
        logger.notice("not allowed to notify")
      }
    }
    let state = application.applicationState == .background ? "background" : "foreground"
    logger.notice("launched in the \(state, privacy: .public)")
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    scheduleAppRefresh()
    saveInBackground(application)
  }

  func applicationWillTerminate(_ application: UIApplication) {
    store.save()
  }

  // MARK: - Refreshing

  func scheduleAppRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: Self.refreshIdentifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.unavailable {
      logger.error("Background App Refresh is off")
    } catch {
      logger.error(
        "Could not schedule app refresh: \(error.localizedDescription, privacy: .public)"
      )
    }
  }

  func handleAppRefresh(task: BGAppRefreshTask) {
    // One request is one launch.
    scheduleAppRefresh()
    let download = store.refresh { [logger] result in
      switch result {
      case .success(let count): logger.notice("refreshed: \(count) new articles")
      case .failure(let error):
        logger.error("not refreshed: \(error.localizedDescription, privacy: .public)")
      }
      task.setTaskCompleted(success: (try? result.get()) != nil)
    }
    task.expirationHandler = { download?.cancel() }
  }

  // MARK: - Pushes

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    let token = deviceToken.map { String(format: "%02x", $0) }.joined()
    UserDefaults.standard.set(token, forKey: "deviceToken")
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    let headline = userInfo["headline"] as? String ?? "none"
    logger.notice("push: \(headline, privacy: .public)")
    store.refresh { result in
      switch result {
      case .success(0): completionHandler(.noData)
      case .success:
        self.notify(headline)
        completionHandler(.newData)
      case .failure: completionHandler(.failed)
      }
    }
  }

  private func notify(_ headline: String) {
    let content = UNMutableNotificationContent()
    content.title = "News"
    content.body = headline
    content.sound = .default
    content.userInfo = ["headline": headline]
    let request = UNNotificationRequest(identifier: "news", content: content, trigger: nil)
    UNUserNotificationCenter.current().add(request) { [logger] error in
      if let error = error {
        logger.error("not shown: \(error.localizedDescription, privacy: .public)")
      } else {
        logger.notice("shown: \(headline, privacy: .public)")
      }
    }
  }

  // MARK: - Saving

  private func saveInBackground(_ application: UIApplication) {
    savingTask = application.beginBackgroundTask(withName: "save articles") { [weak self] in
      self?.endSaving(application)
    }
    DispatchQueue.global(qos: .utility).async { [store] in
      store.save()
      DispatchQueue.main.async { self.endSaving(application) }
    }
  }

  private func endSaving(_ application: UIApplication) {
    guard savingTask != .invalid else { return }
    application.endBackgroundTask(savingTask)
    savingTask = .invalid
  }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let headline = response.notification.request.content.userInfo["headline"] as? String ?? "none"
    logger.notice("opened: \(headline, privacy: .public)")
    completionHandler()
  }
}
