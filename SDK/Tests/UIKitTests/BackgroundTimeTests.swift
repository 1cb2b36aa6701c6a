import Foundation
import Testing

@testable import UIKit

@MainActor
private final class SavingDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()
  private var task = UIBackgroundTaskIdentifier.invalid

  func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask(withName: "save") { [self] in
      record.add("expired on the main thread: \(isOnMainQueue)")
      application.endBackgroundTask(task)
    }
    record.add("task \(task.rawValue), \(application.backgroundTimeRemaining) s")
  }
}

extension AppTests {
  @MainActor
  @Suite("Background time")
  struct BackgroundTimeTests {
    @Test("is asked for on the main thread, within the callback, and its end is called there")
    func onMainThread() async throws {
      let delegate = SavingDelegate()
      let app = try RunningApp(delegate)
      app.system.deliver(1, "didEnterBackground")
      await app.system.seen("Returned 1")
      app.system.deliver(2, "backgroundTaskExpiration", #""task": "7""#)
      await app.system.seen("Returned 2")
      await app.stop()
      #expect(delegate.record.all == ["task 7, 25.5 s", "expired on the main thread: true"])
      #expect(
        app.system.calls == [
          "BeginBackgroundTask", "BackgroundTimeRemaining", "Returned 1", "EndBackgroundTask 7",
          "Returned 2",
        ]
      )
    }

    @Test("is asked for on any thread while the main thread waits for that")
    func besideMainThread() async throws {
      let app = try RunningApp(SavingDelegate())
      let application = UIApplication.shared
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        let task = application.beginBackgroundTask()
        application.endBackgroundTask(task)
        done.signal()
      }
      // Blocks the main thread, as apps do: nothing that the answer needs runs there.
      #expect(waits(for: done))
      await app.system.seen("EndBackgroundTask 7")
      await app.stop()
    }

    private func waits(for semaphore: DispatchSemaphore) -> Bool {
      semaphore.wait(timeout: .now() + 30) == .success
    }

    @Test("has no end that is known while the app is on screen")
    func unlimited() async throws {
      let app = try RunningApp(
        SavingDelegate(),
        StandInSystem { $0.method == "BackgroundTimeRemaining" ? .reply("{}") : nil }
      )
      #expect(UIApplication.shared.backgroundTimeRemaining == .greatestFiniteMagnitude)
      await app.stop()
    }

    @Test("may be none: the task is invalid, and ending it does nothing")
    func none() async throws {
      let app = try RunningApp(
        SavingDelegate(),
        StandInSystem { $0.method == "BeginBackgroundTask" ? .reply(#"{"task": "0"}"#) : nil }
      )
      let task = UIApplication.shared.beginBackgroundTask()
      UIApplication.shared.endBackgroundTask(task)
      #expect(task == .invalid)
      _ = UIApplication.shared.backgroundTimeRemaining
      #expect(app.system.calls == ["BeginBackgroundTask", "BackgroundTimeRemaining"])
      await app.stop()
    }

    @Test("of a task with a long name is had under as much of the name as the system takes")
    func longName() {
      let name = String(repeating: "ä", count: 200)
      #expect(UIApplication.shortened(name, bytesMax: 255) == String(repeating: "ä", count: 127))
      #expect(UIApplication.shortened("save", bytesMax: 255) == "save")
    }
  }
}
