import AppleSupport
import Foundation
import Testing

@testable import BackgroundTasks
@testable import UIKit

private final class TaskDelegate: UIResponder, UIApplicationDelegate {}

private func message(_ text: String) -> String { #"{"conditions": [], "message": "\#(text)"}"# }

extension AppTests {
  @MainActor
  @Suite("The task scheduler")
  struct BackgroundTasksTests {
    private func launch(_ app: RunningApp, _ type: String = "appRefresh") {
      app.system.deliver(
        1,
        "launchTask",
        #""identifier": "a.b.refresh", "type": "\#(type)", "hasCompletionHandler": true"#
      )
    }

    @Test("launches a task on a queue of its own, off the main thread, until it is completed")
    func launches() async throws {
      let app = try RunningApp(TaskDelegate())
      let record = Record()
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "a.b.refresh",
        using: nil
      ) { @Sendable task in
        record.add("\(type(of: task)) \(task.identifier), \(queueLabel)")
        task.setTaskCompleted(success: true)
        task.setTaskCompleted(success: false)
      }
      #expect(isPermitted)
      launch(app)
      let complete = await app.system.seen("Complete 1")
      await app.stop()
      #expect(complete.parameters["result"] == "success")
      #expect(
        record.all == [
          "BGAppRefreshTask a.b.refresh, com.apple.BGTaskScheduler (a.b.refresh)"
        ]
      )
      #expect(app.system.calls.filter { $0.hasPrefix("Complete") }.count == 1)
    }

    @Test("launches a task on the queue that the app passes")
    func launchesOnQueue() async throws {
      let app = try RunningApp(TaskDelegate())
      let record = Record()
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b.refresh", using: .main) { task in
        record.add("main \(isOnMainQueue)")
        task.setTaskCompleted(success: false)
      }
      launch(app, "processing")
      let complete = await app.system.seen("Complete 1")
      await app.stop()
      #expect(complete.parameters["result"] == "failure")
      #expect(record.all == ["main true"])
    }

    @Test("tells a task that its time is up, once, and then it has no handler")
    func expires() async throws {
      let app = try RunningApp(TaskDelegate())
      let record = Record()
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b.refresh", using: nil) {
        @Sendable task in
        task.expirationHandler = {
          record.add("expired")
          task.setTaskCompleted(success: false)
        }
      }
      launch(app)
      await app.system.seen("SetExpirationHandler 1")
      app.system.deliver(
        2,
        "taskExpiration",
        #""launchCallback": "1", "identifier": "a.b.refresh""#
      )
      await app.system.seen("Complete 1")
      await app.system.seen("Returned 2")
      await app.stop()
      #expect(record.all == ["expired"])
    }

    @Test("shows the progress of continued work as its units are completed")
    func progress() async throws {
      let app = try RunningApp(TaskDelegate())
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b.refresh", using: nil) {
        @Sendable task in
        guard let task = task as? BGContinuedProcessingTask else { return }
        task.progress.totalUnitCount = 4
        task.progress.completedUnitCount = 1
        task.updateTitle("Export", subtitle: "1 of 4")
        task.setTaskCompleted(success: true)
      }
      launch(app, "continued")
      await app.system.seen("Complete 1")
      await app.stop()
      #expect(app.system.calls.filter { $0 == "ReportProgress 1" }.count == 2)
    }

    @Test("takes requests with what they ask for, and gives copies of those that wait")
    func requests() async throws {
      let pending = #"""
        {"requests": [
          {"identifier": "a", "type": "appRefresh", "submittedMicroseconds": 0},
          {"identifier": "b", "type": "processing", "network": true, "externalPower": true, "submittedMicroseconds": 0}
        ]}
        """#
      let app = try RunningApp(
        TaskDelegate(),
        StandInSystem { $0.method == "PendingTaskRequests" ? .reply(pending) : nil }
      )
      let request = BGProcessingTaskRequest(identifier: "b")
      request.requiresExternalPower = true
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      try BGTaskScheduler.shared.submit(request)
      let submitted = await app.system.seen("SubmitTask b")
      #expect(submitted.parameters["type"] == "processing")
      #expect(submitted.parameters["externalPower"] == "1")
      let begin = Double(submitted.parameters["earliestBeginMicroseconds"] ?? "") ?? 0
      #expect((3_590_000_000...3_600_000_000).contains(begin))

      let waiting = await BGTaskScheduler.shared.pendingTaskRequests()
      try #require(waiting.map(\.identifier) == ["a", "b"])
      #expect(waiting[0] is BGAppRefreshTaskRequest)
      #expect((waiting[1] as? BGProcessingTaskRequest)?.requiresNetworkConnectivity == true)
      let names = await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.getPendingTaskRequests { @Sendable requests in
          #expect(!isOnMainQueue)
          continuation.resume(returning: requests.map(\.identifier))
        }
      }
      #expect(names == ["a", "b"])

      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "b")
      BGTaskScheduler.shared.cancelAllTaskRequests()
      await app.system.seen("CancelTaskRequest")
      await app.stop()
      #expect(app.system.calls.suffix(2) == ["CancelTaskRequest b", "CancelTaskRequest"])
    }

    @Test("takes requests of each kind, and gives them back as they were")
    func kinds() async throws {
      let pending = #"""
        {"requests": [
          {"identifier": "h", "type": "healthResearch", "protection": "complete", "submittedMicroseconds": 0},
          {"identifier": "c", "type": "continued", "title": "Export", "subtitle": "1", "strategy": "fail",
           "submittedMicroseconds": 0}
        ]}
        """#
      let app = try RunningApp(
        TaskDelegate(),
        StandInSystem { $0.method == "PendingTaskRequests" ? .reply(pending) : nil }
      )
      let research = BGHealthResearchTaskRequest(identifier: "h")
      research.protectionTypeOfRequiredData = .complete
      try BGTaskScheduler.shared.submit(research)
      let continued = BGContinuedProcessingTaskRequest(
        identifier: "c",
        title: "Export",
        subtitle: "1"
      )
      continued.strategy = .fail
      try BGTaskScheduler.shared.submit(continued)
      let first = await app.system.seen("SubmitTask h")
      #expect(first.parameters["type"] == "healthResearch")
      #expect(first.parameters["protection"] == "complete")
      let second = await app.system.seen("SubmitTask c")
      #expect(second.parameters["type"] == "continued")
      #expect(second.parameters["title"] == "Export")
      #expect(second.parameters["strategy"] == "fail")
      let waiting = await BGTaskScheduler.shared.pendingTaskRequests()
      try #require(waiting.count == 2)
      let protection = (waiting[0] as? BGHealthResearchTaskRequest)?.protectionTypeOfRequiredData
      #expect(protection?.rawValue == FileProtectionType.complete.rawValue)
      let export = waiting[1] as? BGContinuedProcessingTaskRequest
      #expect(export?.title == "Export" && export?.strategy == .fail)
      await app.stop()
    }

    @Test(
      "refuses a request with Apple's error",
      arguments: [
        ("Unavailable", 1), ("TooManyPendingTaskRequests", 2), ("NotPermitted", 3),
        ("ImmediateRunIneligible", 4),
      ]
    )
    func errors(name: String, code: Int) async throws {
      let app = try RunningApp(
        TaskDelegate(),
        StandInSystem { call in
          guard call.method == "SubmitTask" else { return nil }
          return .error("io.torpor.TaskScheduler.\(name)", message("because"))
        }
      )
      do {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))
        Issue.record("a refusal was expected")
      } catch {
        let error = try #require(error as? BGTaskScheduler.Error)
        #expect(error.code.rawValue == code)
        #expect(error.errorCode == code)
        #expect(BGTaskScheduler.Error.errorDomain == "BGTaskSchedulerErrorDomain")
        #expect(!error.localizedDescription.isEmpty)
        #expect(error.code ~= error)
      }
      let later = await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "a")) {
          continuation.resume(returning: ($0 as? BGTaskScheduler.Error)?.code.rawValue)
        }
      }
      #expect(later == code)
      await #expect(throws: BGTaskScheduler.Error.self) {
        try await BGTaskScheduler.shared.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "a"))
      }
      await app.stop()
    }

    @Test("takes a request with a handler before the next line of the app, which may cancel it")
    func order() async throws {
      let app = try RunningApp(TaskDelegate())
      let scheduler = BGTaskScheduler.shared
      func submitAndCancel() {
        scheduler.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "a")) { _ in }
        scheduler.cancel(taskRequestWithIdentifier: "a")
        scheduler.getPendingTaskRequests { _ in }
        scheduler.cancelAllTaskRequests()
      }
      submitAndCancel()
      #expect(
        app.system.calls.suffix(4) == [
          "SubmitTask a", "CancelTaskRequest a", "PendingTaskRequests", "CancelTaskRequest",
        ]
      )
      await app.stop()
    }

    @Test("is unavailable where there is no system, and a background task is invalid there")
    func withoutSystem() {
      setenv("TORPOR_SOCKET", "/nonexistent/socket", 1)
      AppleSystem.use(nil)
      #expect(throws: BGTaskScheduler.Error(.unavailable)) {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))
      }
      #expect(UIApplication.shared.beginBackgroundTask() == .invalid)
      #expect(UIApplication.shared.applicationState == .inactive)
    }
  }
}
