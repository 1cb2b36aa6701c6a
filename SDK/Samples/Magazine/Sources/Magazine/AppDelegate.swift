import NewsstandKit
import UIKit

/// As a periodical was written for iOS 5 to 8: a push announces an issue, and the system loads it.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.registerForRemoteNotifications()
    NotificationCenter.default.addObserver(
      forName: .NKIssueDownloadCompleted,
      object: nil,
      queue: .main
    ) { notification in
      guard let issue = notification.object as? NKIssue else { return }
      NSLog("issue %@ is complete", issue.name as NSString)
      UIApplication.shared.applicationIconBadgeNumber = 1
    }
    // What is under way needs a delegate in every process.
    for asset in NKLibrary.shared()?.downloadingAssets ?? [] {
      asset.download(with: self)
    }
    NSLog("launched")
    return true
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard let name = userInfo["issue"] as? String, let library = NKLibrary.shared(),
      library.issue(withName: name) == nil,
      let text = Bundle.main.object(forInfoDictionaryKey: "IssuesURL") as? String,
      let url = URL(string: text)
    else {
      completionHandler(.noData)
      return
    }
    let issue = library.addIssue(withName: name, date: Date())
    for file in ["\(name).pdf", "\(name).jpg"] {
      let asset = issue.addAsset(with: URLRequest(url: url.appendingPathComponent(file)))
      asset.userInfo = ["file": file]
      asset.download(with: self)
    }
    NSLog("issue %@ is announced", name as NSString)
    completionHandler(.newData)
  }
}
