import UIKit

/// An app that does nothing, of which scripts/sdk-figures measures how it starts and what memory it has.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    let begun = ProcessInfo.processInfo.environment["FIGURES_BEGUN"].flatMap(UInt64.init) ?? now
    print("launched after \(now - begun) ns")
    fflush(stdout)
    return true
  }
}
