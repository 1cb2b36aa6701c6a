import Foundation
import Testing

@testable import UIKit

@MainActor
private final class LifeDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    record.add(
      "launched \(launchOptions?[.location] ?? "by the user") \(application.applicationState)"
    )
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) {
    record.add("active \(application.applicationState)")
  }
  func applicationWillResignActive(_ application: UIApplication) { record.add("resigns") }
  func applicationDidEnterBackground(_ application: UIApplication) {
    record.add("background \(application.applicationState)")
  }
  func applicationWillEnterForeground(_ application: UIApplication) { record.add("foreground") }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { record.add("memory") }
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
    record.add("locked")
  }
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
    record.add("unlocked")
  }
  func applicationWillTerminate(_ application: UIApplication) { record.add("ends") }
}

/// Implements nothing.
private final class SilentDelegate: UIResponder, UIApplicationDelegate {}

extension AppTests {
  @MainActor
  @Suite("The life of an app")
  struct LifeCycleTests {
    @Test("is told to the delegate and then to the observers, in the order of the system")
    func order() async throws {
      let delegate = LifeDelegate()
      let record = delegate.record
      let names = [
        UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
        UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
        UIApplication.willEnterForegroundNotification,
        UIApplication.didReceiveMemoryWarningNotification,
        UIApplication.willTerminateNotification,
      ]
      let tokens = names.map { name in
        // Without a queue: Foundation waits for the main one on a thread that tests do not have. The sample's
        // end-to-end check has an observer there.
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          #expect(isOnMainQueue)
          record.add("posted")
        }
      }
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      let app = try RunningApp(delegate)
      let events = [
        "didBecomeActive", "willResignActive", "didEnterBackground", "willEnterForeground",
        "didReceiveMemoryWarning", "willTerminate",
      ]
      app.system.deliver(1, "didFinishLaunching", #""destination": "foreground""#)
      for (index, event) in events.enumerated() { app.system.deliver(index + 2, event) }
      await app.system.seen("Returned 7")
      await app.stop()
      let calls = [
        "launched by the user inactive", "active active", "resigns", "background background",
        "foreground",
        "memory", "ends",
      ]
      #expect(record.all == calls.flatMap { [$0, "posted"] })
      #expect(app.system.calls == (1...7).map { "Returned \($0)" })
    }

    @Test("begins for a location with Apple's option, and for a task without one")
    func options() async throws {
      let delegate = LifeDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(
        1,
        "didFinishLaunching",
        #""destination": "background", "wakeReason": "region""#
      )
      app.system.deliver(
        2,
        "didFinishLaunching",
        #""destination": "background", "wakeReason": "appRefresh""#
      )
      await app.system.seen("Returned 2")
      await app.stop()
      #expect(
        delegate.record.all == ["launched true background", "launched by the user background"]
      )
    }

    @Test("has moments at which files and background refreshes change")
    func changes() async throws {
      let delegate = LifeDelegate()
      let record = delegate.record
      let names = [
        UIApplication.protectedDataWillBecomeUnavailableNotification,
        UIApplication.protectedDataDidBecomeAvailableNotification,
        UIApplication.backgroundRefreshStatusDidChangeNotification,
      ]
      let tokens = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          record.add("posted")
        }
      }
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      let app = try RunningApp(delegate)
      app.system.deliver(1, "protectedDataWillBecomeUnavailable")
      app.system.deliver(2, "protectedDataDidBecomeAvailable")
      app.system.deliver(3, "backgroundRefreshStatusDidChange", #""isAvailable": false"#)
      await app.system.seen("Returned 3")
      #expect(record.all == ["locked", "posted", "unlocked", "posted", "posted"])
      #expect(UIApplication.shared.backgroundRefreshStatus == .denied)
      app.system.deliver(4, "backgroundRefreshStatusDidChange", #""isAvailable": true"#)
      await app.system.seen("Returned 4")
      #expect(UIApplication.shared.backgroundRefreshStatus == .available)
      await app.stop()
    }

    @Test("does nothing in a delegate that implements nothing")
    func silence() async throws {
      let app = try RunningApp(SilentDelegate())
      app.system.deliver(1, "didFinishLaunching", #""destination": "foreground""#)
      app.system.deliver(2, "didBecomeActive")
      app.system.deliver(3, "performFetch", #""hasCompletionHandler": true"#)
      let complete = await app.system.seen("Complete 3")
      app.system.deliver(
        4,
        "didReceiveRemoteNotification",
        #""payload": "{}", "hasCompletionHandler": true"#
      )
      let pushed = await app.system.seen("Complete 4")
      await app.stop()
      #expect(complete.parameters["result"] == "noData")
      #expect(pushed.parameters["result"] == "noData")
      #expect(
        app.system.calls == [
          "Returned 1", "Returned 2", "Returned 3", "Complete 3", "Returned 4", "Complete 4",
        ]
      )
    }

    @Test("is told to the delegate that the app has set last; to none, where it has set none")
    func otherDelegate() async throws {
      let (first, second) = (LifeDelegate(), LifeDelegate())
      let app = try RunningApp(first)
      app.system.deliver(1, "willResignActive")
      await app.system.seen("Returned 1")
      UIApplication.shared.delegate = second
      app.system.deliver(2, "willEnterForeground")
      await app.system.seen("Returned 2")
      UIApplication.shared.delegate = nil
      app.system.deliver(3, "willResignActive")
      await app.system.seen("Returned 3")
      await app.stop()
      #expect(first.record.all == ["resigns"])
      #expect(second.record.all == ["foreground"])
    }

    @Test("has a delegate of any class, made by its own init()")
    func construction() {
      let made = MainLoop.make(LifeDelegate.self)
      #expect((made as? LifeDelegate)?.record.all == [])
      #expect(MainLoop.make(SilentDelegate.self) is SilentDelegate)
    }

    @Test("has a delegate that is found by the compiler's name for it, where Foundation has none")
    func nameOfTheCompiler() {
      final class InFunction: UIResponder {}
      for meant in [InFunction.self, UIResponder.self] as [AnyClass] {
        let object = _NSStringFromClass(unsafeBitCast(meant, to: UnsafeRawPointer.self))
        let name = Unmanaged<NSString>.fromOpaque(object).takeRetainedValue()
        #expect(ObjectIdentifier(MainLoop.mustFindClass(String(name))) == ObjectIdentifier(meant))
      }
    }
  }
}
