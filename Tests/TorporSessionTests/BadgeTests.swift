import Testing
import TorporModel
import TorporWire

@testable import torpor_session

@Suite("Numbers on icons", .enabled(if: BusWorld.hasTools))
struct BadgeTests {
  private let mail = AppIdentifier("org.example.mail-2")!

  @Test("are told to every dock, and taken away from apps of which a new daemon knows none")
  func told() throws {
    let world = try BusWorld()
    var heard: [BusEvent] = []
    let token = world.bus.match(
      "type='signal',interface='com.canonical.Unity.LauncherEntry',member='Update'"
    ) { heard.append($0) }
    let part = world.start(BadgePart(on: world.bus, outbox: world.outbox))
    #expect(world.hears(.part(name: "badges", isAvailable: true, cause: nil)))
    part.obey(.showBadge(app: mail, count: 3))
    #expect(world.wait { heard.count == 1 })
    #expect(heard.first?.path == "/com/canonical/unity/launcherentry/org_2eexample_2email_2d2")
    #expect(heard.first?.values[0].text == "application://org.example.mail-2.desktop")
    #expect(heard.first?.values[1]["count"]?.integer == 3)
    #expect(heard.first?.values[1]["count-visible"]?.flag == true)
    part.attached()
    #expect(world.wait { heard.count == 2 })
    #expect(heard.last?.values[1]["count-visible"]?.flag == false)
    world.bus.cancel(token)
  }
}
