import Glibc
import Testing
import TorporPosix

@testable import torpor_session

@Suite("A connection to a bus", .enabled(if: BusWorld.hasTools))
struct BusTests {
  @Test("carries every type of value there and back")
  func values() throws {
    let world = try BusWorld()
    var received: [BusValue] = []
    let token = world.bus.export(path: "/echo") { event in
      guard event.member == "Echo" else { return nil }
      received = event.values
      return .values(event.values)
    }
    let sent: [BusValue] = [
      .boolean(true), .byte(200), .int16(-3), .uint16(65_535), .int32(-70_000), .uint32(.max),
      .int64(.min), .uint64(.max), .double(-0.5), .string("ä\n"), .objectPath("/a/b"),
      .signature("a{sv}"), .bytes([0, 1, 255]), .bytes([]), .strings(["x", ""]), .strings([]),
      .options(["a": .int32(1), "b": .strings(["c"])]), .options([:]),
      .structure([.string("s"), .array([.structure([.byte(1)])], of: "(y)")]),
      .variant(.variant(.uint32(7))),
      .dictionary([BusEntry(key: .uint16(1), value: .bytes([2]))], of: "qay"),
    ]
    let name = try #require(world.bus.uniqueName)
    var result: Result<BusReply, BusFailure>?
    world.bus.call(
      BusCall(destination: name, path: "/echo", interface: "a.b", member: "Echo", arguments: sent)
    ) { result = $0 }
    #expect(world.wait { result != nil })
    #expect(received == sent)
    #expect(try result?.get() == BusReply(sender: name, values: sent))
    #expect(throws: BusFailure.self) { try world.call(name, "/echo", "a.b", "Other") }
    world.bus.cancel(token)
  }

  @Test("says who is not there, and fails at once while there is no bus")
  func failures() throws {
    let world = try BusWorld()
    #expect {
      try world.call("org.nobody", "/", "a.b", "C")
    } throws: { error in
      (error as? BusFailure)?.isServiceMissing == true
    }
    world.endDaemon()
    #expect(world.wait { !world.bus.isConnected })
    var failure: BusFailure?
    world.bus.call(BusCall(destination: "a.b", path: "/", interface: "a.b", member: "C")) {
      if case .failure(let error) = $0 { failure = error }
    }
    guard case .notConnected = failure else {
      Issue.record("a call without a bus came to \(String(describing: failure))")
      return
    }
  }

  @Test("comes back after the bus was away, with all that was asked for")
  func returning() throws {
    let world = try BusWorld()
    var heard: [String] = []
    var isOwned = false
    let tokens = [
      world.bus.match("type='signal',interface='a.b'") { heard.append($0.member) },
      world.bus.own("org.torpor.test") { isOwned = $0 },
    ]
    #expect(world.wait { isOwned })
    var wasRefused = false
    world.bus.call(
      BusCall(destination: "org.torpor.test", path: "/", interface: "a.b", member: "C")
    ) { _ in wasRefused = true }
    world.endDaemon()
    // Whoever waits for an answer is told that none will come.
    #expect(world.wait { wasRefused })
    #expect(world.wait { !world.bus.isConnected })
    isOwned = false
    try world.startDaemon()
    #expect(world.wait { isOwned })
    world.bus.emit(path: "/x", interface: "a.b", member: "Again", [.int32(1)])
    #expect(world.wait { heard == ["Again"] })
    for token in tokens { world.bus.cancel(token) }
  }

  @Test("to a bus that is not there names the place")
  func missing() throws {
    let loop = try EventLoop()
    let bus = BusConnection(BusAddress(name: "b", address: "unix:path=/nonexistent/bus"), on: loop)
    bus.start()
    #expect(
      bus.state
        == .lost(
          cause: "the bus is not there (unix:path=/nonexistent/bus: No such file or directory "
            + "(ENOENT))"
        )
    )
    let unknown = BusConnection(BusAddress(name: "session bus", address: nil), on: loop)
    unknown.start()
    #expect(
      unknown.state
        == .lost(cause: "the bus is not there (nothing says where the session bus is)")
    )
  }
}
