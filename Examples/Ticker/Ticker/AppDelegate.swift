import Darwin
import UIKit

/// Counts while it is in the background, as apps have done since iOS 4.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate, TickerDelegate {
  @objc dynamic var openings = 0

  private let ticker = Ticker()
  private var backgroundTask = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    ticker.delegate = self
    NotificationCenter.default.addObserver(
      self,
      selector: #selector(didBecomeActive(_:)),
      name: UIApplication.didBecomeActiveNotification,
      object: nil
    )
    NotificationCenter.default.addObserver(
      self,
      selector: #selector(
        AppDelegate.enteredBackground
      ),
      name: UIApplication.didEnterBackgroundNotification,
      object: nil
    )
    #if os(iOS)
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    say("built for iOS")
    #else
    say("built for another system")
    #endif
    return true
  }

  @objc private func didBecomeActive(_ notification: Notification) {
    openings += 1
    say("\(#keyPath(AppDelegate.openings)) \(openings)")
  }

  @objc func enteredBackground() {
    backgroundTask = UIApplication.shared.beginBackgroundTask { [weak self] in self?.finish() }
    ticker.start()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    ticker.stop()
    finish()
  }

  // Misspelt, as `torpor build` says.
  func applicationWillResignActiv(_ application: UIApplication) {
    say("never called")
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    say("fetched")
    completionHandler(.newData)
  }

  // MARK: - TickerDelegate

  func ticker(_ ticker: Ticker, hasCounted count: Int) {
    say("count \(count)")
    if count == 5 {
      ticker.stop()
      finish()
    }
  }

  private func finish() {
    guard backgroundTask != .invalid else { return }
    say("done")
    UIApplication.shared.endBackgroundTask(backgroundTask)
    backgroundTask = .invalid
  }

  private func say(_ text: String) {
    print(text)
    fflush(stdout)
  }
}
