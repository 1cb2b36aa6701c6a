import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("The channel of push to talk, when its app is frozen or ends,")
struct PushToTalkEndTests {
  @Test("has the lines of its app cut when it is suspended")
  func lines() {
    var device = TestDevice.withRadio()
    device.ask("radio", .service(.descriptor(.watch(name: "line", purpose: .other))))
    device.home()
    #expect(device.state("radio") == .suspended)
    #expect(
      device.count { $0 == .service(.dropDescriptor(app: device.app("radio"), name: "line")) } == 1
    )
  }

  @Test("is restored in a process that a push launches, before the push, with the same token")
  func restored() {
    var device = TestDevice.withQuietRadio()
    device.report("radio", .exited(status: .signalled(signal: 11)))
    device.answers("radio", .setActiveParticipant("Ada", channel: "crew"))
    device.channelPush("radio")
    #expect(
      device.callbacks("radio").suffix(5) == [
        "didFinishLaunching", "didEnterBackground", "didRestoreChannel", "incomingChannelPush",
        "didActivateAudioSession",
      ]
    )
    #expect(
      device.askPushToTalk("radio", .join(channel: "crew", token: "t9"))
        == .service(.pushToken("t1"))
    )
    #expect(device.broken == [])
  }

  @Test("is restored after a restart of the machine, once it is unlocked")
  func restart() {
    var device = TestDevice.withQuietRadio()
    device.tell(.booted)
    device.channelPush("radio")
    #expect(device.lastWake("radio")?.unmetConditions == [.beforeFirstUnlock])
    device.user(.unlock)
    device.open("radio")
    #expect(device.times(of: "didRestoreChannel", "radio").count == 1)
  }

  @Test("is the same after the policy was written down and read again")
  func coding() throws {
    var device = TestDevice.withQuietRadio()
    device.channelPush("radio", isServiceUpdate: true)
    device.answers("radio", .setActiveParticipant("Ada", channel: "crew"))
    device.channelPush("radio")
    let read = try SavedCodec.decode(Device.self, from: SavedCodec.encode(device.device))
    #expect(read.channel?.state == .receiving(participant: "Ada"))
    #expect(read == device.device)
  }

  @Test("goes with a force-quit and with its app")
  func gone() {
    var device = TestDevice.withQuietRadio()
    device.user(.forceQuit(app: device.app("radio")))
    #expect(device.device.channel == nil)
    device = .withQuietRadio()
    device.user(.uninstall(app: device.app("radio")))
    #expect(device.device.channel == nil)
  }
}
