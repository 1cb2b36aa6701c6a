import Foundation
import SimulatedDevice
import Testing
import UIKit

private final class Pushed: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  static var lines: [String] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.registerForRemoteNotifications()
    UNUserNotificationCenter.current().delegate = self
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { isGranted, _ in
      DispatchQueue.main.async { Self.lines.append("allowed: \(isGranted)") }
    }
    return true
  }

  func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Self.lines.append("push \(userInfo["text"] as? String ?? "")")
    completionHandler(.newData)
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    Self.lines.append("opened")
    completionHandler()
  }
}

private let pushed = AppInformation([
  "CFBundleIdentifier": "com.example.pushed", "UIBackgroundModes": ["remote-notification"],
])

extension OneDevice {
  @MainActor
  @Suite("A push on a device")
  struct PushTests {
    @Test("that is silent wakes a suspended app, and the user decides whether it may notify")
    func silent() async throws {
      Pushed.lines = []
      let device = try await SimulatedDevice(app: Pushed.self, infoPlist: pushed)
      try await device.launch()
      #expect(Pushed.lines == [])
      try await device.allowNotifications(true)
      #expect(Pushed.lines == ["allowed: true"])
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.push(["aps": ["content-available": 1], "text": "first"])
      try await device.advance(by: .minutes(1))
      #expect(Pushed.lines == ["allowed: true", "push first"])
      #expect(try await device.wakes(for: .silentPush).count == 1)
    }

    @Test("that the user sees and taps opens the app")
    func alert() async throws {
      Pushed.lines = []
      let device = try await SimulatedDevice(app: Pushed.self, infoPlist: pushed)
      try await device.launch()
      try await device.allowNotifications(true)
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.push(["aps": ["alert": "Hello"]])
      try await device.advance(by: .minutes(1))
      let shown = try await device.notifications()
      #expect(shown.count == 1)
      try await device.respond(to: try #require(shown.first))
      #expect(Pushed.lines.last == "opened")
      #expect(try await device.appState() == "active")
    }
  }
}
