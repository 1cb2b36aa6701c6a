import CoreLocation
import Foundation
import Testing

@testable import UIKit
@testable import UserNotifications

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

extension AppTests {
  @MainActor
  @Suite("What goes with a notification")
  struct AttachmentTests {
    @Test("is a file that is there, and stays with the content")
    func attachment() throws {
      let file = NSTemporaryDirectory() + "/torpor-sdk-\(UUID().uuidString).png"
      try Data([1]).write(to: URL(fileURLWithPath: file))
      defer { try? FileManager.default.removeItem(atPath: file) }
      let attachment = try UNNotificationAttachment(identifier: "", url: URL(fileURLWithPath: file))
      #expect(
        !attachment.identifier.isEmpty && attachment.type == "png" && attachment.url.path == file
      )
      let content = UNMutableNotificationContent()
      content.attachments = [attachment]
      let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
      #expect(request.content.attachments == [attachment])
      #expect(
        (request.content.mutableCopy() as? UNMutableNotificationContent)?.attachments == [
          attachment
        ]
      )
      do {
        _ = try UNNotificationAttachment(identifier: "b", url: URL(fileURLWithPath: "/none"))
        Issue.record("There is a file.")
      } catch {
        #expect((error as? UNError)?.code == .attachmentInvalidURL)
        #expect(
          error.localizedDescription
            == "There is no file at file:///none, so it cannot go with a notification. Give the URL of a file that the app "
            + "can read."
        )
      }
    }

    @Test("is the boundary of a circle at which it is shown")
    func region() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          guard call.method == "PendingNotifications" else { return nil }
          return .reply(
            #"{"notifications": [{"identifier": "home", "trigger": {"type": "region", "region": {"identifier": "r", "latitude": 48, "#
              + #""longitude": 9, "radiusMetres": 100, "notifyOnExit": false}, "repeats": true}}]}"#
          )
        }
      )
      let circle = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 48, longitude: 9),
        radius: 100,
        identifier: "r"
      )
      circle.notifyOnExit = false
      let trigger = UNLocationNotificationTrigger(region: circle, repeats: true)
      let request = UNNotificationRequest(
        identifier: "home",
        content: UNMutableNotificationContent(),
        trigger: trigger
      )
      func schedule() { UNUserNotificationCenter.current().add(request) }
      schedule()
      let json = try #require(app.system.json(of: "AddNotification").first)
      #expect(
        json.contains(#""identifier":"r""#) && json.contains(#""radiusMetres":100"#)
          && json.contains(#""repeats":true"#)
      )
      let pending = await UNUserNotificationCenter.current().pendingNotificationRequests()
      let read = pending.first?.trigger as? UNLocationNotificationTrigger
      #expect(
        read?.repeats == true && read?.region.identifier == "r"
          && read?.region.notifyOnExit == false
      )
      #expect((read?.region as? CLCircularRegion)?.radius == 100)
      await app.stop()
      #expect(trigger.region === circle)
    }

    @Test("is what a service extension makes of it, which nothing calls but the app")
    func service() {
      let content = UNMutableNotificationContent()
      content.title = "a"
      let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
      let service = UNNotificationServiceExtension()
      var title: String?
      service.didReceive(request) { title = $0.title }
      service.serviceExtensionTimeWillExpire()
      #expect(title == "a")
    }
  }
}
