package import TorporModel

extension Callback {
  /// From the start of the process to the return of `didFinishLaunching` (§1.3: a report shows
  /// 19.97 s; Apple documents about 20 s).
  package static let launchLimit = Duration.seconds(20)
  /// For `didEnterBackground` (§1.3, Apple: about 5 s).
  package static let enterBackgroundLimit = Duration.seconds(5)
  /// For `willTerminate`, and for everything that is said before it (§1.3, Apple: about 5 s).
  package static let terminateLimit = Duration.seconds(5)
  /// For every other callback on the main thread (§17, transition watchdog; 10 s in reports).
  package static let transitionLimit = Duration.seconds(10)

  /// How long the callback may run on the main thread; `nil` where the budget of a wake, or of the
  /// app's background tasks, bounds it.
  package var timeLimit: Duration? {
    switch self {
    case .didFinishLaunching: Callback.launchLimit
    case .didEnterBackground: Callback.enterBackgroundLimit
    case .willTerminate: Callback.terminateLimit
    case .didBecomeActive, .willResignActive, .willEnterForeground, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration:
      Callback.transitionLimit
    case .didReceiveRemoteNotification, .expiringActivity: nil
    }
  }

  /// What the ledger calls an overrun of the limit.
  package var watchdog: Reason {
    switch self {
    case .didFinishLaunching: .launchWatchdog
    case .didEnterBackground: .enterBackgroundWatchdog
    case .willTerminate: .terminateWatchdog
    case .didBecomeActive, .willResignActive, .willEnterForeground, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration, .didReceiveRemoteNotification, .expiringActivity:
      .transitionWatchdog
    }
  }
}
