import Foundation
import SimulatedDevice
import Testing
import UIKit

/// An app that keeps something in its defaults and its documents.
private final class Keeping: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UserDefaults.standard.set("kept", forKey: "text")
    UserDefaults.standard.synchronize()
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try? Data("kept".utf8).write(to: documents.appendingPathComponent("text"))
    return true
  }
}

extension OneDevice {
  @Suite("The home of an app on a device")
  struct HomeTests {
    private var files: [String] {
      let all = FileManager.default.enumerator(atPath: NSHomeDirectory())
      return (all?.allObjects as? [String] ?? []).sorted()
    }

    @Test("is a folder of the test's, with its defaults, and empty on the next device")
    func home() async throws {
      let device = try await SimulatedDevice(app: Keeping.self, infoPlist: plain)
      try await device.launch()
      #expect(NSHomeDirectory().contains("torpor-home."))
      #expect(NSTemporaryDirectory().hasPrefix(NSHomeDirectory()))
      #expect(files.contains("Documents/text"), "\(files)")
      #expect(
        files.contains { $0.hasPrefix("Library/Preferences/") && $0.hasSuffix(".plist") },
        "\(files)"
      )
      await device.end()
      let next = try await SimulatedDevice(app: Keeping.self, infoPlist: plain)
      #expect(UserDefaults.standard.string(forKey: "text") == nil)
      #expect(!files.contains("Documents/text"), "\(files)")
      await next.end()
    }

    @Test("has the keys of its own Info.plist, and the zone of the device")
    func information() async throws {
      let first = try await SimulatedDevice(
        app: Keeping.self,
        infoPlist: AppInformation(["CFBundleIdentifier": "com.example.first", "Own": "first"])
      )
      #expect(Bundle.main.object(forInfoDictionaryKey: "Own") as? String == "first")
      #expect(TimeZone.current.secondsFromGMT(for: first.date) == 0)
      await first.end()
      let second = try await SimulatedDevice(app: Keeping.self, infoPlist: plain)
      #expect(Bundle.main.object(forInfoDictionaryKey: "Own") == nil)
      await second.end()
    }

    @Test("is there only for the one device of the process: the next one waits for its end")
    func turn() async throws {
      let first = try await SimulatedDevice(app: Keeping.self, infoPlist: plain)
      let waiting = Task {
        let second = try await SimulatedDevice(app: Keeping.self, infoPlist: plain)
        defer { withExtendedLifetime(second) {} }
        return second.date
      }
      try await first.advance(by: .days(9))
      await first.end()
      #expect(try await waiting.value == Date(timeIntervalSince1970: 1_767_600_000))
    }

    @Test("is refused a clock that no app knows")
    func dates() async throws {
      await #expect(throws: DeviceError.self) {
        _ = try await SimulatedDevice(
          app: Keeping.self,
          infoPlist: plain,
          startingAt: .distantFuture
        )
      }
    }

    @Test("leaves the clocks that never go back where the device had them")
    func monotonic() async throws {
      let before = ContinuousClock.now
      let device = try await SimulatedDevice(app: Keeping.self, infoPlist: plain)
      try await device.advance(by: .days(2))
      await device.end()
      let after = ContinuousClock.now
      #expect(before.duration(to: after) >= .days(2))
      // By the machine's clock again.
      try await Task.sleep(for: .milliseconds(20))
      #expect(after.duration(to: .now) >= .milliseconds(20))
      #expect(after.duration(to: .now) < .hours(1))
    }
  }
}
