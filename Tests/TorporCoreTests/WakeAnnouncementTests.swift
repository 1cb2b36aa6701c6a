import Testing
import TorporModel

@testable import TorporCore

@Suite("didEnterBackground at a wake")
struct WakeAnnouncementTests {
  /// What an app is told that was suspended when a push came, and then one that had been killed.
  private func told(_ profile: ProfileName) -> (resumed: [String], launched: [String]) {
    var device = TestDevice(profile)
    device.install("chat", modes: [.remoteNotification])
    device.open("chat")
    device.user(.home(app: device.app("chat")))
    device.pass(.minutes(1))
    var before = device.callbacks("chat").count
    device.push("chat")
    let resumed = Array(device.callbacks("chat").dropFirst(before))
    device.pass(.minutes(20))
    device.report("chat", .exited(status: .signalled(signal: 9)))
    before = device.callbacks("chat").count
    device.push("chat")
    return (resumed, Array(device.callbacks("chat").dropFirst(before)))
  }

  @Test(
    "comes before the event in the profiles of iOS (T2, T3)",
    arguments: [ProfileName.ios7, .ios26]
  )
  func announced(profile: ProfileName) {
    let told = told(profile)
    #expect(told.resumed == ["didEnterBackground", "didReceiveRemoteNotification"])
    #expect(
      told.launched == ["didFinishLaunching", "didEnterBackground", "didReceiveRemoteNotification"]
    )
  }

  @Test("does not come in the profile linux, where it says that the app leaves the screen")
  func unannounced() {
    let told = told(.linux)
    #expect(told.resumed == ["didReceiveRemoteNotification"])
    #expect(told.launched == ["didFinishLaunching", "didReceiveRemoteNotification"])
  }
}
