import Foundation
import Testing

@testable import UIKit

private final class Steps {
  nonisolated(unsafe) static var record = Record()
}

@MainActor
final class WatchedSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    let scene = scene as? UIWindowScene
    window = scene.map { UIWindow(windowScene: $0) }
    window?.makeKeyAndVisible()
    let isEmpty = connectionOptions.urlContexts.isEmpty && connectionOptions.userActivities.isEmpty
    Steps.record.add("connects \(session.role.rawValue) \(isEmpty) \(scene?.keyWindow === window)")
  }
  func sceneWillEnterForeground(_ scene: UIScene) { Steps.record.add("foreground") }
  func sceneDidBecomeActive(_ scene: UIScene) {
    Steps.record.add(
      "active \(scene.activationState) \(UIApplication.shared.connectedScenes.contains(scene))"
    )
  }
  func sceneWillResignActive(_ scene: UIScene) {
    Steps.record.add("resigns \(scene.activationState)")
  }
  func sceneDidEnterBackground(_ scene: UIScene) {
    Steps.record.add("background \(scene.activationState)")
  }
  func sceneDidDisconnect(_ scene: UIScene) { Steps.record.add("disconnects") }
}

/// Tells of the steps of the app, which scenes take from it.
@MainActor
private class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Steps.record.add("launched")
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { Steps.record.add("app active") }
  func applicationWillResignActive(_ application: UIApplication) { Steps.record.add("app resigns") }
  func applicationDidEnterBackground(_ application: UIApplication) {
    Steps.record.add("app background")
  }
  func applicationWillEnterForeground(_ application: UIApplication) {
    Steps.record.add("app foreground")
  }
  func applicationWillTerminate(_ application: UIApplication) { Steps.record.add("app ends") }
}

@MainActor
private final class ConfiguringDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    Steps.record.add("asked")
    let configuration = UISceneConfiguration(
      name: "Default",
      sessionRole: connectingSceneSession.role
    )
    configuration.delegateClass = WatchedSceneDelegate.self
    return configuration
  }
  func applicationDidBecomeActive(_ application: UIApplication) { Steps.record.add("app active") }
}

extension AppTests {
  @MainActor
  @Suite("The scene of an app")
  struct SceneTests {
    init() {
      Steps.record = Record()
      SceneManifest.current = nil
    }

    private func manifest(_ delegate: String) -> SceneManifest? {
      SceneManifest([
        "UIApplicationSceneManifest": [
          "UIApplicationSupportsMultipleScenes": false,
          "UISceneConfigurations": [
            "UIWindowSceneSessionRoleApplication": [
              ["UISceneConfigurationName": "Default", "UISceneDelegateClassName": delegate]
            ]
          ],
        ]
      ])
    }

    @Test(
      "is made when the app comes on screen, and is told of its steps in place of the app's delegate"
    )
    func life() async throws {
      SceneManifest.current = manifest(NSStringFromClass(WatchedSceneDelegate.self))
      defer { SceneManifest.current = nil }
      let names = [
        UIScene.willConnectNotification, UIScene.didActivateNotification,
        UIApplication.didBecomeActiveNotification,
      ]
      let tokens = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
          Steps.record.add("posted \($0.name.rawValue)")
        }
      }
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      let app = try RunningApp(AppDelegate())
      app.system.deliver(1, "didFinishLaunching", #""destination": "foreground""#)
      app.system.deliver(2, "didBecomeActive")
      app.system.deliver(3, "willResignActive")
      app.system.deliver(4, "didEnterBackground")
      app.system.deliver(5, "willEnterForeground")
      await app.system.seen("Returned 5")
      #expect(
        UIApplication.shared.connectedScenes.count == 1
          && UIApplication.shared.openSessions.count == 1
      )
      app.system.deliver(6, "willTerminate")
      await app.system.seen("Returned 6")
      await app.stop()
      #expect(
        Steps.record.all == [
          "launched", "connects UIWindowSceneSessionRoleApplication true true",
          "posted UISceneWillConnectNotification", "foreground", "active foregroundActive true",
          "posted UISceneDidActivateNotification",
          "posted UIApplicationDidBecomeActiveNotification",
          "resigns foregroundInactive", "background background", "foreground", "disconnects",
          "app ends",
        ]
      )
      #expect(UIApplication.shared.connectedScenes.isEmpty)
    }

    @Test("is not made while the app runs in the background")
    func background() async throws {
      SceneManifest.current = manifest(NSStringFromClass(WatchedSceneDelegate.self))
      defer { SceneManifest.current = nil }
      let app = try RunningApp(AppDelegate())
      app.system.deliver(
        1,
        "didFinishLaunching",
        #""destination": "background", "wakeReason": "appRefresh""#
      )
      app.system.deliver(2, "didEnterBackground")
      await app.system.seen("Returned 2")
      #expect(Steps.record.all == ["launched"] && UIApplication.shared.connectedScenes.isEmpty)
      app.system.deliver(3, "willEnterForeground")
      await app.system.seen("Returned 3")
      await app.stop()
      #expect(
        Steps.record.all == [
          "launched", "connects UIWindowSceneSessionRoleApplication true true", "foreground",
        ]
      )
    }

    @Test("is that of the class that the app's delegate names")
    func configured() async throws {
      let app = try RunningApp(ConfiguringDelegate())
      app.system.deliver(1, "didFinishLaunching", #""destination": "foreground""#)
      app.system.deliver(2, "didBecomeActive")
      await app.system.seen("Returned 2")
      await app.stop()
      #expect(
        Steps.record.all == [
          "asked", "connects UIWindowSceneSessionRoleApplication true true", "foreground",
          "active foregroundActive true",
        ]
      )
    }

    @Test("is missing where nobody has asked for one: the app's delegate is told")
    func none() async throws {
      let app = try RunningApp(AppDelegate())
      app.system.deliver(1, "didFinishLaunching", #""destination": "foreground""#)
      for (index, event) in [
        "didBecomeActive", "willResignActive", "didEnterBackground", "willEnterForeground",
      ].enumerated() {
        app.system.deliver(index + 2, event)
      }
      await app.system.seen("Returned 5")
      await app.stop()
      #expect(
        Steps.record.all == [
          "launched", "app active", "app resigns", "app background", "app foreground",
        ]
      )
      #expect(UIApplication.shared.connectedScenes.isEmpty)
    }

    @Test("has the classes of the Info.plist, where they are loaded")
    func classes() {
      SceneManifest.current = manifest(NSStringFromClass(WatchedSceneDelegate.self))
      let role = UISceneSession.Role.windowApplication
      #expect(
        UISceneConfiguration(name: "Default", sessionRole: role).delegateClass
          == WatchedSceneDelegate.self
      )
      #expect(
        UISceneConfiguration(name: nil, sessionRole: role).delegateClass
          == WatchedSceneDelegate.self
      )
      #expect(UISceneConfiguration(name: "Other", sessionRole: role).delegateClass == nil)
      SceneManifest.current = manifest("Nowhere.SceneDelegate")
      #expect(UISceneConfiguration(name: nil, sessionRole: role).delegateClass == nil)
      SceneManifest.current = nil
    }

    @Test("does not restore what the user did, and has a screen without a size")
    func rest() {
      let activity = NSUserActivity(activityType: "reading")
      let restoring: any UIUserActivityRestoring = UIResponder()
      restoring.restoreUserActivityState(activity)
      let item = UIApplicationShortcutItem(
        type: "new",
        localizedTitle: "New",
        localizedSubtitle: "Now"
      )
      UIApplication.shared.shortcutItems = [item]
      #expect(UIApplication.shared.shortcutItems?.map(\.type) == ["new"])
      #expect(item.localizedTitle == "New" && item.localizedSubtitle == "Now" && item.icon == nil)
      UIApplication.shared.shortcutItems = nil
    }
  }
}
