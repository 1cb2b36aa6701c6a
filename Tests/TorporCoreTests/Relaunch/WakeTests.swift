import Testing
import TorporModel

@testable import TorporCore

@Suite("A wake")
struct WakeTests {
  private func device(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("chat", modes: [.remoteNotification])
    return device
  }

  @Test("launches a dead app off screen: launch callbacks, then the event")
  func launches() {
    var device = device()
    device.push("chat")
    #expect(
      device.callbacks("chat")
        == ["didFinishLaunching", "didEnterBackground", "didReceiveRemoteNotification"]
    )
    #expect(device.state("chat") == .background)
    let token = device.token(of: "didReceiveRemoteNotification", "chat")!
    device.ask("chat", .complete(callback: token, result: .newData))
    #expect(device.state("chat") == .suspended)
    #expect(device.broken == [])
  }

  @Test("resumes a suspended app and is over after 30 s at the latest")
  func overrun() {
    var device = device()
    device.open("chat")
    device.home()
    device.pass(.minutes(10))
    device.push("chat")
    let woken = device.now
    device.pass(.minutes(1))
    #expect(device.lastExit("chat") == .code(.fetchOverrun))
    #expect(device.lastExitAt("chat") == woken + .seconds(31))
  }

  @Test("goes straight to an app on screen")
  func onScreen() {
    var device = device()
    device.open("chat")
    device.push("chat")
    device.pass(.minutes(2))
    #expect(device.callbacks("chat").last == "didReceiveRemoteNotification")
    #expect(device.state("chat") == .active)
  }

  @Test("is denied with the reason", arguments: [Reason.forceQuit, .beforeFirstUnlock])
  func denied(reason: Reason) {
    var device = device()
    if reason == .forceQuit {
      device.open("chat")
      device.user(.forceQuit(app: device.app("chat")))
    } else {
      device.tell(.booted)
    }
    device.push("chat")
    #expect(device.state("chat") == .notRunning)
    let denial = device.decisions("chat").last
    // A restart passes, and what the push brings is kept until then; a force-quit drops it (PN9).
    #expect(denial?.verdict == (reason == .forceQuit ? .denied : .waiting))
    #expect(denial?.conditions.map(\.reason) == [reason])
  }

  @Test("is possible again after the user opened the app, or restarted the device and unlocked it")
  func forgiven() {
    for restarts in [false, true] {
      var device = device()
      device.open("chat")
      device.user(.forceQuit(app: device.app("chat")))
      if restarts {
        device.tell(.booted)
        device.user(.unlock)
      } else {
        device.open("chat")
        device.home()
      }
      device.push("chat")
      #expect(device.callbacks("chat").last == "didReceiveRemoteNotification")
    }
  }

  @Test("needs the mode that its reason names", arguments: WakeReason.allCases)
  func modes(reason: WakeReason) {
    let record = AppRecord(
      manifest: AppManifest(identifier: AppIdentifier("a.b")!),
      settings: AppSettings(),
      at: .zero
    )
    let device = ConditionContext(
      now: .zero,
      conditions: Device(DeviceConfiguration(profile: .ios26), at: .zero).conditions
    )
    let isDenied = record.unmetConditions(to: reason, on: device).contains {
      $0.reason == .notPermitted
    }
    let isInProfile = Profile.named(.ios26).missing(for: reason) == nil
    #expect(isDenied == (isInProfile && !RelaunchRule.row(reason).modes.isEmpty))
  }
}
