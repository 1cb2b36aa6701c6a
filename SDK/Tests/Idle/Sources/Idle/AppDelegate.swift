import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // For the time from the start to here.
    if ProcessInfo.processInfo.environment["IDLE_EXITS"] != nil { exit(0) }
    return true
  }
}
