/// A protocol of Apple's whose methods the system calls, with what the SDK calls of it.
package struct DelegateProtocol: Sendable {
  package let name: String
  /// Those that are called.
  package let methods: [MethodDeclaration]
  /// Those of Apple's that nothing calls yet.
  package let uncalledMethods: [MethodDeclaration]

  private init(called: SourceDeclarations.TypePart, uncalled: [SourceDeclarations.TypePart]) {
    name = called.name
    methods = called.methods
    uncalledMethods = uncalled.filter { $0.name == called.name }.flatMap { $0.methods }
  }

  package static let all: [DelegateProtocol] = {
    let uncalled = SourceDeclarations(of: TokenizedSource(uncalledText)).parts
    return SourceDeclarations(of: TokenizedSource(calledText)).parts.map {
      DelegateProtocol(called: $0, uncalled: uncalled)
    }
  }()

  /// The names of all methods, without their arguments.
  static let methodNames = Set(
    all.flatMap { ($0.methods + $0.uncalledMethods).map(\.name) }
  )

  /// The names that stand in the types of the methods.
  static let knownTypeNames: Set<String> = {
    let source = TokenizedSource(calledText + uncalledText + standardTypes)
    // `_` stands in no type for which something is known.
    return Set(source.tokens.indices.filter { source.isWord($0) }.map { source.text($0) })
      .subtracting(["_"])
  }()

  /// Types that authors write there instead.
  ///
  /// Not those of which there is a short form: `Dictionary<K, V>` may be right.
  private static let standardTypes =
    "Any AnyObject NSObject NSDictionary NSData NSError NSArray NSString NSNumber Int Double NSURL"

  // MARK: The methods

  /// As the SDK declares them; a test compares both.
  private static let calledText = """
    protocol UIApplicationDelegate {
      func application(_ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
      func application(_ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
      func applicationDidFinishLaunching(_ application: UIApplication)
      func applicationDidBecomeActive(_ application: UIApplication)
      func applicationWillResignActive(_ application: UIApplication)
      func applicationDidEnterBackground(_ application: UIApplication)
      func applicationWillEnterForeground(_ application: UIApplication)
      func applicationWillTerminate(_ application: UIApplication)
      func applicationDidReceiveMemoryWarning(_ application: UIApplication)
      func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
      func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
      func application(_ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: (UIBackgroundFetchResult) -> Void)
      func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult
      func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: (UIBackgroundFetchResult) -> Void)
      func application(_ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]) async -> UIBackgroundFetchResult
      func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])
      func application(_ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
      func application(_ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error)
      func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: () -> Void)
      func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String) async
      func application(_ application: UIApplication, didReceive notification: UILocalNotification)
      func application(_ application: UIApplication,
        didRegister notificationSettings: UIUserNotificationSettings)
      func application(_ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions) -> UISceneConfiguration
    }
    protocol UNUserNotificationCenterDelegate {
      func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: (UNNotificationPresentationOptions) -> Void)
      func userNotificationCenter(_ center: UNUserNotificationCenter,
        willPresent notification: UNNotification) async -> UNNotificationPresentationOptions
      func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: () -> Void)
      func userNotificationCenter(_ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse) async
    }
    protocol PKPushRegistryDelegate {
      func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType)
      func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: () -> Void)
      func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType) async
      func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
    }
    """

  /// From Apple's headers (iOS 18), without what only screens need.
  private static let uncalledText = """
    protocol UIApplicationDelegate {
      func applicationSignificantTimeChange(_ application: UIApplication)
      func application(_ app: UIApplication, open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
      func application(_ application: UIApplication, handleOpen url: URL) -> Bool
      func application(_ application: UIApplication, open url: URL, sourceApplication: String?,
        annotation: Any) -> Bool
      func application(_ application: UIApplication, willContinueUserActivityWithType type: String) -> Bool
      func application(_ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: ([UIUserActivityRestoring]?) -> Void) -> Bool
      func application(_ application: UIApplication, didFailToContinueUserActivityWithType type: String,
        error: any Error)
      func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity)
      func application(_ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>)
      func application(_ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: (Bool) -> Void)
      func application(_ application: UIApplication, handleWatchKitExtensionRequest userInfo: [AnyHashable: Any]?,
        reply: ([AnyHashable: Any]?) -> Void)
      func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool
      func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool
    }
    protocol UNUserNotificationCenterDelegate {
      func userNotificationCenter(_ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?)
    }
    """
}
