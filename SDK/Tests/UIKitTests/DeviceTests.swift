import Foundation
import Testing

@testable import AppleSupport
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

/// A folder that is removed at the end.
private final class Folder {
  let path = NSTemporaryDirectory() + "/torpor-sdk-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String, mode: Int = 0o644) throws {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  func text(_ name: String) -> String? {
    try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}

extension AppTests {
  @MainActor
  @Suite("The device of an app")
  struct DeviceTests {
    private let folder = Folder()

    @Test("has a battery, and says when it changes")
    func battery() throws {
      let release = OperatingSystemRelease(files: [])
      let device = UIDevice(BatteryReading(folder: folder.path), release: release)
      #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
      device.isBatteryMonitoringEnabled = true
      #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
      let record = Record()
      let names = [
        UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
      ]
      let tokens = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: device, queue: nil) {
          record.add($0.name == UIDevice.batteryLevelDidChangeNotification ? "level" : "state")
        }
      }
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      func write(_ capacity: String, _ status: String) throws {
        try folder.write("BAT0/capacity", capacity + "\n")
        try folder.write("BAT0/status", status + "\n")
      }
      try folder.write("AC/type", "Mains\n")
      try folder.write("A-mouse/type", "Battery\n")
      try folder.write("A-mouse/scope", "Device\n")
      try folder.write("A-mouse/capacity", "5\n")
      try folder.write("BAT0/type", "Battery\n")
      try write("40", "Discharging")
      device.look()
      #expect(device.batteryLevel == 0.4 && device.batteryState == .unplugged)
      #expect(record.all == ["level", "state"])
      device.look()
      try write("40", "Charging")
      device.look()
      try write("41", "Charging")
      device.look()
      #expect(
        record.all == ["level", "state", "state", "level"] && device.batteryState == .charging
      )
      try write("80", "Not charging")
      #expect(device.batteryState == .charging)
      try write("100", "Full")
      #expect(device.batteryState == .full && device.batteryLevel == 1)
      try write("?", "Full")
      #expect(device.batteryState == .unknown && device.batteryLevel == -1)
      device.isBatteryMonitoringEnabled = false
      try write("50", "Full")
      device.look()
      #expect(device.batteryLevel == -1 && record.all.count == 4)
    }

    @Test("is named as the distribution, and has a number that stays")
    func names() throws {
      try folder.write("os-release", "NAME=\"Debian GNU/Linux\"\nVERSION_ID='12'\n# a comment\n")
      let release = OperatingSystemRelease(files: [
        folder.path + "/none", folder.path + "/os-release",
      ])
      let device = UIDevice(BatteryReading(folder: folder.path), release: release)
      #expect(device.systemName == "Debian GNU/Linux" && device.systemVersion == "12")
      #expect(device.model == "Linux" && device.localizedModel == "Linux" && !device.name.isEmpty)
      #expect(device.userInterfaceIdiom == .unspecified && device.isMultitaskingSupported)
      let unnamed = UIDevice(BatteryReading(folder: ""), release: OperatingSystemRelease(files: []))
      #expect(unnamed.systemName == "Linux" && unnamed.systemVersion == "0")
      #expect(UIDevice.current === UIDevice.current)

      let place = folder.path + "/Library/Application Support"
      let number = try #require(VendorIdentifier.read(in: place))
      #expect(VendorIdentifier.read(in: place) == number)
      try folder.write("Library/Application Support/identifier-for-vendor", "")
      let next = VendorIdentifier.read(in: place)
      #expect(next != nil && next != number)
      #expect(VendorIdentifier.read(in: "/proc/none") == nil)
      setenv("TORPOR_CONTAINER", folder.path, 1)
      #expect(UIDevice.current.identifierForVendor == next)
      unsetenv("TORPOR_CONTAINER")
    }

    @Test(
      "opens links by the desktop's program, started by the user's service manager where there is one"
    )
    func links() async throws {
      let url = try #require(URL(string: "https://example.com/?a=b&c"))
      let none = LinkOpening(path: folder.path)
      #expect(none.words(for: url) == nil)
      try folder.write(
        "xdg-open",
        "#!/bin/sh\necho \"$@\" >\"$(dirname \"$0\")/opened\"\n",
        mode: 0o755
      )
      let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
      defer {
        if let runtime {
          setenv("XDG_RUNTIME_DIR", runtime, 1)
        } else {
          unsetenv("XDG_RUNTIME_DIR")
        }
      }
      setenv("XDG_RUNTIME_DIR", folder.path, 1)
      #expect(none.words(for: url) == [folder.path + "/xdg-open", "https://example.com/?a=b&c"])
      try folder.write("systemd/private", "")
      try folder.write("systemd-run", "", mode: 0o755)
      #expect(
        none.words(for: url) == [
          folder.path + "/systemd-run", "--user", "--quiet", "--collect", "--wait",
          "--property=KillMode=process", "--",
          folder.path + "/xdg-open",
          "https://example.com/?a=b&c",
        ]
      )
      setenv("XDG_RUNTIME_DIR", "/none", 1)
      let isOpened = await withCheckedContinuation { continuation in
        none.open(url) { continuation.resume(returning: $0) }
      }
      #expect(isOpened && folder.text("opened") == "https://example.com/?a=b&c\n")
      try folder.write("xdg-open", "#!/bin/sh\nexit 4\n", mode: 0o755)
      let isRefused = await withCheckedContinuation { continuation in
        none.open(url) { continuation.resume(returning: !$0) }
      }
      #expect(isRefused)
      for text in ["file:///tmp/a.desktop", "FILE:///a", "javascript:a", "data:text/html,a"] {
        let refused = try #require(URL(string: text))
        #expect(none.words(for: refused) == nil && !UIApplication.shared.canOpenURL(refused))
        #expect(
          LinkOpening.complaint(refused)
            == "\(text) is not a link that an app may open: files, scripts and data are refused."
        )
      }
      // Nor any while the app is not in use.
      let app = try RunningApp(PlainDelegate())
      app.system.deliver(1, "didEnterBackground")
      await app.system.seen("Returned 1")
      #expect(await !UIApplication.shared.open(url))
      app.system.deliver(2, "didBecomeActive")
      await app.system.seen("Returned 2")
      let settings = try #require(URL(string: UIApplication.openSettingsURLString))
      #expect(await !UIApplication.shared.open(settings))
      #expect(!UIApplication.shared.canOpenURL(settings) && UIApplication.shared.canOpenURL(url))
      let record = Record()
      UIApplication.shared.open(settings) { record.add("\($0)") }
      await record.filled(to: 1)
      #expect(record.all == ["false"])
      #expect(
        LinkOpening.complaint(settings)
          == "No program shows the settings of an app here. `torpor settings` on a terminal lists what can be set."
      )
      #expect(
        LinkOpening.complaint(url)
          == "There is no xdg-open in PATH, so https://example.com/?a=b&c is not opened. Install xdg-utils."
      )
      #expect(
        LinkOpening.complaint(try #require(URL(string: "a")))
          == "a has no scheme, so no program can open it. Give a whole URL, such as https://example.com."
      )
      await app.stop()
    }

    @Test("says whether Low Power Mode is on, and whether protected files are readable")
    func power() async throws {
      PowerState.forget()
      let record = Record()
      let tokens = [
        NotificationCenter.default.addObserver(
          forName: .NSProcessInfoPowerStateDidChange,
          object: nil,
          queue: nil
        ) { _ in record.add("\(ProcessInfo.processInfo.isLowPowerModeEnabled)") },
        NotificationCenter.default.addObserver(
          forName: UIApplication.protectedDataDidBecomeAvailableNotification,
          object: nil,
          queue: nil
        ) { _ in
          MainActor.assumeIsolated {
            record.add("\(UIApplication.shared.isProtectedDataAvailable)")
          }
        },
      ]
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      let app = try RunningApp(PlainDelegate())
      #expect(
        !ProcessInfo.processInfo.isLowPowerModeEnabled
          && UIApplication.shared.isProtectedDataAvailable
      )
      app.system.deliver(1, "powerStateDidChange", #""isLowPowerModeEnabled": true"#)
      app.system.deliver(2, "protectedDataWillBecomeUnavailable")
      await app.system.seen("Returned 2")
      #expect(!UIApplication.shared.isProtectedDataAvailable)
      app.system.deliver(3, "powerStateDidChange", #""isLowPowerModeEnabled": false"#)
      app.system.deliver(4, "protectedDataDidBecomeAvailable")
      await app.system.seen("Returned 4")
      await app.stop()
      #expect(record.all == ["true", "false", "true"])
    }

    @Test("has a number on the app's icon, which the system is told")
    func badge() async throws {
      let app = try RunningApp(PlainDelegate())
      UIApplication.shared.applicationIconBadgeNumber = 4
      #expect(UIApplication.shared.applicationIconBadgeNumber == 4)
      #expect(app.system.json(of: "SetBadge") == [#"{"count":4}"#])
      UIApplication.shared.isIdleTimerDisabled = true
      #expect(UIApplication.shared.isIdleTimerDisabled && app.system.calls == ["SetBadge"])
      UIApplication.shared.isIdleTimerDisabled = false
      await app.stop()
    }

    @Test("keeps the app running for an activity, which is told when its time is up")
    func expiringActivity() async throws {
      let record = Record()
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          call.method == "PerformExpiringActivity" && call.parameters["reason"] == "refused"
            ? .error(
              "io.torpor.App.TextTooLong",
              #"{"bytes": 300, "bytesMax": 255, "message": "m"}"#
            ) : nil
        }
      )
      func begin(_ reason: String) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: reason) {
          record.add("\(reason) \($0)")
        }
      }
      begin("save")
      // It is known to the system before the next line.
      #expect(app.system.calls == ["PerformExpiringActivity"])
      app.system.deliver(1, "expiringActivity", #""task": "5", "reason": "save", "expired": false"#)
      await record.filled(to: 1)
      #expect(record.all == ["save false"])
      begin("refused")
      await record.filled(to: 2)
      #expect(record.all == ["save false", "refused true"])
      await app.stop()
    }
  }
}
