// A file that imports Foundation alone, and uses what Apple's has.
import Foundation

final class Loader: NSObject {
  func load(_ url: URL) {
    let task = URLSession.shared.dataTask(with: URLRequest(url: url)) { data, _, _ in
      autoreleasepool { print(data?.count ?? 0, CFAbsoluteTimeGetCurrent()) }
    }
    task.resume()
    let queue: dispatch_queue_t = .main
    queue.async { print("later") }
    NotificationCenter.default.addObserver(
      self,
      selector: Selector("changed"),
      name: UserDefaults.didChangeNotification,
      object: nil
    )
  }
}
