import TorporModel

@testable import TorporCore

extension TestDevice {
  /// A device on which the app "radio" has joined the channel "crew", and is on screen.
  static func withRadio() -> TestDevice {
    var device = TestDevice()
    device.install("radio", modes: [.pushToTalk])
    device.open("radio")
    device.askPushToTalk("radio", .join(channel: "crew", token: "t1"))
    return device
  }

  /// The same with the app off screen and the device locked.
  static func withQuietRadio() -> TestDevice {
    var device = TestDevice.withRadio()
    device.home()
    device.user(.lock)
    return device
  }

  @discardableResult
  mutating func askPushToTalk(_ name: String, _ request: PushToTalkRequest) -> Reply? {
    ask(name, .service(.pushToTalk(request)))
  }

  /// What the app does about the next pushes of its channel.
  mutating func answers(_ name: String, _ request: PushToTalkRequest) {
    requests["incomingChannelPush"] = [.service(.pushToTalk(request))]
  }

  mutating func channelPush(
    _ name: String,
    isServiceUpdate: Bool = false,
    priority: PushPriority = .immediate
  ) {
    tell(
      .push(
        Push(
          app: app(name),
          payload: "{}",
          isVisible: false,
          hasContent: false,
          kind: .pushToTalk,
          priority: priority,
          isServiceUpdate: isServiceUpdate
        )
      )
    )
  }
}
