import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Items in the desktop's panel", .enabled(if: BusWorld.hasTools))
struct StatusItemTests {
  private func process(_ name: String, on world: BusWorld) throws -> BusProcess {
    try BusProcess(
      ["/usr/bin/python3", "-m", "dbusmock", "--session", name, "/", "a.b"],
      environment: world.environment
    )
  }

  @Test("are known by the names of their programs, from before and after, until they go")
  func names() throws {
    let world = try BusWorld()
    var old: BusProcess? = try process("org.kde.StatusNotifierItem-12-1", on: world)
    let plain = try process("org.kde.Other", on: world)
    defer { withExtendedLifetime(plain) {} }
    let part = world.start(StatusItemPart(on: world.bus, outbox: world.outbox))
    defer { withExtendedLifetime(part) {} }
    let first = try #require(old).processID
    #expect(world.hears(.statusItems(pids: [first])))
    let new = try process("org.freedesktop.StatusNotifierItem-13-1", on: world)
    #expect(world.hears(.statusItems(pids: [first, new.processID].sorted())))
    old = nil
    world.forgetFacts()
    #expect(world.hears(.statusItems(pids: [new.processID])))
  }

  @Test("are known by the panel's list, where they have no name")
  func listed() throws {
    let world = try BusWorld()
    let item = try process("org.torpor.tray", on: world)
    let part = world.start(StatusItemPart(on: world.bus, outbox: world.outbox))
    defer { withExtendedLifetime(part) {} }
    #expect(world.hears(.statusItems(pids: [])))
    let owner = { () -> String? in
      let call = try? world.call(
        BusNames.bus,
        BusNames.busPath,
        BusNames.bus,
        "GetNameOwner",
        .string("org.torpor.tray")
      )
      return call?.first?.text
    }
    #expect(world.wait { owner() != nil })
    let connection = try #require(owner())
    let watcher = "org.kde.StatusNotifierWatcher"
    let panel = try BusProcess(
      [
        "/usr/bin/python3", "-m", "dbusmock", "--session", watcher, "/StatusNotifierWatcher",
        watcher,
      ],
      environment: world.environment
    )
    defer { withExtendedLifetime(panel) {} }
    let mock = "org.freedesktop.DBus.Mock"
    #expect(
      world.wait {
        (try? world.call(
          watcher,
          "/StatusNotifierWatcher",
          mock,
          "AddProperty",
          .string(watcher),
          .string("RegisteredStatusNotifierItems"),
          .variant(.strings(["\(connection)/org/ayatana/item"]))
        )) != nil
      }
    )
    // It says so by a signal of its own, and not that the property has changed.
    try world.call(
      watcher,
      "/StatusNotifierWatcher",
      mock,
      "EmitSignal",
      .string(watcher),
      .string("StatusNotifierItemRegistered"),
      .string("s"),
      .array([.variant(.string("\(connection)/org/ayatana/item"))], of: "v")
    )
    #expect(world.hears(.statusItems(pids: [item.processID])))
  }
}
