import UIKit

/// As a messenger was written for iOS 6, with what PushKit and CallKit have added since.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let connection = ServerConnection()
  private let calls = CallCenter()
  private let outbox = Outbox()

  /// What the other people are told once: the system says more than once that the app is in the background.
  private var isAway = false
  private var sendingTask = UIBackgroundTaskIdentifier.invalid
  private var timer: Timer?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.makeKeyAndVisible()
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    calls.register()
    connection.delegate = self
    connection.open()
    logger.notice("launched")
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    // Where the system watches no sockets any more, pushes announce calls.
    let isKept = application.setKeepAliveTimeout(UIApplication.minimumKeepAliveTimeout) {
      [weak self] in self?.connection.ping()
    }
    logger.notice("\(isKept ? "keeps its connection" : "counts on pushes", privacy: .public)")
    guard !isAway else { return }
    isAway = true
    outbox.write("I am away.")
    sendInBackground(application)
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    application.clearKeepAliveTimeout()
    connection.open()
    isAway = false
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    let isNew = connection.open()
    completionHandler(isNew ? .newData : .noData)
  }

  // MARK: - Sending

  /// Tries once a second, as long as the system lets it.
  private func sendInBackground(_ application: UIApplication) {
    sendingTask = application.beginBackgroundTask(withName: "send") { [weak self] in
      logger.error("not sent in time")
      self?.endSending(application)
    }
    let timer = Timer(timeInterval: 1, repeats: true) { [weak self] _ in
      guard let self = self, self.outbox.send(over: self.connection) else { return }
      self.endSending(application)
    }
    RunLoop.current.add(timer, forMode: .common)
    self.timer = timer
  }

  private func endSending(_ application: UIApplication) {
    timer?.invalidate()
    timer = nil
    application.endBackgroundTask(sendingTask)
    sendingTask = .invalid
  }
}

extension AppDelegate: ServerConnectionDelegate {
  func connection(_ connection: ServerConnection, didReceive line: String) {
    outbox.keep(line)
    logger.notice("received: \(line, privacy: .public)")
  }
}
