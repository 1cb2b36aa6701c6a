import Foundation
import Testing

@testable import UIKit
@testable import UserNotifications

@MainActor
final class NotificationDelegate: UIResponder, UIApplicationDelegate,
  @preconcurrency UNUserNotificationCenterDelegate
{
  let record = Record()

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    record.add(
      "present \(notification.request.content.title) \(notification.request.content.userInfo)"
    )
    completionHandler([.alert, .sound])
  }
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let text = (response as? UNTextInputNotificationResponse)?.userText ?? "no text"
    record.add(
      "\(response.actionIdentifier) to \(response.notification.request.content.title), \(text)"
    )
    completionHandler()
  }
}

extension AppTests {
  @MainActor
  @Suite("A notification")
  struct NotificationTests {
    let center = UNUserNotificationCenter.current()

    @Test("is scheduled with what it says, before the next line of the app")
    func add() async throws {
      let app = try RunningApp(NotificationDelegate())
      let content = UNMutableNotificationContent()
      content.title = "Tea"
      content.body = "It is ready"
      content.sound = .default
      content.badge = 3
      content.categoryIdentifier = "kitchen"
      content.userInfo = ["cup": 2]
      content.interruptionLevel = .timeSensitive
      var morning = DateComponents()
      (morning.hour, morning.minute) = (7, 30)
      let trigger = UNCalendarNotificationTrigger(dateMatching: morning, repeats: true)
      func schedule() {
        center.add(UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
        content.title = "Coffee"
        center.add(
          UNNotificationRequest(
            identifier: "later",
            content: UNMutableNotificationContent(),
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: false)
          )
        )
      }
      schedule()
      // A call that is waited for, behind them.
      _ = UIApplication.shared.backgroundTimeRemaining
      #expect(
        app.system.calls == ["AddNotification", "AddNotification", "BackgroundTimeRemaining"]
      )
      #expect(
        app.system.json(of: "AddNotification") == [
          #"{"notification":{"badge":3,"body":"It is ready","category":"kitchen","hasSound":true,"#
            + #""identifier":"tea","level":"timeSensitive","title":"Tea","trigger":{"hour":7,"minute":30,"#
            + #""repeats":true,"type":"calendar"},"userInfo":"{\"cup\":2}"}}"#,
          #"{"notification":{"identifier":"later","trigger":{"microseconds":90000000,"type":"interval"}}}"#,
        ]
      )
      await app.stop()
    }

    @Test("carries of its userInfo what is JSON, whatever is beside it")
    func userInfo() {
      let content = UNMutableNotificationContent()
      content.userInfo = ["cup": 2, "when": Date(), 7: "number"]
      #expect(content.scheduled.userInfo?.json == #"{"cup":2}"#)
      #expect(content.userInfo.count == 3)
      content.userInfo = ["when": Date()]
      #expect(content.scheduled.userInfo == nil)
    }

    @Test("that waits no number of seconds is one whose interval is too short")
    func noInterval() {
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: .nan, repeats: false)
      #expect(trigger.scheduled == .interval(.zero, repeats: false))
    }

    @Test("that the user does not allow is Apple's error 1, in each form")
    func refused() async throws {
      let app = try RunningApp(
        NotificationDelegate(),
        StandInSystem { call in
          guard call.method == "AddNotification" else { return nil }
          return .error("io.torpor.Modes.NotificationsNotAllowed", #"{"message": "m"}"#)
        }
      )
      let request = UNNotificationRequest(
        identifier: "tea",
        content: UNMutableNotificationContent(),
        trigger: nil
      )
      let code = await withCheckedContinuation { continuation in
        center.add(request) { continuation.resume(returning: ($0 as? UNError)?.errorCode) }
      }
      #expect(code == 1)
      await #expect { try await center.add(request) } throws: {
        UNError.notificationsNotAllowed ~= $0
      }
      await app.stop()
    }

    @Test("is listed, and removed, in the order of the calls")
    func lists() async throws {
      let pending =
        #"{"notifications": [{"identifier": "tea", "title": "Tea", "trigger": {"type": "interval", "microseconds": 90000000}}]}"#
      let app = try RunningApp(
        NotificationDelegate(),
        StandInSystem { $0.method == "PendingNotifications" ? .reply(pending) : nil }
      )
      let waiting = await center.pendingNotificationRequests()
      #expect(waiting.map(\.identifier) == ["tea"])
      #expect((waiting.first?.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == 90)
      let titles = await withCheckedContinuation { continuation in
        center.getPendingNotificationRequests { @Sendable requests in
          continuation.resume(returning: requests.map(\.content.title))
        }
      }
      #expect(titles == ["Tea"])
      #expect(await center.deliveredNotifications().isEmpty)
      center.removePendingNotificationRequests(withIdentifiers: ["tea"])
      center.removeAllPendingNotificationRequests()
      center.removeDeliveredNotifications(withIdentifiers: ["tea"])
      center.removeAllDeliveredNotifications()
      func setBadge() { center.setBadgeCount(2) }
      setBadge()
      _ = UIApplication.shared.backgroundTimeRemaining
      #expect(
        app.system.calls.suffix(6) == [
          "RemovePendingNotifications", "RemovePendingNotifications",
          "RemoveDeliveredNotifications",
          "RemoveDeliveredNotifications", "SetBadge", "BackgroundTimeRemaining",
        ]
      )
      #expect(
        app.system.json(of: "RemovePendingNotifications") == [#"{"identifiers":["tea"]}"#, "{}"]
      )
      #expect(app.system.json(of: "SetBadge") == [#"{"count":2}"#])
      await app.stop()
    }

    @Test("is listed with a handler as it stands then, whatever the next line removes")
    func order() async throws {
      let app = try RunningApp(
        NotificationDelegate(),
        StandInSystem {
          $0.method == "AuthorizationStatus"
            ? .reply(#"{"status": "authorized", "isAsked": false}"#) : nil
        }
      )
      func listAndRemove() {
        center.getPendingNotificationRequests { _ in }
        center.removeAllPendingNotificationRequests()
        center.getDeliveredNotifications { _ in }
        center.removeAllDeliveredNotifications()
        center.getNotificationSettings { _ in }
        center.setBadgeCount(0)
      }
      listAndRemove()
      #expect(
        app.system.calls.suffix(6) == [
          "PendingNotifications", "RemovePendingNotifications", "DeliveredNotifications",
          "RemoveDeliveredNotifications", "AuthorizationStatus", "SetBadge",
        ]
      )
      await app.stop()
    }

    @Test("has no number on the icon where the system refuses it, and says so in each form")
    func refusedBadge() async throws {
      let app = try RunningApp(
        NotificationDelegate(),
        StandInSystem { call in
          guard call.method == "SetBadge" else { return nil }
          return .error("io.torpor.Modes.NotificationsNotAllowed", #"{"message": "m"}"#)
        }
      )
      let isRefused = await withCheckedContinuation { continuation in
        center.setBadgeCount(1) {
          continuation.resume(returning: ($0 as? UNError)?.code == .notificationsNotAllowed)
        }
      }
      #expect(isRefused)
      do {
        try await center.setBadgeCount(1)
        Issue.record("a refusal was expected")
      } catch {
        #expect((error as? UNError)?.code == .notificationsNotAllowed)
      }
      await app.stop()
    }

    @Test("that this process has scheduled is known when it is answered; of many, the latest")
    func contents() {
      var contents = ScheduledContents()
      for number in 0...ScheduledContents.countMax {
        let content = UNMutableNotificationContent()
        content.title = "\(number)"
        contents.remember(
          UNNotificationRequest(identifier: "\(number)", content: content, trigger: nil).scheduled
        )
      }
      #expect(contents.request("0") == nil)
      #expect(contents.request("1")?.content.title == "1")
      contents.remember(
        UNNotificationRequest(identifier: "1", content: UNNotificationContent(), trigger: nil)
          .scheduled
      )
      #expect(contents.request("1")?.content.title == "")
      #expect(contents.request("2") != nil)
    }

    @Test(
      "needs the user's permission, which is asked for in each form",
      arguments: ["authorized", "denied"]
    )
    func permission(status: String) async throws {
      let app = try RunningApp(
        NotificationDelegate(),
        StandInSystem { call in
          let isAsked = ["RequestAuthorization", "AuthorizationStatus"].contains(call.method)
          return isAsked ? .reply(#"{"status": "\#(status)", "isAsked": false}"#) : nil
        }
      )
      let isGranted = status == "authorized"
      #expect(try await center.requestAuthorization(options: [.alert, .sound]) == isGranted)
      let answer = await withCheckedContinuation { continuation in
        center.requestAuthorization(options: .alert) { isGranted, error in
          continuation.resume(returning: isGranted && error == nil)
        }
      }
      #expect(answer == isGranted)
      let settings = await center.notificationSettings()
      #expect(settings.authorizationStatus == (isGranted ? .authorized : .denied))
      #expect(settings.alertSetting == (isGranted ? .enabled : .disabled))
      #expect(settings.criticalAlertSetting == .notSupported)
      let options: UNAuthorizationOptions = [.alert, .criticalAlert]
      #expect(options.asked == .alert)
      await app.stop()
    }

    @Test("has the answers of its category")
    func categories() async throws {
      let app = try RunningApp(NotificationDelegate())
      let reply = UNTextInputNotificationAction(
        identifier: "reply",
        title: "Reply",
        options: [.foreground],
        textInputButtonTitle: "Send",
        textInputPlaceholder: "Text"
      )
      let category = UNNotificationCategory(
        identifier: "mail",
        actions: [reply],
        intentIdentifiers: [],
        options: .customDismissAction
      )
      center.setNotificationCategories([category])
      _ = UIApplication.shared.backgroundTimeRemaining
      #expect(
        app.system.json(of: "SetNotificationCategories") == [
          #"{"categories":[{"actions":[{"identifier":"reply","opensApp":true,"takesText":true,"title":"Reply"}],"#
            + #""identifier":"mail","tellsOfDismissal":true}]}"#
        ]
      )
      let known = await withCheckedContinuation { continuation in
        center.getNotificationCategories { continuation.resume(returning: $0.count) }
      }
      #expect(known == 1)
      await app.stop()
    }
  }
}
