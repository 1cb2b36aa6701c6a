import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("The parts for the machine", .enabled(if: BusWorld.hasTools))
struct MachinePartTests {
  private static let upower = "org.freedesktop.UPower"
  private static let manager = "org.freedesktop.NetworkManager"
  private static let logind = "org.freedesktop.login1"

  private func mockUPower(_ world: BusWorld) throws -> MockService {
    try world.mock(
      "upower",
      of: Self.upower,
      path: "/org/freedesktop/UPower",
      has: (Self.upower, "OnBattery")
    )
  }

  private func mockLogind(_ world: BusWorld) throws -> MockService {
    try world.mock(
      "logind",
      of: Self.logind,
      path: "/org/freedesktop/login1",
      has: (Self.logind + ".Manager", "IdleHint")
    )
  }

  @Test("tell of power as UPower does, and that they cannot when it goes")
  func power() throws {
    let world = try BusWorld()
    _ = world.start(PowerPart(on: world.bus, outbox: world.outbox))
    #expect(
      world.wait {
        world.facts.contains {
          if case .part("power", false, let cause?) = $0 {
            cause.contains("ServiceUnknown")
          } else {
            false
          }
        }
      }
    )
    do {
      let mock = try mockUPower(world)
      #expect(world.hears(.power(isOnExternalPower: true, batteryPercent: nil)))
      try mock.update(
        Self.upower + ".Device",
        at: "/org/freedesktop/UPower/devices/DisplayDevice",
        ["Type": .uint32(2), "IsPresent": .boolean(true), "Percentage": .double(61.5)]
      )
      try mock.update(Self.upower, ["OnBattery": .boolean(true)])
      #expect(world.hears(.power(isOnExternalPower: false, batteryPercent: 62)))
      world.forgetFacts()
    }
    #expect(
      world.hears(
        .part(name: "power", isAvailable: false, cause: "org.freedesktop.UPower has gone")
      )
    )
  }

  @Test("tell what traffic costs, as NetworkManager does while there is a network")
  func metered() throws {
    let world = try BusWorld()
    let path = "/org/freedesktop/NetworkManager"
    let mock = try world.mock(
      "networkmanager",
      of: Self.manager,
      path: path,
      has: (Self.manager, "State")
    )
    // This version of dbusmock has no such property of its own.
    try mock.control(
      "AddProperty",
      .string(Self.manager),
      .string("Metered"),
      .variant(.uint32(4))
    )
    _ = world.start(MeteredPart(on: world.bus, outbox: world.outbox))
    #expect(world.hears(.metered(isMetered: false)))
    for (number, isMetered) in [(1, true), (2, false), (3, true), (0, nil)] as [(UInt32, Bool?)] {
      world.forgetFacts()
      try mock.update(Self.manager, ["Metered": .uint32(number)])
      #expect(world.hears(.metered(isMetered: isMetered)))
    }
    try mock.update(Self.manager, ["Metered": .uint32(1)])
    #expect(world.hears(.metered(isMetered: true)))
    world.forgetFacts()
    // NM_STATE_DISCONNECTED.
    try mock.update(Self.manager, ["State": .uint32(20)])
    #expect(world.hears(.metered(isMetered: nil)))
  }

  @Test("hold sleep up until the daemon knows, and take the lock again when the machine wakes")
  func sleep() throws {
    let world = try BusWorld()
    let mock = try mockLogind(world)
    func locks() throws -> Int {
      try world.call(
        Self.logind,
        "/org/freedesktop/login1",
        Self.logind + ".Manager",
        "ListInhibitors"
      ).first?.elements.count ?? 0
    }
    world.outbox.isAttached = true
    let part = world.start(SleepPart(on: world.bus, loop: world.loop, outbox: world.outbox))
    #expect(try world.wait { try locks() == 1 })
    try mock.emit(Self.logind + ".Manager", "PrepareForSleep", "b", [.boolean(true)])
    #expect(world.hears(.prepareForSleep(isStarting: true)))
    #expect(part.holdsLock)
    part.obey(.allowSleep)
    #expect(try world.wait { try locks() == 0 })
    try mock.emit(Self.logind + ".Manager", "PrepareForSleep", "b", [.boolean(false)])
    #expect(world.hears(.prepareForSleep(isStarting: false)))
    #expect(try world.wait { try locks() == 1 })
    // A daemon that does not answer holds nobody up for ever, one that is not there not at all.
    try mock.emit(Self.logind + ".Manager", "PrepareForSleep", "b", [.boolean(true)])
    #expect(world.wait { !part.holdsLock })
  }

  @Test("have the machine sleep when the daemon wants it, unless somebody blocks that")
  func suspend() throws {
    let world = try BusWorld()
    let mock = try mockLogind(world)
    let manager = Self.logind + ".Manager"
    // This version of dbusmock has no such property of its own.
    try mock.control(
      "AddProperty",
      .string(manager),
      .string("BlockInhibited"),
      .variant(.string("idle:sleep"))
    )
    let part = world.start(SleepPart(on: world.bus, loop: world.loop, outbox: world.outbox))
    #expect(world.wait { part.holdsLock })
    part.obey(.suspend)
    part.obey(.allowSleep)
    #expect(world.wait { !part.holdsLock })
    #expect(try mock.calls(of: "Suspend") == [])
    try mock.update(manager, ["BlockInhibited": .string("idle")])
    part.obey(.suspend)
    #expect(try world.wait { try mock.calls(of: "Suspend") == [[.boolean(false)]] })
  }

  @Test("tell that the machine is about to stop, and that this was called off")
  func shutdown() throws {
    let world = try BusWorld()
    let mock = try mockLogind(world)
    let part = world.start(SleepPart(on: world.bus, loop: world.loop, outbox: world.outbox))
    #expect(world.wait { part.holdsLock })
    for isStarting in [true, false] {
      let values: [BusValue] = [.boolean(isStarting)]
      try mock.emit(Self.logind + ".Manager", "PrepareForShutdown", "b", values)
      #expect(world.hears(.prepareForShutdown(isStarting: isStarting)))
    }
  }

  @Test("tell of the session's lock and idleness, by whatever logind says of it")
  func session() throws {
    let world = try BusWorld()
    let mock = try mockLogind(world)
    try mock.control(
      "AddSession",
      .string("c7"),
      .string("seat0"),
      .uint32(500),
      .string("user"),
      .boolean(true)
    )
    let path = "/org/freedesktop/login1/session/c7"
    let interface = Self.logind + ".Session"
    _ = world.start(SessionPart(on: world.bus, outbox: world.outbox, userID: 500, sessionID: "c7"))
    #expect(world.hears(.locked(isLocked: false)))
    #expect(world.hears(.idle(isIdle: false, sinceMicrosecondsAgo: 0)))
    try mock.update(interface, at: path, ["LockedHint": .boolean(true)])
    #expect(world.hears(.locked(isLocked: true)))
    let since = UInt64(max(1, MonotonicClock.microseconds() - 90_000_000))
    try mock.update(
      interface,
      at: path,
      ["IdleHint": .boolean(true), "IdleSinceHintMonotonic": .uint64(since)]
    )
    #expect(
      world.wait {
        world.facts.contains {
          if case .idle(true, let ago) = $0 {
            (90_000_000...200_000_000).contains(ago)
          } else {
            false
          }
        }
      }
    )
    world.forgetFacts()
    try mock.emit(interface, "Unlock", "", at: path, [])
    #expect(world.hears(.locked(isLocked: false)))
  }

  @Test("say why they know of no session")
  func noSession() throws {
    let world = try BusWorld()
    let mock = try mockLogind(world)
    try mock.control("AddUser", .uint32(500), .string("user"), .boolean(true))
    // That of this version of dbusmock fails for every number.
    try mock.control(
      "AddMethod",
      .string(Self.logind + ".Manager"),
      .string("GetUser"),
      .string("u"),
      .string("o"),
      .string("ret = '/org/freedesktop/login1/user/%d' % args[0]")
    )
    _ = world.start(SessionPart(on: world.bus, outbox: world.outbox, userID: 500, sessionID: nil))
    #expect(
      world.hears(
        .part(
          name: "session",
          isAvailable: false,
          cause: "logind knows no display session of user 500, and XDG_SESSION_ID is not set"
        )
      )
    )
  }
}
