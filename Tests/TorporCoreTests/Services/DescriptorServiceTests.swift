import Testing
import TorporModel

@testable import TorporCore

@Suite("The service for descriptors, alone")
struct DescriptorServiceTests {
  private func world() -> ServiceWorld {
    var world = ServiceWorld()
    world.add("phone", .background, modes: [.externalAccessory])
    return world
  }

  private func watch(
    _ name: String,
    for purpose: DescriptorPurpose = .other,
    to service: inout DescriptorService,
    in world: ServiceWorld
  ) {
    _ = world.ask(&service, .watch(name: name, purpose: purpose), by: "phone")
  }

  private func moved(_ from: AppPhase, _ to: AppPhase, in world: ServiceWorld) -> SystemEvent {
    .app(.phaseChanged(slot: world.slot("phone"), from: from, to: to))
  }

  private func readable(
    _ name: String,
    in world: ServiceWorld,
    isHungUp: Bool = false
  ) -> SystemEvent {
    let phone = world.app("phone")
    return .descriptor(.readable(name: name, of: phone, isHungUp: isHungUp, isUnread: false))
  }

  @Test("has descriptors polled while their app is suspended, and not while it runs")
  func polls() {
    let world = world()
    var service = DescriptorService()
    let phone = world.app("phone")
    watch("line", to: &service, in: world)
    let watch = ServiceEffect.watchDescriptor(app: phone, name: "line")
    #expect(
      world.tell(&service, moved(.background, .suspended, in: world)) == [.effect(.service(watch))]
    )
    let pause = ServiceEffect.pauseDescriptor(app: phone, name: "line")
    #expect(
      world.tell(&service, moved(.suspended, .background, in: world)) == [.effect(.service(pause))]
    )
  }

  @Test("wakes the app for a descriptor that it has polled, and notes the wake after it")
  func wakes() {
    let world = world()
    var service = DescriptorService()
    let phone = world.app("phone")
    watch("line", to: &service, in: world)
    #expect(world.tell(&service, readable("line", in: world)) == [])
    _ = world.tell(&service, moved(.background, .suspended, in: world))
    let callback = Callback.service(.descriptor(.readable(name: "line", isHungUp: false)))
    #expect(
      world.tell(&service, readable("line", in: world)) == [
        .wakeThenCall(phone, PendingEvent(reason: .descriptor, callback: callback), []),
        .post(.descriptor(.step(.noteWake(phone, for: "line")))),
      ]
    )
  }

  @Test("says that the line to an accessory was hung up before it wakes the app for that")
  func hangsUp() {
    let world = world()
    var service = DescriptorService()
    let phone = world.app("phone")
    watch("line", for: .accessory("pump"), to: &service, in: world)
    _ = world.tell(&service, moved(.background, .suspended, in: world))
    let items = world.tell(&service, readable("line", in: world, isHungUp: true))
    #expect(
      items.prefix(2) == [
        .post(.accessory(.lineHungUp("pump", of: phone))),
        .effect(.service(.dropDescriptor(app: phone, name: "line"))),
      ]
    )
    #expect(service.apps.isEmpty)
  }

  @Test("closes the lines to an accessory that is gone, and no others")
  func accessoryGone() {
    let world = world()
    var service = DescriptorService()
    let phone = world.app("phone")
    watch("line", for: .accessory("pump"), to: &service, in: world)
    watch("timer", to: &service, in: world)
    #expect(
      world.tell(&service, .accessory(.removed("pump"))) == [
        .effect(.service(.dropDescriptor(app: phone, name: "line")))
      ]
    )
    #expect(service[phone].held.map(\.name) == ["timer"])
  }
}

@Suite("What journals keep of accessories, Bluetooth and descriptors")
struct SavedLinksTests {
  @Test("makes the same services again, and leaves nothing in the records")
  func again() {
    var world = ServiceWorld()
    world.add("phone", .background)
    var services = Services()
    let phone = world.app("phone")
    services.accessories.connected = [Accessory(name: "pump")]
    services.accessories.update(phone) { $0.sessions = ["pump"] }
    services.bluetooth.peripherals = ["wrist"]
    services.bluetooth.update(phone) { $0.wait(.data(peripheral: "wrist")) }
    services.descriptors.update(phone) { $0.watch("line", for: .voIP) }
    var apps = world.state.apps
    let table = services.saveLinks(into: &apps)
    var again = Services()
    again.take(table, from: &apps)
    #expect(again == services)
    #expect(apps == world.state.apps)
  }
}
