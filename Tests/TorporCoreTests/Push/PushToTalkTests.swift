import Testing
import TorporModel

@testable import TorporCore

@Suite("The channel of push to talk")
struct PushToTalkTests {
  private func refused(_ error: PushToTalkError) -> Reply { .refused(.service(.pushToTalk(error))) }

  // MARK: Joining

  @Test("is joined by an app with the mode, on screen alone (error 6)")
  func joining() {
    var device = TestDevice()
    device.install("radio", modes: [.pushToTalk, .remoteNotification])
    device.install("notes")
    device.open("notes")
    let join = PushToTalkRequest.join(channel: "crew", token: "t1")
    #expect(
      device.askPushToTalk("notes", join) == .refused(.service(.modeNotDeclared(.pushToTalk)))
    )
    device.home()
    device.push("radio")
    #expect(device.askPushToTalk("radio", join) == refused(.appNotForeground))
    device.open("radio")
    #expect(device.askPushToTalk("radio", join) == .service(.pushToken("t1")))
  }

  @Test("is the only one of the device (error 2), until it is left")
  func onlyOne() {
    var device = TestDevice.withRadio()
    #expect(
      device.askPushToTalk("radio", .join(channel: "other", token: "t2"))
        == refused(.channelLimitReached)
    )
    device.install("walkie", modes: [.pushToTalk])
    device.open("walkie")
    let join = PushToTalkRequest.join(channel: "crew", token: "t3")
    #expect(device.askPushToTalk("walkie", join) == refused(.channelLimitReached))
    device.open("radio")
    #expect(device.askPushToTalk("radio", .leave(channel: "crew")) == .done)
    device.open("walkie")
    #expect(device.askPushToTalk("walkie", join) == .service(.pushToken("t3")))
  }

  @Test("is not joined during a call (error 3)")
  func duringCall() {
    var device = TestDevice()
    device.install("radio", modes: [.pushToTalk])
    device.install("phone", modes: [.voip])
    device.requests["didReceiveIncomingPush"] = [.service(.push(.reportCall))]
    device.open("radio")
    device.call("phone")
    let join = PushToTalkRequest.join(channel: "crew", token: "t1")
    #expect(device.askPushToTalk("radio", join) == refused(.callActive))
    device.user(.endCall(app: device.app("phone")))
    #expect(device.askPushToTalk("radio", join) == .service(.pushToken("t1")))
  }

  @Test("does not exist before iOS 16")
  func before() {
    var device = TestDevice(.ios10)
    device.install("radio", modes: [.pushToTalk])
    device.open("radio")
    #expect(device.askPushToTalk("radio", .join(channel: "crew", token: "t1")) == refused(.unknown))
  }

  @Test("is known by its name: another one is refused (error 1)")
  func otherName() {
    var device = TestDevice.withRadio()
    for request in [
      PushToTalkRequest.leave(channel: "other"), .setActiveParticipant("Ada", channel: "other"),
      .beginTransmitting(channel: "other"), .stopTransmitting(channel: "other"),
    ] {
      #expect(device.askPushToTalk("radio", request) == refused(.channelNotFound))
    }
  }

  // MARK: Pushes

  @Test("runs its app for a push, which keeps it running while somebody speaks")
  func receives() {
    var device = TestDevice.withQuietRadio()
    device.answers("radio", .setActiveParticipant("Ada", channel: "crew"))
    device.channelPush("radio")
    #expect(
      device.callbacks("radio").suffix(2) == ["incomingChannelPush", "didActivateAudioSession"]
    )
    device.pass(.minutes(5))
    #expect(device.state("radio") == .background)
    device.askPushToTalk("radio", .setActiveParticipant(nil, channel: "crew"))
    #expect(device.callbacks("radio").last == "didDeactivateAudioSession")
    #expect(device.state("radio") == .suspended)
    #expect(device.broken == [])
  }

  @Test("is left by the system when a push is not answered before it returns")
  func unanswered() {
    var device = TestDevice.withQuietRadio()
    device.channelPush("radio")
    #expect(device.callbacks("radio").last == "didLeaveChannel")
    #expect(device.state("radio") == .suspended)
    #expect(
      device.decisions("radio") { $0 == .endUse(.channel) }.last?.conditions.map(\.reason)
        == [.activeParticipantNotSet]
    )
    device.channelPush("radio")
    #expect(device.lastWake("radio")?.unmetConditions == [.channelNotJoined])
    #expect(device.broken == [])
  }

  @Test("is answered by leaving as well")
  func answeredByLeaving() {
    var device = TestDevice.withQuietRadio()
    device.answers("radio", .leave(channel: "crew"))
    device.channelPush("radio")
    #expect(!device.callbacks("radio").contains("didLeaveChannel"))
    #expect(device.decisions("radio") { $0 == .endUse(.channel) }.isEmpty)
    device.channelPush("radio")
    #expect(device.lastWake("radio")?.verdict == .denied)
  }

  @Test("is not left when who spoke has ended before the push returns")
  func answeredBriefly() {
    var device = TestDevice.withQuietRadio()
    device.requests["incomingChannelPush"] = [
      .service(.pushToTalk(.setActiveParticipant("Ada", channel: "crew"))),
      .service(.pushToTalk(.setActiveParticipant(nil, channel: "crew"))),
    ]
    device.channelPush("radio")
    #expect(device.device.channel?.name == "crew")
    #expect(device.state("radio") == .suspended)
    device.requests["incomingChannelPush"] = []
    device.channelPush("radio")
    #expect(device.device.channel == nil)
    #expect(device.broken == [])
  }

  @Test("takes the time of a push from an app that does not return: it is ended, the channel stays")
  func hanging() {
    var device = TestDevice.withQuietRadio()
    device.slowCallbacks = ["incomingChannelPush"]
    device.channelPush("radio")
    device.pass(.minutes(1))
    #expect(device.lastExit("radio") == .code(.watchdog))
    device.slowCallbacks = []
    device.answers("radio", .setActiveParticipant("Ada", channel: "crew"))
    device.channelPush("radio")
    #expect(device.state("radio") == .background)
  }

  @Test("has pushes for nobody without one joined")
  func nobody() {
    var device = TestDevice.withFrozen("radio", modes: [.pushToTalk])
    device.channelPush("radio")
    #expect(device.state("radio") == .suspended)
    #expect(device.lastWake("radio")?.unmetConditions == [.channelNotJoined])
  }

  @Test("keeps no push for later: what somebody says is said now (§6.1)")
  func withoutNetwork() {
    var device = TestDevice.withQuietRadio()
    device.tell(.network(NetworkState(link: .none)))
    device.channelPush("radio")
    #expect(device.lastWake("radio")?.verdict == .denied)
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(!device.callbacks("radio").contains("incomingChannelPush"))
  }

  @Test("has six service updates of high priority in an hour, others as many as come")
  func serviceUpdates() {
    var device = TestDevice.withQuietRadio()
    for _ in 1...8 { device.channelPush("radio", isServiceUpdate: true) }
    #expect(device.times(of: "channelServiceUpdate", "radio").count == 6)
    #expect(device.lastWake("radio")?.unmetConditions == [.rateLimit])
    for _ in 1...8 {
      device.channelPush("radio", isServiceUpdate: true, priority: .considerate)
    }
    #expect(device.times(of: "channelServiceUpdate", "radio").count == 14)
    device.pass(.hours(1))
    device.channelPush("radio", isServiceUpdate: true)
    #expect(device.times(of: "channelServiceUpdate", "radio").count == 15)
    #expect(device.broken == [])
  }

  // MARK: Sound

  @Test("takes the sound of others while somebody speaks, and gives it back")
  func sound() {
    var device = TestDevice.withRadio()
    device.install("player", modes: [.audio])
    device.open("player")
    device.ask("player", .service(.audio(.activate(AudioSession(category: .playback)))))
    device.report("player", .audio(isPlaying: true))
    device.home()
    device.answers("radio", .setActiveParticipant("Ada", channel: "crew"))
    device.channelPush("radio")
    #expect(device.callbacks("player").last == "interruptionBegan")
    device.askPushToTalk("radio", .setActiveParticipant(nil, channel: "crew"))
    #expect(device.callbacks("player").last == "interruptionEnded")
    #expect(device.broken == [])
  }

  @Test("is spoken into on screen alone, one at a time, by an app that may record")
  func transmitting() {
    var device = TestDevice.withRadio()
    let begin = PushToTalkRequest.beginTransmitting(channel: "crew")
    #expect(
      device.askPushToTalk("radio", .stopTransmitting(channel: "crew"))
        == refused(.transmissionNotFound)
    )
    device.askPushToTalk("radio", .setActiveParticipant("Ada", channel: "crew"))
    #expect(device.askPushToTalk("radio", begin) == refused(.transmissionNotAllowed))
    device.askPushToTalk("radio", .setActiveParticipant(nil, channel: "crew"))
    #expect(device.askPushToTalk("radio", begin) == .done)
    #expect(device.askPushToTalk("radio", begin) == refused(.transmissionInProgress))
    #expect(
      device.askPushToTalk("radio", .setActiveParticipant("Ada", channel: "crew"))
        == refused(.transmissionInProgress)
    )
    device.home()
    device.pass(.minutes(5))
    #expect(device.state("radio") == .background)
    device.askPushToTalk("radio", .stopTransmitting(channel: "crew"))
    #expect(device.state("radio") == .suspended)
    let settings = AppSettings(allowsMicrophone: false)
    device.user(.change(setting: .appSettings(app: device.app("radio"), settings: settings)))
    device.open("radio")
    #expect(
      device.askPushToTalk("radio", begin) == .refused(.service(.audio(.recordingNotPermitted)))
    )
    #expect(device.broken == [])
  }
}
