import UIKit
import UIKit.UIApplication

/// As apps were written for iOS 7 to 12: a timer in the background, as long as a background task lasts.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  var backgroundTask = UIBackgroundTaskIdentifier.invalid
  var timer: Timer?
  var count = 5

  override init() {
    super.init()
    print("made")
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.makeKeyAndVisible()
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    backgroundTask = application.beginBackgroundTask(expirationHandler: { [weak self] in
      self?.finish("expired")
    })
    let timer = Timer(timeInterval: 0.2, repeats: true) { [weak self] _ in self?.tick() }
    RunLoop.current.add(timer, forMode: .common)
    self.timer = timer
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    completionHandler(.noData)
  }
}
