import Foundation
import Testing

@testable import UIKit
@testable import UserNotifications

@MainActor
private final class AsyncDelegate: UIResponder, UIApplicationDelegate,
  UNUserNotificationCenterDelegate
{
  let record = Record()

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner] }
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async { record.add(response.actionIdentifier) }
}

/// Calls its handlers when the test says so.
@MainActor
private final class LateDelegate: UIResponder, UIApplicationDelegate,
  @preconcurrency UNUserNotificationCenterDelegate
{
  let record = Record()
  var answered: (() -> Void)?
  var presented: ((UNNotificationPresentationOptions) -> Void)?

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    record.add("present")
    presented = completionHandler
  }
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    record.add("answer")
    answered = completionHandler
  }
  func applicationDidBecomeActive(_ application: UIApplication) { record.add("active") }
  func applicationWillResignActive(_ application: UIApplication) { record.add("resigns") }
}

private let tea = #"{"identifier": "tea", "title": "Tea", "userInfo": "{\"cup\": 2}"}"#

// What a delegate is asked about a notification, and told of the answer to one.

extension AppTests.NotificationTests {
  @Test("is shown on screen as the delegate says, and answered to it")
  func delegate() async throws {
    let delegate = NotificationDelegate()
    let app = try RunningApp(
      delegate,
      StandInSystem {
        $0.method == "DeliveredNotifications"
          ? .reply(#"{"notifications": [{"identifier": "mug", "title": "Mug"}]}"#) : nil
      }
    )
    center.delegate = delegate
    app.system.deliver(1, "willPresent", "\"notification\": \(tea)")
    await app.system.seen("PresentNotification 1")
    app.system.deliver(
      2,
      "didReceiveResponse",
      #""hasCompletionHandler": true, "response": {"notification": "mug", "action": "reply", "text": "soon"}"#
    )
    await app.system.seen("Complete 2")
    app.system.deliver(
      3,
      "didReceiveResponse",
      #""hasCompletionHandler": true, "response": {"notification": "gone", "action": "x"}"#
    )
    await app.system.seen("Complete 3")
    #expect(
      delegate.record.all == [
        #"present Tea [AnyHashable("cup"): 2]"#, "reply to Mug, soon", "x to , no text",
      ]
    )
    #expect(
      app.system.json(of: "PresentNotification") == [
        #"{"callback":"1","options":["sound","list","banner"]}"#
      ]
    )
    center.delegate = nil
    await app.stop()
  }

  @Test("and the answer to one begin in their turn, and return before they are complete")
  func turn() async throws {
    let delegate = LateDelegate()
    let app = try RunningApp(delegate)
    center.delegate = delegate
    app.system.deliver(
      (
        1, "didReceiveResponse",
        #""hasCompletionHandler": true, "response": {"notification": "tea", "action": "x"}"#
      ),
      with: (2, "didBecomeActive", "")
    )
    await app.system.seen("Returned 2")
    app.system.deliver(
      (3, "willPresent", "\"notification\": \(tea)"),
      with: (4, "willResignActive", "")
    )
    await app.system.seen("Returned 4")
    #expect(delegate.record.all == ["answer", "active", "present", "resigns"])
    delegate.answered?()
    delegate.presented?([.banner])
    await app.system.seen("Complete 1")
    await app.system.seen("PresentNotification 3")
    let calls = app.system.calls.filter { $0 != "DeliveredNotifications" }
    #expect(calls.prefix(4) == ["Returned 1", "Returned 2", "Returned 3", "Returned 4"])
    #expect(Set(calls.suffix(2)) == ["Complete 1", "PresentNotification 3"])
    center.delegate = nil
    await app.stop()
  }

  @Test("is answered to an asynchronous delegate, too")
  func asynchronous() async throws {
    let delegate = AsyncDelegate()
    let app = try RunningApp(delegate)
    center.delegate = delegate
    app.system.deliver(1, "willPresent", "\"notification\": \(tea)")
    await app.system.seen("PresentNotification 1")
    app.system.deliver(
      2,
      "didReceiveResponse",
      #""hasCompletionHandler": true, "response": {"notification": "tea", "action": "\#(UNNotificationDismissActionIdentifier)"}"#
    )
    await app.system.seen("Complete 2")
    #expect(delegate.record.all == ["com.apple.UNNotificationDismissActionIdentifier"])
    #expect(
      app.system.json(of: "PresentNotification") == [#"{"callback":"1","options":["banner"]}"#]
    )
    center.delegate = nil
    await app.stop()
  }
}
