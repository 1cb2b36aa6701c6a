import BackgroundTasks
import Foundation
import SimulatedDevice
import Testing
import UIKit

/// An app that asks for refreshes; what it does in one is for each test to say.
private final class Refreshing: UIResponder, UIApplicationDelegate {
  nonisolated static let identifier = "com.example.refreshing.refresh"
  nonisolated(unsafe) static var handle: (BGTask) -> Void = { $0.setTaskCompleted(success: true) }
  static var made = 0

  override init() {
    super.init()
    Self.made += 1
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      Self.submit()
      Self.handle(task)
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { Self.submit() }

  nonisolated static func submit() {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    try? BGTaskScheduler.shared.submit(request)
  }

  nonisolated static let information = AppInformation([
    "CFBundleIdentifier": "com.example.refreshing",
    "UIBackgroundModes": ["fetch"],
    "BGTaskSchedulerPermittedIdentifiers": [identifier],
  ])

  /// A device on which the app was opened and left.
  static func device() async throws -> SimulatedDevice {
    let device = try await SimulatedDevice(app: Refreshing.self, infoPlist: information)
    try await device.launch()
    try await device.advance(by: .minutes(2))
    try await device.background()
    return device
  }
}

/// Lines that any thread writes.
private final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var all: [String] { lock.withLock { lines } }
}

extension OneDevice {
  @MainActor
  @Suite("A task of the scheduler on a device")
  struct TaskTests {
    init() {
      Refreshing.handle = { $0.setTaskCompleted(success: true) }
      Refreshing.made = 0
    }

    @Test("is launched again and again where the user opens the app each day")
    func month() async throws {
      let device = try await Refreshing.device()
      for _ in 0..<30 {
        try await device.launch()
        try await device.advance(by: .minutes(5))
        try await device.background()
        try await device.advance(by: .days(1))
      }
      let wakes = try await device.runs(of: Refreshing.identifier)
      #expect(wakes.count > 20)
    }

    @Test("has its expiration handler called after 30 seconds of virtual time")
    func expiration() async throws {
      let lines = Lines()
      Refreshing.handle = { task in
        let begin = Date()
        task.expirationHandler = {
          lines.add("expired after \(Int(Date().timeIntervalSince(begin).rounded())) s")
          task.setTaskCompleted(success: false)
        }
      }
      let device = try await Refreshing.device()
      try await device.advance(by: .minutes(20))
      try await device.launchTask(Refreshing.identifier)
      try await device.advance(by: .minutes(2))
      let seconds = lines.all.last.flatMap { Int($0.split(separator: " ")[2]) }
      #expect((25...30).contains(try #require(seconds)), "\(lines.all)")
      #expect(try await device.appState() == "suspended")
    }

    @Test("ends after its time where its handler never completes it, and `why` says so")
    func neverCompleted() async throws {
      Refreshing.handle = { _ in }
      let device = try await Refreshing.device()
      try await device.advance(by: .minutes(20))
      try await device.launchTask(Refreshing.identifier)
      try await device.advance(by: .minutes(2))
      #expect(try await device.appState() == "suspended")
      let why = try await device.why()
      #expect(why.contains("(failure): its time is up"), "\(why)")
    }

    @Test("is not launched after the user has quit the app, until they open it")
    func forceQuit() async throws {
      let device = try await Refreshing.device()
      try await device.forceQuit()
      #expect(try await device.appState() == "notRunning")
      let before = try await device.runs(of: Refreshing.identifier).count
      try await device.advance(by: .days(3))
      #expect(try await device.runs(of: Refreshing.identifier).count == before)
      #expect(Refreshing.made == 1)
      try await device.launch()
      #expect(Refreshing.made == 2)
      try await device.background()
      try await device.advance(by: .days(3))
      #expect(try await device.runs(of: Refreshing.identifier).count > before)
    }

    @Test("waits in Low Power Mode")
    func lowPower() async throws {
      let device = try await Refreshing.device()
      try await device.setLowPowerMode(true)
      try await device.advance(by: .days(2))
      #expect(try await device.runs(of: Refreshing.identifier).isEmpty)
      #expect(try await device.why(Refreshing.identifier).contains("Low Power Mode"))
      try await device.setLowPowerMode(false)
      try await device.advance(by: .days(2))
      #expect(try await !device.runs(of: Refreshing.identifier).isEmpty)
    }

    @Test("waits where the user has turned background refresh off")
    func refreshOff() async throws {
      let device = try await Refreshing.device()
      try await device.allowBackgroundRefresh(false)
      try await device.advance(by: .days(2))
      #expect(try await device.runs(of: Refreshing.identifier).isEmpty)
    }

    @Test("launches an app that was ended for its memory, with a new delegate")
    func memory() async throws {
      let device = try await Refreshing.device()
      try await device.advance(by: .minutes(1))
      #expect(try await device.appState() == "suspended")
      try await device.memoryPressure(.critical)
      try await device.advance(by: .seconds(5))
      #expect(try await device.appState() == "notRunning")
      try await device.memoryPressure(.normal)
      #expect(Refreshing.made == 1)
      try await device.advance(by: .days(2))
      #expect(Refreshing.made > 1)
      #expect(try await !device.wakes(for: .appRefresh).isEmpty)
    }

    @Test("that is registered twice ends the process with Apple's exception")
    func exception() async {
      await #expect(processExitsWith: .signal(SIGABRT)) {
        let device = try await SimulatedDevice(
          app: RegisteringTwice.self,
          infoPlist: Refreshing.information
        )
        try await device.launch()
      }
    }
  }
}

private final class RegisteringTwice: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    for _ in 0..<2 {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Refreshing.identifier, using: nil) {
        $0.setTaskCompleted(success: true)
      }
    }
    return true
  }
}
