import Testing
import TorporModel

@testable import TorporCore

@Suite("The service for accessories, alone")
struct AccessoryServiceTests {
  private func world(_ place: ServiceWorld.Place = .background) -> ServiceWorld {
    var world = ServiceWorld()
    world.add("medic", place, modes: [.externalAccessory])
    return world
  }

  private func told(_ callback: AccessoryCallback, in world: ServiceWorld) -> Outbox.Item {
    let event = PendingEvent(reason: .accessory, callback: .service(.accessory(callback)))
    return .wakeThenCall(world.app("medic"), event, [])
  }

  private func connect(_ name: String) -> SystemEvent {
    .accessory(.reported(.connected(Accessory(name: name))))
  }

  private func disconnect(_ name: String) -> SystemEvent {
    .accessory(.reported(.disconnected(accessory: name)))
  }

  @Test("tells an app whose mode allows it of an accessory, and counts the accessory once")
  func connects() {
    let world = world()
    var service = AccessoryService()
    #expect(
      world.tell(&service, connect("pump")) == [told(.didConnect(accessory: "pump"), in: world)]
    )
    #expect(world.tell(&service, connect("pump")) == [])
    #expect(service.connected.map(\.name) == ["pump"])
  }

  @Test("ends the lines to an accessory before it tells apps that the accessory is gone")
  func disconnects() {
    let world = world()
    var service = AccessoryService()
    _ = world.tell(&service, connect("pump"))
    #expect(
      world.tell(&service, disconnect("pump")) == [
        .post(.accessory(.removed("pump"))), told(.didDisconnect(accessory: "pump"), in: world),
      ]
    )
    #expect(service.connected == [])
  }

  @Test("tells an app once of an end that it heard of by the hang-up of its line")
  func hangsUp() {
    let world = world()
    var service = AccessoryService()
    _ = world.tell(&service, connect("pump"))
    _ = world.tell(&service, .accessory(.lineHungUp("pump", of: world.app("medic"))))
    #expect(world.tell(&service, disconnect("pump")) == [.post(.accessory(.removed("pump")))])
    #expect(service.apps.isEmpty)
  }

  @Test("takes no note of the hang-up of an accessory that is not connected")
  func unknown() {
    let world = world()
    var service = AccessoryService()
    _ = world.tell(&service, .accessory(.lineHungUp("pump", of: world.app("medic"))))
    #expect(service.apps.isEmpty)
  }

  @Test("ends sessions with the process of their app, and tells a dead app nothing")
  func dies() {
    var world = world()
    var service = AccessoryService()
    _ = world.ask(&service, .open(accessory: "pump"), by: "medic")
    #expect(service[world.app("medic")].sessions == ["pump"])
    world.kill("medic")
    #expect(world.tell(&service, .app(.processEnded(slot: world.slot("medic")))) == [])
    #expect(service[world.app("medic")].sessions == [])
    #expect(world.tell(&service, connect("pump")) == [])
  }

  @Test("refuses the session after the last that an app may have")
  func tooMany() {
    let world = world()
    var service = AccessoryService()
    for number in 1...16 {
      _ = world.ask(&service, .open(accessory: "pump \(number)"), by: "medic")
    }
    let (reply, _) = world.ask(&service, .open(accessory: "another"), by: "medic")
    #expect(reply == .refused(.service(.descriptor(.tooMany(limit: 16)))))
  }
}
