import Glibc
import Testing
import TorporWire

@testable import torpor_session

@Suite("The screen saver", .enabled(if: BusWorld.hasTools))
struct ScreenSaverTests {
  private static let service = "org.mate.ScreenSaver"
  private static let path = "/org/mate/ScreenSaver"

  /// A screen saver that is on.
  private static func saver(in world: BusWorld) throws -> BusConnection {
    let address = BusAddress(name: "saver's bus", address: "unix:path=\(world.folder)/bus")
    let saver = BusConnection(address, on: world.loop)
    var isOwner = false
    _ = saver.serve(path: path) { _, due in due.answer(.values([.boolean(true)])) }
    _ = saver.own(service) { _ in isOwner = true }
    saver.start()
    try #require(world.wait { saver.isConnected && isOwner })
    return saver
  }

  @Test("counts until it goes off, also where it was on before")
  func counts() throws {
    let world = try BusWorld()
    let saver = try Self.saver(in: world)
    _ = world.start(ScreenSaverPart(on: world.bus, outbox: world.outbox, isOfApp: { _ in false }))
    #expect(world.hears(.screenSaver(isOn: true)))
    #expect(world.hears(.part(name: "screen-saver", isAvailable: true, cause: nil)))
    saver.emit(path: Self.path, interface: Self.service, member: "ActiveChanged", [.boolean(false)])
    #expect(world.hears(.screenSaver(isOn: false)))
    world.forgetFacts()
    saver.emit(path: Self.path, interface: Self.service, member: "ActiveChanged", [.boolean(true)])
    #expect(world.hears(.screenSaver(isOn: true)))
    saver.stop()
    #expect(world.hears(.screenSaver(isOn: false)))
    let gone = "no screen saver is on the session bus"
    #expect(world.hears(.part(name: "screen-saver", isAvailable: false, cause: gone)))
  }

  @Test("is not believed where it is a process of an app")
  func ofApp() throws {
    let world = try BusWorld()
    var asked: [Int32] = []
    let part = ScreenSaverPart(
      on: world.bus,
      outbox: world.outbox,
      isOfApp: {
        asked.append($0)
        return true
      }
    )
    _ = world.start(part)
    let saver = try Self.saver(in: world)
    #expect(world.wait { asked == [getpid()] })
    var isHeard = false
    let token = world.bus.match("type='signal',member='Afterwards'") { _ in isHeard = true }
    for member in ["ActiveChanged", "Afterwards"] {
      saver.emit(path: Self.path, interface: Self.service, member: member, [.boolean(true)])
    }
    #expect(world.wait { isHeard })
    #expect(!world.facts.contains(.screenSaver(isOn: true)))
    world.bus.cancel(token)
  }
}
