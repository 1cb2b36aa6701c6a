import Foundation
import Testing

@testable import UIKit

/// Calls its handlers when the test says so.
@MainActor
private final class HandlerDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()
  var fetched: ((UIBackgroundFetchResult) -> Void)?

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    record.add("fetch")
    fetched = completionHandler
  }
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    record.add("push \(userInfo["headline"] ?? "none")")
    // On another thread, and twice, as apps do.
    nonisolated(unsafe) let completionHandler = completionHandler
    DispatchQueue.global().async {
      completionHandler(.newData)
      completionHandler(.failed)
    }
  }
  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    record.add("events of \(identifier)")
    completionHandler()
  }
  func applicationDidBecomeActive(_ application: UIApplication) { record.add("active") }
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { record.add("token \(Array(deviceToken))") }
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    record.add(
      "no token: \(error.localizedDescription == "\((error as NSError).userInfo[NSUnderlyingErrorKey] ?? "")")"
    )
  }
}

@MainActor
private final class AsyncDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()

  func applicationPerformFetch(_ application: UIApplication) async -> UIBackgroundFetchResult {
    record.add("fetch")
    await Task.yield()
    return .newData
  }
  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    record.add("push")
    await Task.yield()
    return .failed
  }
  func applicationDidBecomeActive(_ application: UIApplication) { record.add("active") }
}

private final class OldDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) { record.add("push \(userInfo["n"] ?? "none")") }
}

extension AppTests {
  @MainActor
  @Suite("A fetch or a push")
  struct FetchAndPushTests {
    @Test("is over when its handler is called, and its callback when the method has returned")
    func fetch() async throws {
      let delegate = HandlerDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(1, "performFetch", #""hasCompletionHandler": true"#)
      app.system.deliver(2, "didBecomeActive")
      await app.system.seen("Returned 2")
      // The method of the fetch has run in its turn, and the fetch goes on.
      #expect(delegate.record.all == ["fetch", "active"])
      #expect(app.system.calls == ["Returned 1", "Returned 2"])
      delegate.fetched?(.failed)
      let complete = await app.system.seen("Complete 1")
      #expect(complete.parameters["result"] == "failed")
      await app.stop()
    }

    @Test("counts by the first call of the handler, on any thread")
    func push() async throws {
      let delegate = HandlerDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(
        1,
        "didReceiveRemoteNotification",
        #""payload": "{\"headline\": \"rain\"}", "hasCompletionHandler": true"#
      )
      let complete = await app.system.seen("Complete 1")
      #expect(complete.parameters["result"] == "newData")
      #expect(delegate.record.all == ["push rain"])
      await app.stop()
      #expect(app.system.calls.filter { $0.hasPrefix("Complete") }.count == 1)
    }

    @Test("is received by an asynchronous method, which begins in its turn")
    func asynchronous() async throws {
      let delegate = AsyncDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(
        1,
        "didReceiveRemoteNotification",
        #""payload": "{}", "hasCompletionHandler": true"#
      )
      app.system.deliver(2, "didBecomeActive")
      let complete = await app.system.seen("Complete 1")
      #expect(complete.parameters["result"] == "failed")
      await app.system.seen("Returned 2")
      #expect(delegate.record.all == ["push", "active"])
      await app.stop()
    }

    @Test("is looked for by an asynchronous method, which begins in its turn")
    func asynchronousFetch() async throws {
      let delegate = AsyncDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(1, "performFetch", #""hasCompletionHandler": true"#)
      app.system.deliver(2, "didBecomeActive")
      let complete = await app.system.seen("Complete 1")
      #expect(complete.parameters["result"] == "newData")
      await app.system.seen("Returned 2")
      #expect(delegate.record.all == ["fetch", "active"])
      await app.stop()
    }

    @Test("is received by the method without a result, and then was nothing new")
    func withoutResult() async throws {
      let delegate = OldDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(
        1,
        "didReceiveRemoteNotification",
        #""payload": "{\"n\": 3}", "hasCompletionHandler": true"#
      )
      let complete = await app.system.seen("Complete 1")
      #expect(complete.parameters["result"] == "noData")
      #expect(delegate.record.all == ["push 3"])
      await app.stop()
    }

    @Test("of a background session is handed over with its name")
    func events() async throws {
      let delegate = HandlerDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(
        1,
        "handleEventsForBackgroundURLSession",
        #""session": "feeds", "hasCompletionHandler": true"#
      )
      await app.system.seen("Complete 1")
      #expect(delegate.record.all == ["events of feeds"])
      await app.stop()
      // The handler was called within the method: the completion must not overtake the return.
      #expect(app.system.calls == ["Returned 1", "Complete 1"])
    }

    @Test(
      "comes at an interval that the app asks for",
      arguments: [
        (UIApplication.backgroundFetchIntervalMinimum, "minimum", nil), (.nan, "minimum", nil),
        (UIApplication.backgroundFetchIntervalNever, "never", nil), (3600, nil, "3600000000"),
      ] as [(TimeInterval, String?, String?)]
    )
    func interval(seconds: TimeInterval, word: String?, microseconds: String?) async throws {
      let app = try RunningApp(HandlerDelegate())
      UIApplication.shared.setMinimumBackgroundFetchInterval(seconds)
      let call = await app.system.seen("SetMinimumBackgroundFetchInterval")
      await app.stop()
      #expect(call.parameters["interval"] == word)
      #expect(call.parameters["microseconds"] == microseconds)
    }

    @Test("has no token where the system has none, and none after it is given back")
    func noToken() async throws {
      let delegate = HandlerDelegate()
      let app = try RunningApp(
        delegate,
        StandInSystem { call in
          guard call.method == "RegisterForPush" else { return nil }
          return .error(
            "org.varlink.service.MethodNotImplemented",
            #"{"method": "RegisterForPush"}"#
          )
        }
      )
      UIApplication.shared.registerForRemoteNotifications()
      await delegate.record.filled(to: 1)
      // The developer reads the system's own sentence.
      #expect(delegate.record.all == ["no token: true"])
      UIApplication.shared.unregisterForRemoteNotifications()
      await app.system.seen("UnregisterForPush")
      #expect(!UIApplication.shared.isRegisteredForRemoteNotifications)
      await app.stop()
    }

    @Test("has no token when it is given back before it has come")
    func tokenGivenBack() async throws {
      let delegate = HandlerDelegate()
      let app = try RunningApp(delegate)
      UIApplication.shared.registerForRemoteNotifications()
      UIApplication.shared.unregisterForRemoteNotifications()
      await app.system.seen("UnregisterForPush")
      #expect(app.system.calls == ["RegisterForPush", "UnregisterForPush"])
      #expect(!UIApplication.shared.isRegisteredForRemoteNotifications)
      await app.stop()
    }

    @Test("needs a token, which the delegate is told, or that there is none")
    func token() async throws {
      let delegate = HandlerDelegate()
      let app = try RunningApp(delegate)
      UIApplication.shared.registerForRemoteNotifications()
      await app.system.seen("RegisterForPush")
      await delegate.record.filled(to: 1)
      #expect(delegate.record.all == ["token [0, 255, 16]"])
      #expect(UIApplication.shared.isRegisteredForRemoteNotifications)
      await app.stop()
      #expect(UIApplication.bytes(ofToken: "no-digits") == Data("no-digits".utf8))
    }
  }
}
