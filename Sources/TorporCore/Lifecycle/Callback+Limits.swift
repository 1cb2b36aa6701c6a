package import TorporModel

extension Callback {
  /// From the start of the process to the return of `didFinishLaunching` (§1.3: a report shows
  /// 19.97 s; Apple documents about 20 s).
  package static let launchLimit = Duration.seconds(20)
  /// For `didEnterBackground` (§1.3, Apple: about 5 s).
  package static let enterBackgroundLimit = Duration.seconds(5)
  /// For `willTerminate`, and for all callbacks before it (§1.3, Apple: about 5 s).
  package static let terminateLimit = Duration.seconds(5)
  /// For `willTerminateForMemory`: 300 ms.
  ///
  /// The kernel measures pressure in windows of 1 s: an end within a third of one releases its memory
  /// in the window in which it was decided. A small file is on a disk in 5 to 30 ms. Our choice.
  package static let saveLimit = Duration.milliseconds(300)
  /// For every other callback on the main thread (§17, transition watchdog; 10 s in reports).
  package static let transitionLimit = Duration.seconds(10)

  /// How long the callback may run; `nil` for the first call of an activity, which its task limits.
  package var timeLimit: Duration? {
    switch self {
    case .didFinishLaunching: Callback.launchLimit
    case .didEnterBackground: Callback.enterBackgroundLimit
    case .willTerminate: Callback.terminateLimit
    case .willTerminateForMemory: Callback.saveLimit
    case .didBecomeActive, .willResignActive, .willEnterForeground, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration, .taskExpiration, .powerStateDidChange,
      .backgroundRefreshStatusDidChange:
      Callback.transitionLimit
    // Each delegate call may take as long as the wake that it mostly belongs to (US16).
    case .session: WakeReason.transfer.budget + BackgroundTime.killDelay
    case .issueAnnounced: WakeReason.newsstand.budget + BackgroundTime.killDelay
    // On screen as any other call; in a wake, which it may outlast, the wake's end comes first.
    case .service(let callback): callback.wakeReason.budget + BackgroundTime.killDelay
    // As long as the wake that it may belong to, and the delay of its kill (PN12).
    case .didReceiveRemoteNotification, .performFetch:
      WakeReason.visiblePush.budget + BackgroundTime.killDelay
    // The launch handler of a task may run for as long as the task has time.
    case .launchTask: nil
    case .expiringActivity(_, _, expired: true): BackgroundTime.handlerTime
    case .expiringActivity(_, _, expired: false): nil
    }
  }

  /// The ledger's reason for an overrun of the limit.
  package var watchdog: Reason {
    switch self {
    case .didFinishLaunching: .launchWatchdog
    case .didEnterBackground: .enterBackgroundWatchdog
    case .willTerminate, .willTerminateForMemory: .terminateWatchdog
    case .didBecomeActive, .willResignActive, .willEnterForeground, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration, .didReceiveRemoteNotification, .expiringActivity, .performFetch,
      .launchTask, .taskExpiration, .powerStateDidChange, .backgroundRefreshStatusDidChange,
      .session, .issueAnnounced, .service:
      .transitionWatchdog
    }
  }

  /// How an overrun of the limit is reported (§1.5).
  package var overrunCode: TerminationCode {
    switch self {
    case .didReceiveRemoteNotification, .performFetch, .launchTask:
      WakeReason.visiblePush.overrunCode
    case .session: WakeReason.transfer.overrunCode
    case .issueAnnounced: WakeReason.newsstand.overrunCode
    case .service(let callback): callback.wakeReason.overrunCode
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .willTerminateForMemory, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration, .expiringActivity, .taskExpiration, .powerStateDidChange,
      .backgroundRefreshStatusDidChange:
      .watchdog
    }
  }
}
