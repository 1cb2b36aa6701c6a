import UIKit
import os.log

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let logger = Logger(subsystem: "com.example.podcasts", category: "app")
  private let feed = Feed()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let state = application.applicationState == .background ? "background" : "foreground"
    logger.notice("launched in the \(state, privacy: .public)")
    Announcer.shared.begin()
    // What has happened since the last launch is told to the session as soon as it is there.
    EpisodeDownloader.shared.reconnect()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    feed.load { [logger] result in
      switch result {
      case .success(let episodes):
        let count = EpisodeDownloader.shared.download(episodes)
        logger.notice("downloading \(count) episodes")
      case .failure(let error):
        logger.error("no feed: \(error.localizedDescription, privacy: .public)")
      }
    }
  }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    logger.notice("woken for \(identifier, privacy: .public)")
    EpisodeDownloader.shared.backgroundCompletionHandler = completionHandler
  }
}
