import Testing
import TorporModel

@testable import TorporCore

@Suite("The service of links, alone")
struct LinkServiceTests {
  @Test("tells an app whose mode allows it of an accessory, and counts the accessory once")
  func accessory() {
    var world = ServiceWorld()
    world.add("scale", .background, modes: [.externalAccessory])
    var service = LinkService()
    let connected = SystemEvent.link(.accessory(.connected(Accessory(name: "kitchen"))))
    let event = PendingEvent(
      reason: .accessory,
      callback: .mode(.accessory(.didConnect(accessory: "kitchen")))
    )
    #expect(world.tell(&service, connected) == [.wakeThenCall(world.app("scale"), event, [])])
    #expect(world.tell(&service, connected) == [])
    #expect(service.table.accessories.map(\.name) == ["kitchen"])
  }

  @Test("has descriptors polled while their app is suspended, and not while it runs")
  func descriptors() {
    var world = ServiceWorld()
    world.add("phone", .background)
    var service = LinkService()
    let phone = world.app("phone")
    _ = world.ask(&service, .descriptor(.handOver(name: "line", purpose: .other)), by: "phone")
    let slot = world.slot("phone")
    let frozen = SystemEvent.app(.phaseChanged(slot: slot, from: .background, to: .suspended))
    let watch = ModeEffect.watchDescriptor(app: phone, name: "line")
    #expect(world.tell(&service, frozen) == [.effect(.mode(watch))])
    let thawed = SystemEvent.app(.phaseChanged(slot: slot, from: .suspended, to: .background))
    let rest = ModeEffect.pauseDescriptor(app: phone, name: "line")
    #expect(world.tell(&service, thawed) == [.effect(.mode(rest))])
  }

  @Test("is the same after it was saved with the records and read again")
  func saved() {
    var world = ServiceWorld()
    world.add("phone", .background)
    var service = LinkService()
    _ = world.ask(&service, .descriptor(.handOver(name: "line", purpose: .other)), by: "phone")
    var apps = world.state.apps
    service.save(into: &apps)
    #expect(LinkService(service.table, takingFrom: &apps) == service)
    #expect(apps == world.state.apps)
  }
}
