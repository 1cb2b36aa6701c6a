import CoreLocation
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

/// An app that writes down where it is, with the number of its launch.
@MainActor
private final class Located: NSObject, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  static var launches = 0
  /// What it has made outlives it, as much in an app's statics does.
  private static var all: [Located] = []
  private let manager = CLLocationManager()
  private let number: Int

  override init() {
    Self.launches += 1
    number = Self.launches
    super.init()
    Self.all.append(self)
    manager.delegate = self
    manager.startMonitoringSignificantLocationChanges()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    Diary.lines.append("launch \(number): \(Int(locations[0].coordinate.latitude))")
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

    @Test("ends when memory is short, and what it has left is told nothing any more")
    func ended() async throws {
      Located.launches = 0
      let device = try await SimulatedDevice(app: Located.self, infoPlist: plain)
      try await device.allowLocation(.always)
      try await device.move(latitude: 50, longitude: 10)
      try await device.launch()
      try await device.background()
      try await device.advance(by: .minutes(10))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Diary.lines = []
      try await device.memoryPressure(.normal)
      try await device.move(latitude: 51, longitude: 10)
      try await device.advance(by: .minutes(10))
      #expect(Diary.lines == ["launch 2: 51"])
    }
  }
}

/// Everything that has a device: a process has one at a time.
@Suite("Devices", .serialized)
enum OneDevice {}
