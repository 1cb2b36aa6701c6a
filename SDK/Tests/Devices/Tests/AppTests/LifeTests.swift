import Foundation
import SimulatedDevice
import Testing
import UIKit

/// What apps of these tests wrote down.
///
/// A static of the app's process: it outlives the app.
@MainActor
enum Diary {
  static var lines: [String] = []
}

@MainActor
private final class Lived: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Diary.lines.append("launched")
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { Diary.lines.append("active") }
  func applicationDidEnterBackground(_ application: UIApplication) {
    Diary.lines.append("background")
  }
  func applicationWillEnterForeground(_ application: UIApplication) {
    Diary.lines.append("foreground")
  }
}

let plain = AppInformation(["CFBundleIdentifier": "com.example.plain", "CFBundleName": "Plain"])

extension OneDevice {
  @MainActor
  @Suite("The life of an app on a device")
  struct LifeTests {
    init() { Diary.lines = [] }

    @Test("is that of its delegate, from its launch to the background and back")
    func life() async throws {
      let device = try await SimulatedDevice(app: Lived.self, infoPlist: plain)
      #expect(try await device.appState() == "notRunning")
      try await device.launch()
      #expect(Diary.lines == ["launched", "active"])
      #expect(try await device.appState() == "active")
      try await device.background()
      try await device.advance(by: .seconds(30))
      #expect(Diary.lines == ["launched", "active", "background"])
      #expect(try await device.appState() == "suspended")
      try await device.launch()
      #expect(Diary.lines == ["launched", "active", "background", "foreground", "active"])
    }
  }
}

/// Everything that has a device: a process has one at a time.
@Suite("Devices", .serialized)
enum OneDevice {}
