// An app delegate without UIResponder, as beside SwiftUI, whose methods other queues call.
import UIKit

class SavingDelegate: NSObject, UIApplicationDelegate {
  func save() {}

  func applicationDidEnterBackground(_ application: UIApplication) {
    DispatchQueue.global().async { self.save() }
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.newData) }
}

#if !swift(>=6)
func later(_ delegate: SavingDelegate) { delegate.save() }
#endif
