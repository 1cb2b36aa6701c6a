public import TorporAppModel

/// The callbacks of an app's life cycle (`UIApplicationDelegate`).
///
/// Every method has a default that does nothing. All run on the main actor, one after the other, in the order in which
/// the system called them. A callback has returned when its method has returned. `applicationDidEnterBackground(_:)`
/// and `applicationWillTerminate(_:)` have five seconds, and `applicationWillTerminateForMemory(_:)` has 300 ms; an app
/// that needs longer begins a background task.
///
/// Each service has its own delegate, as in Apple's frameworks: `LocationManagerDelegate`,
/// `UserNotificationCenterDelegate`, `PushRegistryDelegate` and so on. Set them in
/// `application(_:didFinishLaunchingWithOptions:)`: the events for which the app was launched are delivered after that
/// method has returned.
@MainActor
public protocol ApplicationDelegate: AnyObject, Sendable {
  // Shape: one method for each callback, as in UIApplicationDelegate; each has a default.
  /// The process has been started, on screen or for an event in the background.
  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  )
    async
  /// The app is on screen and receives the user's input.
  func applicationDidBecomeActive(_ application: Application) async
  /// The app is about to lose the user's input.
  func applicationWillResignActive(_ application: Application) async
  /// The app is off screen and will be suspended soon; save everything that must not be lost.
  ///
  /// In the iOS profiles this is also called at each launch and resume in the background; in the profile `linux`, only
  /// when the app leaves the screen.
  func applicationDidEnterBackground(_ application: Application) async
  /// The app is about to return to the screen.
  func applicationWillEnterForeground(_ application: Application) async
  /// The app is running and is about to be terminated; a suspended app ends without this call.
  func applicationWillTerminate(_ application: Application) async
  /// The app was suspended and is about to be terminated to free its memory: save its state.
  ///
  /// This exists only in Torpor; Apple's systems terminate a suspended app without notice. It is called only for an app
  /// that asks for it (`TorporSavesBeforeTermination` in its `Info.plist`), and only while memory is not almost used
  /// up. The app has 300 ms, in which it should only write data that is already in its memory; its process ends when
  /// this returns. The next launch receives the outcome (``LaunchOptions/terminationSave``).
  func applicationWillTerminateForMemory(_ application: Application) async
  /// Memory is short; free everything that can be recreated.
  func applicationDidReceiveMemoryWarning(_ application: Application) async
  /// Files that are protected while the device is locked are about to become unreadable.
  func applicationProtectedDataWillBecomeUnavailable(_ application: Application) async
  /// Files that are protected while the device is locked are readable again.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application) async
  /// A push with `content-available` has arrived.
  ///
  /// The result is passed on as the completion handler's is on iOS: the app may run until this returns, at most 30 s.
  func application(
    _ application: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult
  /// The app should look for new content, as `setMinimumBackgroundFetchInterval(_:)` requested.
  ///
  /// The result is passed on as the completion handler's is on iOS: the app may run until this returns, at most 30 s.
  /// Apps that report accurate results are fetched at better times.
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
  /// The app was woken for a background session: its transfers are done, or one needs a decision.
  ///
  /// Create the session with `transferSession(_:)`, using its original configuration, and read its events up to
  /// `didFinishEvents`, or await `eventsFinished()` if another task reads them. The app may run until this returns, at
  /// most 30 s; it runs concurrently with the other methods.
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
  /// Does nothing, and returns `noData`.
  public func application(
    _ application: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult { .noData }
  /// Does nothing, and returns `noData`.
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

/// How a process of the app was launched (`UIApplication.LaunchOptionsKey`).
public struct LaunchOptions: Hashable, Sendable {
  /// The event for which the app was launched in the background; `nil` if the user opened it.
  public let wakeReason: WakeReason?

  /// The outcome of the time that the last process had to save its state before it was terminated to free memory.
  ///
  /// It is `nil` if there was no such time. It exists only in Torpor.
  public let terminationSave: TerminationSave?

  /// Whether the launch puts the app on screen.
  public var isForeground: Bool { wakeReason == nil }

  init(_ destination: LaunchDestination, terminationSave: TerminationSave? = nil) {
    self.terminationSave = terminationSave
    wakeReason = if case .background(let reason) = destination { reason } else { nil }
  }
}
