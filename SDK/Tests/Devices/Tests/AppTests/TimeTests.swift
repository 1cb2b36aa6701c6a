import Foundation
import SimulatedDevice
import Testing
import UIKit

/// An app that waits in every way that there is, while a background task keeps it running.
private final class Waiting: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  nonisolated(unsafe) static var begin = Date()
  private var task = UIBackgroundTaskIdentifier.invalid

  nonisolated static func note(_ what: String) {
    let seconds = Int(Date().timeIntervalSince(begin).rounded())
    DispatchQueue.main.async { lines.append("\(what) \(seconds)") }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask(withName: "waits")
    Self.begin = Date()
    _ = Timer.scheduledTimer(withTimeInterval: 2, repeats: false) { _ in Self.note("timer") }
    DispatchQueue.main.asyncAfter(deadline: .now() + 3) { Self.note("main queue") }
    DispatchQueue.global().asyncAfter(wallDeadline: .now() + 4) { Self.note("queue by the wall") }
    Task {
      try? await Task.sleep(nanoseconds: 6_000_000_000)
      Self.note("task")
    }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 8)
      Self.note("thread")
    }
    DispatchQueue.global().async {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 10)
      Self.note("semaphore")
    }
    DispatchQueue.global().async {
      let condition = NSCondition()
      condition.lock()
      _ = condition.wait(until: Date(timeIntervalSinceNow: 12))
      condition.unlock()
      Self.note("condition")
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 14) { [self] in
      application.endBackgroundTask(task)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { Self.note("frozen until now:") }
  }
}

extension OneDevice {
  @MainActor
  @Suite("Time on a device")
  struct TimeTests {
    @Test("passes for timers, queues, tasks, threads, semaphores and conditions alike")
    func waiting() async throws {
      Waiting.lines = []
      let device = try await SimulatedDevice(app: Waiting.self, infoPlist: plain)
      try await device.launch()
      try await device.background()
      try await device.advance(by: .seconds(13))
      #expect(
        Waiting.lines == [
          "timer 2", "main queue 3", "queue by the wall 4", "task 6", "thread 8", "semaphore 10",
          "condition 12",
        ]
      )
      // What an app has left runs in the next one's time: here it ends.
      try await device.launch()
      try await device.advance(by: .minutes(2))
    }

    @Test("stands for a frozen app, whose timers are late when it is opened again")
    func frozen() async throws {
      Waiting.lines = []
      let device = try await SimulatedDevice(app: Waiting.self, infoPlist: plain)
      try await device.launch()
      try await device.background()
      try await device.advance(by: .hours(5))
      #expect(try await device.appState() == "suspended")
      #expect(Waiting.lines.count == 7)
      try await device.launch()
      #expect(Waiting.lines.last == "frozen until now: 18000")
    }

    @Test("passes at once where nothing is due, also with an app in front")
    func nothingIsDue() async throws {
      // By the machine's clock: what the libraries do each second of their own would take minutes.
      func realSeconds() -> Double {
        let text = (try? String(contentsOfFile: "/proc/uptime", encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
      }
      let device = try await SimulatedDevice(app: Waiting.self, infoPlist: plain)
      try await device.launch()
      let before = realSeconds()
      try await device.advance(by: .days(7))
      #expect(try await device.appState() == "active")
      #expect(realSeconds() - before < 20)
    }

    @Test("begins on a Monday morning, and passes by the wall clock of the app")
    func wall() async throws {
      let device = try await SimulatedDevice(app: Waiting.self, infoPlist: plain)
      #expect(device.date == Date(timeIntervalSince1970: 1_767_600_000))
      try await device.advance(by: .days(3))
      #expect(device.date == Date(timeIntervalSince1970: 1_767_600_000 + 3 * 86_400))
    }
  }
}
