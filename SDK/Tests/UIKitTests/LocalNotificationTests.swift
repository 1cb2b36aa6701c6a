import Foundation
import Testing

@testable import UIKit
@testable import UserNotifications

@MainActor
private final class OldDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()

  func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
    record.add("\(notification.alertBody ?? "no text") \(notification.userInfo ?? [:])")
  }
  func application(
    _ application: UIApplication,
    didRegister notificationSettings: UIUserNotificationSettings
  ) { record.add("may use \(notificationSettings.types.rawValue)") }
}

private let tea = #"{"identifier": "tea", "body": "Tea", "userInfo": "{\"cup\": 2}"}"#

extension AppTests {
  @MainActor
  @Suite("A notification of before iOS 10")
  struct LocalNotificationTests {
    private let center = UNUserNotificationCenter.current()

    @Test("is scheduled for its date, repeats by its parts, or is shown at once")
    func scheduled() throws {
      let now = Date(timeIntervalSince1970: 1_000_000)
      let notification = UILocalNotification()
      notification.alertTitle = "Tea"
      notification.alertBody = "It is ready"
      notification.soundName = UILocalNotificationDefaultSoundName
      notification.applicationIconBadgeNumber += 1
      notification.userInfo = ["cup": 2]
      notification.category = "kitchen"
      notification.fireDate = now + 90
      let once = notification.request(at: now)
      let interval = try #require(once.trigger as? UNTimeIntervalNotificationTrigger)
      #expect(interval.timeInterval == 90)
      #expect(!interval.repeats)
      #expect(once.content.title == "Tea")
      #expect(once.content.body == "It is ready")
      #expect(once.content.sound != nil)
      #expect(once.content.badge == 1)
      #expect(once.content.categoryIdentifier == "kitchen")
      #expect(notification.request(at: now + 91).trigger == nil)
      #expect(notification.request(at: now, isImmediate: true).trigger == nil)

      notification.timeZone = TimeZone(identifier: "UTC")
      let parts: [(NSCalendar.Unit, DateComponents)] = [
        (.minute, DateComponents(second: 10)),
        (.hour, DateComponents(minute: 48, second: 10)),
        (.day, DateComponents(hour: 13, minute: 48, second: 10)),
        (.month, DateComponents(day: 12, hour: 13, minute: 48, second: 10)),
        (.year, DateComponents(month: 1, day: 12, hour: 13, minute: 48, second: 10)),
      ]
      for (unit, components) in parts {
        notification.repeatInterval = unit
        let trigger = notification.request(at: now).trigger
        let calendar = try #require(trigger as? UNCalendarNotificationTrigger)
        #expect(calendar.repeats)
        #expect(calendar.dateComponents == components)
      }
    }

    @Test("reaches the system, is listed and cancelled, and its tap is told to the app's delegate")
    func life() async throws {
      let delegate = OldDelegate()
      let app = try RunningApp(
        delegate,
        StandInSystem { call in
          switch call.method {
          case "PendingNotifications": .reply(#"{"notifications": [\#(tea)]}"#)
          case "RequestNotificationAuthorization": .reply(#"{"isGranted": true}"#)
          default: nil
          }
        }
      )
      let application = UIApplication.shared
      application.delegate = delegate
      let notification = UILocalNotification()
      notification.alertBody = "Tea"
      notification.userInfo = ["cup": 2]
      application.presentLocalNotificationNow(notification)
      #expect(
        app.system.json(of: "AddNotification") == [
          #"{"notification":{"body":"Tea","identifier":"\#(notification.identifier)","userInfo":"{\"cup\":2}"}}"#
        ]
      )
      let listed = try #require(application.scheduledLocalNotifications?.first)
      #expect(listed.alertBody == "Tea")
      application.cancelLocalNotification(listed)
      #expect(app.system.calls.contains { $0.hasPrefix("RemovePendingNotifications") })
      // In front, and then a tap on what this process has scheduled.
      app.system.deliver(1, "willPresent", "\"notification\": \(tea)")
      await app.system.seen("PresentNotification 1")
      app.system.deliver(
        2,
        "didReceiveResponse",
        #""hasCompletionHandler": true, "response": {"notification": "\#(notification.identifier)", "action": "com.apple.UNNotificationDefaultActionIdentifier"}"#
      )
      await app.system.seen("Complete 2")
      // As systems before iOS 10 tell the app in front.
      app.system.deliver(3, "didReceiveLocalNotification", "\"notification\": \(tea)")
      await app.system.seen("Returned 3")
      let told = #"Tea [AnyHashable("cup"): 2]"#
      #expect(delegate.record.all == [told, told, told])
      center.delegate = nil
      await app.stop()
    }

    @Test("has a relevance and criteria, which stay with the content")
    func relevance() {
      let content = UNMutableNotificationContent()
      #expect(content.relevanceScore == 0)
      content.relevanceScore = 0.5
      content.filterCriteria = "work"
      let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
      #expect(request.content.relevanceScore == 0.5)
      #expect(request.content.filterCriteria == "work")
    }
  }
}
