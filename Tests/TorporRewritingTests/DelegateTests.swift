import Testing
import TorporRewriting

private func findings(_ sources: String...) -> [String] {
  DelegateCheck(sources.map { SourceDeclarations(of: TokenizedSource($0)) }).findings().map(\.text)
}

private func delegate(_ body: String) -> [String] {
  findings("class A: UIResponder, UIApplicationDelegate { \(body) }")
}

@Suite("A delegate's method")
struct DelegateTests {
  static let right = [
    "func applicationDidBecomeActive(_ application: UIApplication) {}",
    "func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey : Any]?) -> Bool { true }",
    "func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil) -> Bool",
    "@objc public func application(_ application: UIApplication, performFetchWithCompletionHandler completionHandler: @escaping @Sendable (_ result: UIBackgroundFetchResult) -> Swift.Void) {}",
    "func application(_ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any]) async -> UIBackgroundFetchResult { .noData }",
    "func application(_ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any]) {}",
    "func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult { .noData }",
    "func application(_ a: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {}",
    "func application(_ a: UIApplication, performFetchWithCompletionHandler done: @escaping FetchHandler) {}",
    "func somethingElse(_ application: UIApplication) {}",
    "func application(_ a: UIApplication, performFetchWithCompletionHandler done: @escaping ((UIBackgroundFetchResult) -> Void)) {}",
    "func application(_ a: UIApplication, performFetchWithCompletionHandler done: (@escaping (UIBackgroundFetchResult) -> Void)) {}",
    "func application(_ a: UIApplication, handleEventsForBackgroundURLSession s: String, completionHandler: @escaping (() -> Void)) {}",
    "func application(_ a: UIApplication, didFinishLaunchingWithOptions o: Optional<[UIApplication.LaunchOptionsKey: Any]>) -> Bool",
    "func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?) -> (Bool)",
    "func application(_ a: UIApplication, didReceiveRemoteNotification u: Dictionary<AnyHashable, Any>) {}",
    "func application(_ a: UIApplication, quiteSomethingElse x: Int) {}",
    "override func applicationDidBecomeActiv(_ application: UIApplication) {}",
    "func f() { func applicationDidBecomeActiv(_ application: UIApplication) {} }",
  ]

  @Test("that is right, or none, is no finding", arguments: right)
  func nothing(text: String) {
    #expect(delegate(text).isEmpty)
  }

  @Test("is near to the one that was meant")
  func near() {
    #expect(
      delegate("func applicationDidEnterBackgroud(_ application: UIApplication) {}") == [
        "applicationDidEnterBackgroud(_:) is not a method of UIApplicationDelegate, so it is never called. Did you mean "
          + "applicationDidEnterBackground(_:)?"
      ]
    )
    #expect(
      delegate("func applicationDidEnterBackground(application: UIApplication) {}") == [
        "applicationDidEnterBackground(application:) is not a method of UIApplicationDelegate, so it is never called. "
          + "Did you mean applicationDidEnterBackground(_:)?"
      ]
    )
    #expect(
      delegate(
        "func application(_ a: UIApplication, didFinishLaunchingWithOption o: [UIApplication.LaunchOptionsKey: Any]?) -> Bool"
      ).first?.hasSuffix("Did you mean application(_:didFinishLaunchingWithOptions:)?") == true
    )
  }

  @Test("has the types of the protocol's")
  func types() {
    #expect(
      delegate(
        "func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [NSObject: AnyObject]?) -> Bool"
      ) == [
        "application(_:didFinishLaunchingWithOptions:) is never called, because its argument is "
          + "'[NSObject:AnyObject]?' and not '[UIApplication.LaunchOptionsKey:Any]?'. Declare it as "
          + "UIApplicationDelegate does."
      ]
    )
    #expect(
      delegate("func applicationWillTerminate(_ application: UIApplication!) {}") == [
        "applicationWillTerminate(_:) is never called, because its argument is 'UIApplication!' and not "
          + "'UIApplication'. Declare it as UIApplicationDelegate does."
      ]
    )
    #expect(
      delegate(
        "func application(_ a: UIApplication, willFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?) {}"
      ) == [
        "application(_:willFinishLaunchingWithOptions:) is never called, because it returns nothing and not 'Bool'. "
          + "Declare it as UIApplicationDelegate does."
      ]
    )
    #expect(
      delegate("static func applicationWillTerminate(_ application: UIApplication) {}") == [
        "applicationWillTerminate(_:) is a method of the type, and UIApplicationDelegate asks for one of its objects, "
          + "so it is never called. Remove 'static' or 'class'."
      ]
    )
  }

  @Test("is told of where nothing calls it yet")
  func uncalled() {
    #expect(
      delegate(
        "func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool"
      ) == [
        "application(_:open:options:) of UIApplicationDelegate is not called on Linux yet (docs/sdk.md)."
      ]
    )
  }

  @Test("is not called where only a subclass has it")
  func subclass() {
    let base = "class A: UIResponder {}\nextension A: UIApplicationDelegate {}"
    let method = "func applicationWillResignActive(_ application: UIApplication) {}"
    #expect(
      findings(base, "final class B: A { \(method) }") == [
        "applicationWillResignActive(_:) is never called, because A, which adopts UIApplicationDelegate, lacks it. "
          + "Declare it in A too, and override it in B."
      ]
    )
    #expect(
      findings(base + "extension A { \(method) }", "class B: A { override \(method) }").isEmpty
    )
    #expect(findings("class A: A {}", "class C: B {}", "class B: C { \(method) }").isEmpty)
  }

  @Test("is of the type that it stands in, and not of another one of that name")
  func nested() {
    let method = "func applicationDidBecomeActiv(_ a: UIApplication) {}"
    #expect(
      findings("enum A { class C: UIApplicationDelegate {} }", "enum B { class C { \(method) } }")
        .isEmpty
    )
    let outside = findings(
      "enum A { class C: UIApplicationDelegate {} }",
      "extension A.C { \(method) }",
      "extension B.C { \(method) }"
    )
    #expect(outside.count == 1)
    #expect(
      findings("class A: UIApplicationDelegate {}", "extension Module.A { \(method) }").count == 1
    )
    #expect(
      findings("enum A { class B: UIApplicationDelegate {}; class C: B { \(method) } }").count == 1
    )
  }

  @Test("of the notification center is known, too")
  func notifications() {
    let found = findings(
      """
      extension A: UNUserNotificationCenterDelegate {
        func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
          withCompletionHandler done: @escaping () -> Void) {}
        func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification)
          async -> UNNotificationPresentationOptions { [] }
        func userNotificationCenter(_ center: UNUserNotificationCenter, didRecieve response: UNNotificationResponse) {}
      }
      class A {}
      """
    )
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix("Did you mean userNotificationCenter(_:didReceive:)?") == true,
      "\(found)"
    )
  }
  @Test("of a push registry is known, too")
  func pushes() {
    let found = findings(
      """
      class Calls: NSObject, PKPushRegistryDelegate {
        func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}
        func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
          for type: PKPushType, completion: @escaping () -> Void) {}
        func pushRegistry(_ registry: PKPushRegistry, didRecieveIncomingPushWith payload: PKPushPayload,
          for type: PKPushType, completion: @escaping () -> Void) {}
        func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenForType type: PKPushType) {}
      }
      """
    )
    #expect(
      found == [
        "pushRegistry(_:didRecieveIncomingPushWith:for:completion:) is not a method of PKPushRegistryDelegate, so it is "
          + "never called. Did you mean pushRegistry(_:didReceiveIncomingPushWith:for:completion:)?",
        "pushRegistry(_:didInvalidatePushTokenForType:) is not a method of PKPushRegistryDelegate, so it is never "
          + "called. Did you mean pushRegistry(_:didInvalidatePushTokenFor:)?",
      ]
    )
  }
}
