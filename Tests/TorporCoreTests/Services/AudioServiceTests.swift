import Testing
import TorporModel

@testable import TorporCore

@Suite("The audio service, alone")
struct AudioServiceTests {
  private static let music = AudioSession(category: .playback)

  private var world: ServiceWorld {
    var world = ServiceWorld()
    world.add("music", .onScreen, modes: [.audio])
    world.add("video", .onScreen, modes: [.audio])
    return world
  }

  @Test("interrupts the session of another app before it says what holds whom")
  func interrupts() {
    let world = world
    var service = AudioService()
    _ = world.ask(&service, .activate(Self.music), by: "music")
    let (reply, items) = world.ask(&service, .activate(Self.music), by: "video")
    let (music, video) = (world.app("music"), world.app("video"))
    #expect(reply == .done)
    #expect(
      items == [
        .call(music, [.service(.audio(.interruptionBegan(.default)))]),
        .release(music, .audio), .post(.sound(.silent(music))),
        .release(video, .audio), .post(.sound(.silent(video))),
      ]
    )
    #expect(service.sessions.isInterrupted(music))
    #expect(service.brokenInvariants(on: world.state) == [])
  }

  @Test("ends the interruptions by an app that is removed")
  func removed() {
    let world = world
    var service = AudioService()
    _ = world.ask(&service, .activate(Self.music), by: "music")
    _ = world.ask(&service, .activate(Self.music), by: "video")
    let ended = Callback.service(.audio(.interruptionEnded(shouldResume: true)))
    let event = PendingEvent(reason: .audio, callback: ended)
    #expect(
      world.tell(&service, .app(.removed(world.app("video"))))
        == [.callOrWake(world.app("music"), event)]
    )
  }

  @Test("keeps an app that plays running, for as long as its session is not interrupted")
  func holds() {
    var world = world
    world.change("music") { $0.facts.isPlayingAudio = true }
    let music = world.app("music")
    var service = AudioService()
    #expect(
      world.tell(&service, .sound(.reported(slot: world.slot("music")))) == [
        .hold(music, .audio, until: nil)
      ]
    )
    _ = world.ask(&service, .activate(Self.music), by: "music")
    #expect(
      world.tell(&service, .call(.began(by: nil))) == [
        .call(music, [.service(.audio(.interruptionBegan(.default)))]), .release(music, .audio),
      ]
    )
    let ended = Callback.service(.audio(.interruptionEnded(shouldResume: true)))
    let event = PendingEvent(reason: .audio, callback: ended)
    #expect(world.tell(&service, .call(.ended)) == [.callOrWake(music, event)])
  }

  @Test("turns a session down during a call")
  func call() {
    var world = world
    world.change("video") { $0.assertions.set(.call, true, at: .zero) }
    var service = AudioService()
    let (reply, items) = world.ask(&service, .activate(Self.music), by: "music")
    #expect(reply == .refused(.service(.audio(.insufficientPriority))))
    #expect(items == [])
  }

  @Test("forgets an app that leaves the device")
  func removal() {
    let world = world
    var service = AudioService()
    _ = world.ask(&service, .activate(Self.music), by: "music")
    #expect(world.tell(&service, .app(.removed(world.app("music")))) == [])
    #expect(service == AudioService())
  }
}
