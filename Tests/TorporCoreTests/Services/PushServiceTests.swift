import Testing
import TorporModel

@testable import TorporCore

@Suite("The push service, alone")
struct PushServiceTests {
  private var world: ServiceWorld {
    var world = ServiceWorld()
    world.add("mail", .background, modes: [.remoteNotification, .voip])
    _ = world.state.conditions.network.update(NetworkState(link: .wifi), at: .zero)
    return world
  }

  private func silent(_ world: ServiceWorld, lifetime: Duration? = nil) -> Push {
    Push(
      app: world.app("mail"),
      payload: "{}",
      isVisible: false,
      hasContent: true,
      lifetime: lifetime
    )
  }

  @Test("keeps the newest push until there is a connection, and says what became of the older")
  func store() {
    var world = world
    _ = world.state.conditions.network.update(NetworkState(link: .none), at: .zero)
    var service = PushService()
    let mail = world.app("mail")
    #expect(world.tell(&service, .push(.arrived(silent(world)))).count == 1)
    #expect(world.tell(&service, .push(.arrived(silent(world)))).count == 2)
    #expect(service.table.unconnected == [mail])
    #expect(service.brokenInvariants(on: world.state) == [])
    _ = world.state.conditions.network.update(NetworkState(link: .wifi), at: .zero)
    let items = world.tell(&service, .device(.conditionsChanged))
    #expect(
      items == [
        .post(.push(.received(silent(world)))), .post(.work(.coalesce(.radio))),
        .post(.push(.reviewHeld)),
      ]
    )
    #expect(service.table.unconnected == [])
  }

  @Test("holds a silent push that may not run its app yet, and looks when that may have changed")
  func hold() {
    var world = world
    world.state.now = Instant.zero + .hours(1)
    _ = world.state.conditions.lowPowerMode.update(true, at: world.state.now)
    var service = PushService()
    let items = world.tell(&service, .push(.content(silent(world, lifetime: .minutes(2)))))
    #expect(items.count == 1)
    #expect(service[world.app("mail")].held != nil)
    _ = world.tell(&service, .push(.plan))
    #expect(service.nextDeadline == world.state.now + .minutes(2))
    #expect(service.brokenInvariants(on: world.state) == [])
    world.state.now = world.state.now + .minutes(2)
    _ = world.tell(&service, .push(.reviewHeld))
    #expect(service[world.app("mail")] == AppPushes())
    #expect(service.apps.isEmpty)
  }

  @Test("holds an app for its call, and lets go of it before others hear that the call has ended")
  func call() {
    let world = world
    var service = PushService()
    let mail = world.app("mail")
    let rings = Instant.zero + AppPushes.ringTime
    #expect(
      world.ask(&service, .reportCall, by: "mail").items == [
        .hold(mail, .call, until: rings), .post(.call(.began(by: mail))), .post(.push(.review)),
      ]
    )
    #expect(
      world.ask(&service, .endCall, by: "mail").items == [
        .release(mail, .call), .post(.call(.ended)),
      ]
    )
    #expect(service.table.waiting == [])
  }

  @Test("is the same after it was saved with the records and read again")
  func saved() {
    var world = world
    var service = PushService()
    _ = world.ask(&service, .register(.remote, token: "t"), by: "mail")
    var apps = world.state.apps
    service.save(into: &apps)
    #expect(PushService(service.table, takingFrom: &apps) == service)
    #expect(apps == world.state.apps)
    world.state.apps = apps
  }
}
