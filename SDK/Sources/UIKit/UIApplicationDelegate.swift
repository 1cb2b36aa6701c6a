public import Foundation

/// The callbacks of an app's life cycle.
///
/// Every method has a default, because each is optional on Apple's systems. All run on the main thread, one after the
/// other, in the order in which the system called them. Handlers can be called on any thread.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  // Shape: one method for each method of Apple's protocol; each has a default.
  /// The app is about to have finished launching.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The app has finished launching.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The app has finished launching; called if the form with options is missing.
  func applicationDidFinishLaunching(_ application: UIApplication)
  /// The app is in use.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The app is about to leave active use.
  func applicationWillResignActive(_ application: UIApplication)
  /// The app is off screen.
  func applicationDidEnterBackground(_ application: UIApplication)
  /// The app is about to be on screen.
  func applicationWillEnterForeground(_ application: UIApplication)
  /// The app is about to be ended.
  func applicationWillTerminate(_ application: UIApplication)
  /// Memory is short.
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  /// Protected files are about to become unreadable.
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
  /// Protected files are readable again.
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
  /// The app should look for new content; it may run until the handler is called, at most 30 s.
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler:
      @escaping @Sendable (UIBackgroundFetchResult) -> Void
  )
  /// The asynchronous form; called if the form with a handler is missing.
  func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult
  /// A push has arrived; the app may run until the handler is called, at most 30 s.
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
  )
  /// The asynchronous form; called if the form with a handler is missing.
  // Declared on the main actor itself: in Swift 5, every app would get a warning about `userInfo` changing its actor.
  @MainActor
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult
  /// A push has arrived; called if the forms with a result are missing.
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  )
  /// The token under which senders reach the app.
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  )
  /// Registration has failed: there is no token.
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  )
  /// The app was woken for a background session; it may run until the handler is called, at most 30 s.
  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping @Sendable () -> Void
  )
  /// The asynchronous form; called if the form with a handler is missing.
  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String
  ) async
  /// A notification of the app is due on screen, or was tapped; called if the notification center has no delegate.
  func application(_ application: UIApplication, didReceive notification: UILocalNotification)
  /// The permissions that the user has given, after `registerUserNotificationSettings(_:)`.
  func application(
    _ application: UIApplication,
    didRegister notificationSettings: UIUserNotificationSettings
  )
  /// A scene is about to be created; returns its configuration.
  func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  /// The app's window, for code that requests it from any delegate.
  public var window: UIWindow?? { nil }

  /// Returns true.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Calls the form without options, and returns true.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    applicationDidFinishLaunching(application)
    return true
  }
  /// Does nothing.
  public func applicationDidFinishLaunching(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillResignActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
  /// Passes the result of the form without a handler to the handler.
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler:
      @escaping @Sendable (UIBackgroundFetchResult) -> Void
  ) {
    // At once, so that the delegate's method begins in its turn.
    Task.immediate { @MainActor in
      completionHandler(await self.applicationPerformFetch(application))
    }
  }
  /// Returns `noData`.
  public func applicationPerformFetch(
    _ application: UIApplication
  ) async -> UIBackgroundFetchResult { .noData }
  /// Passes the result of the form without a handler to the handler.
  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
  ) {
    Task.immediate { @MainActor in
      completionHandler(await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }
  /// Calls the form without a result, and returns `noData`.
  @MainActor
  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    receive(userInfo, application)
    return .noData
  }
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) {}
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  /// Calls the handler when the form without one has returned.
  public func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    Task.immediate { @MainActor in
      await self.application(application, handleEventsForBackgroundURLSession: identifier)
      completionHandler()
    }
  }
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String
  ) async {}

  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didReceive notification: UILocalNotification
  ) {}
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didRegister notificationSettings: UIUserNotificationSettings
  ) {}

  /// Returns the configuration in the app's Info.plist.
  public func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
  }

  /// Calls the form without a result from a place where the compiler would choose the form with one.
  private func receive(_ userInfo: [AnyHashable: Any], _ application: UIApplication) {
    self.application(application, didReceiveRemoteNotification: userInfo)
  }
}
