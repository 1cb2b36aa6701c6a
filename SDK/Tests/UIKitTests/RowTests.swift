import BackgroundTasks
import CoreLocation
import Foundation
import Testing

@testable import UIKit
@testable import UserNotifications

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

extension AppTests {
  @MainActor
  @Suite("Symbols that docs/sdk.md says work")
  struct RowTests {
    @Test("a task is of Apple's class for its kind")
    func tasks() async throws {
      let app = try RunningApp(PlainDelegate())
      let record = Record()
      func register(_ identifier: String) {
        BGTaskScheduler.shared.register(
          forTaskWithIdentifier: identifier,
          using: nil,
          launchHandler: { @Sendable (task: BGTask) in
            let kinds = [
              task is BGAppRefreshTask ? "refresh" : nil,
              task is BGProcessingTask ? "processing" : nil,
              task is BGHealthResearchTask ? "research" : nil,
              task is BGContinuedProcessingTask ? "continued" : nil,
            ]
            record.add("\(task.identifier): \(kinds.compactMap { $0 }.joined(separator: " "))")
            task.setTaskCompleted(success: true)
          }
        )
      }
      for (index, type) in ["appRefresh", "processing", "healthResearch", "continued"].enumerated()
      {
        register("a.\(type)")
        app.system.deliver(
          index + 1,
          "launchTask",
          #""identifier": "a.\#(type)", "type": "\#(type)", "hasCompletionHandler": true"#
        )
        await app.system.seen("Complete \(index + 1)")
      }
      await app.stop()
      #expect(
        record.all == [
          "a.appRefresh: refresh", "a.processing: processing",
          "a.healthResearch: processing research",
          "a.continued: continued",
        ]
      )
      let request: BGTaskRequest = BGAppRefreshTaskRequest(identifier: "a.b")
      #expect(request.identifier == "a.b")
    }

    @Test("a notification has the sound of a file, and actions that say what they do")
    func notifications() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          call.method == "AddNotification" && call.json.contains("never")
            ? .error("io.torpor.Modes.ImpossibleDate", #"{"message": "m"}"#) : nil
        }
      )
      let center = UNUserNotificationCenter.current()
      let content = UNMutableNotificationContent()
      content.sound = UNNotificationSound(named: UNNotificationSoundName("bell.wav"))
      let action = UNNotificationAction(identifier: "go", title: "Go", options: [.destructive])
      let category = UNNotificationCategory(
        identifier: "c",
        actions: [action],
        intentIdentifiers: [],
        options: []
      )
      func schedule() {
        center.add(UNNotificationRequest(identifier: "a", content: content, trigger: nil))
        center.setNotificationCategories([category])
      }
      schedule()
      #expect(
        app.system.json(of: "AddNotification").first?.contains(#""soundName":"bell.wav""#) == true
      )
      let categories = app.system.json(of: "SetNotificationCategories").first
      #expect(
        categories?.contains(#""identifier":"go","isDestructive":true"#) == true,
        "\(categories ?? "")"
      )
      do {
        try await center.add(
          UNNotificationRequest(identifier: "never", content: content, trigger: nil)
        )
        Issue.record("The date is possible.")
      } catch {
        #expect((error as? UNError)?.code == UNError.Code.notificationInvalidNoDate)
      }
      await app.stop()
    }

    @Test("updates of the location pause as the app has set")
    func location() async throws {
      let app = try RunningApp(PlainDelegate())
      func start() {
        let manager = CLLocationManager()
        manager.pausesLocationUpdatesAutomatically = false
        manager.startUpdatingLocation()
        manager.stopUpdatingLocation()
      }
      start()
      #expect(
        app.system.json(of: "StartUpdatingLocation").first?.contains(
          #""pausesAutomatically":false"#
        ) == true
      )
      await app.stop()
    }
  }
}
