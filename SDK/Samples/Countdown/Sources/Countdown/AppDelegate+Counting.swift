import UIKit

extension AppDelegate {
  func tick() {
    print("count \(count) on the main thread: \(Thread.isMainThread)")
    count -= 1
    if count == 0 { finish("done") }
  }

  func finish(_ reason: String) {
    print(reason)
    fflush(stdout)
    timer?.invalidate()
    timer = nil
    UIApplication.shared.endBackgroundTask(backgroundTask)
    backgroundTask = .invalid
  }
}
