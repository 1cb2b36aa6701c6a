public import TorporAppModel

/// What an app does at each step of its life cycle (`UIApplicationDelegate`).
///
/// Every method has a default that does nothing. All run on the main actor, one after the other, in the
/// order in which the system called them. A callback has returned when its method has returned. Five
/// seconds are allowed for `applicationDidEnterBackground(_:)` and `applicationWillTerminate(_:)`, and 300 ms for
/// `applicationWillTerminateForMemory(_:)`; an app that needs longer begins a background task.
///
/// Each service has a delegate of its own, as in Apple's frameworks: `LocationManagerDelegate`,
/// `UserNotificationCenterDelegate`, `PushRegistryDelegate` and so on. Set them in
/// `application(_:didFinishLaunchingWithOptions:)`: what the app was launched for is delivered after that
/// has returned.
@MainActor
public protocol ApplicationDelegate: AnyObject, Sendable {
  // Shape: one method for each callback, as in UIApplicationDelegate; each has a default.
  /// The process has started, on screen or for one event in the background.
  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  )
    async
  /// The app is on screen and gets the user's input.
  func applicationDidBecomeActive(_ application: Application) async
  /// The app is about to lose the user's input.
  func applicationWillResignActive(_ application: Application) async
  /// The app is off screen and will be suspended soon; save what must not be lost.
  ///
  /// In the profiles of iOS this is also called at each launch and resume in the background; in the profile `linux`
  /// only when the app leaves the screen.
  func applicationDidEnterBackground(_ application: Application) async
  /// The app is about to come back on screen.
  func applicationWillEnterForeground(_ application: Application) async
  /// The app runs and is about to be terminated; a suspended app ends without this.
  func applicationWillTerminate(_ application: Application) async
  /// The app was suspended and is about to be terminated for its memory: save its state.
  ///
  /// Torpor's own; Apple's systems terminate a suspended app without notice. Only an app that asks for it is called
  /// (`TorporSavesBeforeTermination` in its `Info.plist`), and only while memory is not almost used up. It has 300 ms,
  /// in which it should write what is already in its memory, and nothing else; its process ends when this returns.
  /// The next launch is told what came of it (``LaunchOptions/terminationSave``).
  func applicationWillTerminateForMemory(_ application: Application) async
  /// Memory is short; free what can be made again.
  func applicationDidReceiveMemoryWarning(_ application: Application) async
  /// Files that are protected while the device is locked are about to become unreadable.
  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) async
  /// Files that are protected while the device is locked are readable again.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application) async
  /// A push with `content-available` has arrived.
  ///
  /// The result is the completion handler's: the app may run until this returns, at most 30 s.
  func application(
    _ application: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult
  /// It is time to look for new content, as `setMinimumBackgroundFetchInterval(_:)` asked.
  ///
  /// The result is the completion handler's: the app may run until this returns, at most 30 s. Honest
  /// results get an app fetched at better times.
  func applicationPerformFetch(_ application: Application) async -> BackgroundFetchResult
  /// The user has turned Low Power Mode on or off (`NSProcessInfoPowerStateDidChange`).
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
  /// up to `didFinishEvents`, or await `eventsFinished()` where another task reads them. The app may run
  /// until this returns, at most 30 s; it runs beside the other methods.
  func application(
    _ application: Application,
    handleEventsForBackgroundURLSession identifier: String
  ) async
  /// A notification has arrived while the app is on screen, in systems before iOS 10
  /// (`UILocalNotification`).
  func application(
    _ application: Application,
    didReceive notification: NotificationRequest
  ) async
}

extension ApplicationDelegate {
  /// Does nothing.
  public func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
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
  public func applicationWillTerminateForMemory(_ application: Application) async {}
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: Application) async {}
  /// Does nothing.
  public func applicationProtectedDataWillBecomeUnavailable(_ application: Application) async {}
  /// Does nothing.
  public func applicationProtectedDataDidBecomeAvailable(_ application: Application) async {}
  /// Does nothing, and returns that there was no data.
  public func application(
    _ application: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult { .noData }
  /// Does nothing, and returns that there was no data.
  public func applicationPerformFetch(_ application: Application) async -> BackgroundFetchResult {
    .noData
  }
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
    handleEventsForBackgroundURLSession identifier: String
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didReceive notification: NotificationRequest
  ) async {}
}

/// How a process of the app came to be launched (`UIApplication.LaunchOptionsKey`).
public struct LaunchOptions: Hashable, Sendable {
  /// The event that the app was launched for in the background; `nil` where the user opened it.
  public let wakeReason: WakeReason?

  /// The outcome of the time that the last process had to save its state before it was terminated to free memory.
  ///
  /// `nil` where it had none. Torpor's own.
  public let terminationSave: TerminationSave?

  /// Whether the launch puts the app on screen.
  public var isForeground: Bool { wakeReason == nil }

  init(_ destination: LaunchDestination, terminationSave: TerminationSave? = nil) {
    self.terminationSave = terminationSave
    wakeReason = if case .background(let reason) = destination { reason } else { nil }
  }
}
