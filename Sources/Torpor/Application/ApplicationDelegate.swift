public import TorporModel

/// What an app does when the system tells it something; the names are those of Apple's delegate.
///
/// Every method has a default that does nothing, and all run on the main actor, one after the other.
/// A callback counts as returned from when its method has returned, so nothing has to be acknowledged
/// by hand. Five seconds are allowed for `applicationDidEnterBackground` and
/// `applicationWillTerminate`; who needs longer begins a background task.
@MainActor
public protocol ApplicationDelegate: ModeDelegate {
  /// The process has started; `destination` says whether on screen or for what it was woken.
  func application(
    _ application: Application,
    didFinishLaunchingInto destination: LaunchDestination
  )
    async
  /// The app is on screen and gets the user's input.
  func applicationDidBecomeActive(_ application: Application) async
  /// The app is about to lose the user's input.
  func applicationWillResignActive(_ application: Application) async
  /// The app is off screen and will be frozen soon; save what must not be lost.
  func applicationDidEnterBackground(_ application: Application) async
  /// The app is about to come back on screen.
  func applicationWillEnterForeground(_ application: Application) async
  /// The app is about to be ended.
  func applicationWillTerminate(_ application: Application) async
  /// Memory is short; give back what can be made again.
  func applicationDidReceiveMemoryWarning(_ application: Application) async
  /// Files that are protected while the device is locked are about to become unreadable.
  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) async
  /// Files that are protected while the device is locked are readable again.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application) async
  /// A push has come; `payload` is its JSON.
  ///
  /// The result is the completion handler's: the app may run until this returns, at most 30 s.
  func application(_ application: Application, didReceiveRemoteNotification payload: String) async
    -> CompletionResult
  /// It is time to look for new content; `setMinimumBackgroundFetchInterval` asked for it.
  ///
  /// The result is the completion handler's: the app may run until this returns, at most 30 s. Honest
  /// results get an app fetched at better times.
  func applicationPerformFetch(_ application: Application) async -> FetchResult
  /// The user has turned Low Power Mode on or off.
  func application(
    _ application: Application,
    powerStateDidChange isLowPowerModeEnabled: Bool
  ) async
  /// Background App Refresh was turned on or off, for the app or for the device.
  func application(
    _ application: Application,
    backgroundRefreshStatusDidChange isAvailable: Bool
  ) async
  /// The app was woken for a background session: its transfers are done, or one has a question.
  ///
  /// Make the session with `transferSession(_:)`, with the configuration that it had, and read its events
  /// up to `finishedEvents`, or wait for who does with `eventsFinished()`. The app may run until this
  /// returns, at most 30 s; it runs beside the other methods.
  func application(
    _ application: Application,
    handleEventsForBackgroundSession identifier: String
  ) async
  /// A push has announced an issue of a periodical (Newsstand); `payload` is its JSON.
  func application(
    _ application: Application,
    didReceiveIssueAnnouncement payload: String
  ) async
  /// An issue of a periodical is there, or could not be had (`outcome.error`); the file at `path` is
  /// removed when this returns, unless it was moved.
  func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    to path: String?,
    outcome: TransferOutcome
  ) async
}

extension ApplicationDelegate {
  /// Does nothing.
  public func application(
    _ application: Application,
    didFinishLaunchingInto destination: LaunchDestination
  ) async {}
  /// Does nothing.
  public func applicationDidBecomeActive(_ application: Application) async {}
  /// Does nothing.
  public func applicationWillResignActive(_ application: Application) async {}
  /// Does nothing.
  public func applicationDidEnterBackground(_ application: Application) async {}
  /// Does nothing.
  public func applicationWillEnterForeground(_ application: Application) async {}
  /// Does nothing.
  public func applicationWillTerminate(_ application: Application) async {}
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: Application) async {}
  /// Does nothing.
  public func applicationProtectedDataWillBecomeUnavailable(_ application: Application) async {}
  /// Does nothing.
  public func applicationProtectedDataDidBecomeAvailable(_ application: Application) async {}
  /// Does nothing, and says that there was no data.
  public func application(
    _ application: Application,
    didReceiveRemoteNotification payload: String
  ) async -> CompletionResult { .noData }
  /// Does nothing, and says that there was no data.
  public func applicationPerformFetch(_ application: Application) async -> FetchResult { .noData }
  /// Does nothing.
  public func application(
    _ application: Application,
    powerStateDidChange isLowPowerModeEnabled: Bool
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    backgroundRefreshStatusDidChange isAvailable: Bool
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    handleEventsForBackgroundSession identifier: String
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didReceiveIssueAnnouncement payload: String
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    to path: String?,
    outcome: TransferOutcome
  ) async {}
}
