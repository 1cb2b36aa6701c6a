import Testing
import TorporModel

@testable import TorporCore

@Suite("The push to talk service, alone")
struct PushToTalkServiceTests {
  private static func world(_ place: ServiceWorld.Place) -> ServiceWorld {
    var world = ServiceWorld()
    world.add("radio", place, modes: [.pushToTalk])
    return world
  }

  private static func joined(_ world: ServiceWorld) -> PushToTalkService {
    PushToTalkService(
      channel: PushToTalkChannel(
        app: world.app("radio"),
        name: "team",
        token: "t",
        knownTo: world.state.apps.process(of: world.app("radio"))?.launch
      )
    )
  }

  @Test("joins a channel from the screen alone")
  func join() {
    var service = PushToTalkService()
    let request = PushToTalkRequest.join(channel: "team", token: "t")
    #expect(
      Self.world(.background).ask(&service, request, by: "radio").reply
        == .refused(.service(.pushToTalk(.appNotForeground)))
    )
    let answer = Self.world(.onScreen).ask(&service, request, by: "radio").reply
    #expect(answer == .service(.pushToken("t")))
    #expect(service.channel?.name == "team")
  }

  @Test("holds the app, then has its sound activated, then says so")
  func speaking() {
    let world = Self.world(.onScreen)
    var service = Self.joined(world)
    let radio = world.app("radio")
    let items = world.ask(&service, .beginTransmitting(channel: "team"), by: "radio").items
    #expect(
      items == [
        .hold(radio, .pushToTalk, until: nil),
        .post(.sound(.activate(AudioSession(category: .playAndRecord), radio))),
        .call(radio, [.service(.pushToTalk(.didActivateAudio(channel: "team")))]),
      ]
    )
    #expect(service.channel?.state == .transmitting)
  }

  @Test("tells an app that it launches for a push first that its channel is restored")
  func push() {
    let world = Self.world(.dead)
    var service = Self.joined(world)
    let radio = world.app("radio")
    let push = Push(
      app: radio,
      payload: "{}",
      isVisible: false,
      hasContent: false,
      kind: .pushToTalk
    )
    let callbacks: [PushToTalkCallback] = [
      .didRestore(channel: "team"), .incomingPush(channel: "team", payload: "{}"),
    ]
    let events = callbacks.map {
      PendingEvent(reason: .pushToTalk, callback: .service(.pushToTalk($0)))
    }
    #expect(world.tell(&service, .channel(.push(push))) == [.wake(radio, events)])
    #expect(service.channel?.knownTo == world.state.counters.nextLaunch)
  }

  @Test("leaves the channel when its app returns from a push and has named nobody")
  func unanswered() {
    let world = Self.world(.onScreen)
    var service = Self.joined(world)
    let items = world.tell(&service, .channel(.returned))
    #expect(service.channel == nil)
    #expect(
      items.last
        == .call(world.app("radio"), [.service(.pushToTalk(.didLeave(channel: "team")))])
    )
  }

  @Test("says that an app runs for a channel on which no participant speaks")
  func invariant() {
    var world = Self.world(.onScreen)
    world.change("radio") { $0.assertions.set(.pushToTalk, true, at: .zero) }
    #expect(
      PushToTalkService().brokenInvariants(on: world.state) == [
        "com.example.radio: runs for a channel on which no participant speaks"
      ]
    )
  }
}
