import Glibc
import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Callers of what stands still", .enabled(if: BusWorld.hasTools))
struct CallerTests {
  /// A service with one name, and its process.
  private func service(_ name: String, on world: BusWorld) throws -> BusProcess {
    let process = try BusProcess(
      ["/usr/bin/python3", "-m", "dbusmock", "--session", name, "/", "a.b"],
      environment: world.environment
    )
    try #require(
      world.wait {
        let names = try? world.call(
          BusNames.bus,
          BusNames.busPath,
          BusNames.bus,
          "GetNameOwner",
          .string(name)
        )
        return names != nil
      }
    )
    return process
  }

  private func ping(_ name: String, on world: BusWorld, _ answered: @escaping () -> Void) {
    world.bus.call(
      BusCall(
        destination: name,
        path: "/",
        interface: "org.freedesktop.DBus.Peer",
        member: "Ping"
      )
    ) { _ in answered() }
  }

  @Test("are told of once, by the name that they called, and not of those that move")
  func callers() throws {
    let world = try BusWorld()
    let frozen = try service("org.torpor.still", on: world)
    let moving = try service("org.torpor.moving", on: world)
    let part = world.start(NamesPart(on: world.bus, loop: world.loop, outbox: world.outbox))
    try frozen.send(SIGSTOP)
    part.obey(.frozen(launch: "7", pids: [frozen.processID]))
    #expect(world.wait { part.isListening })
    var (isAnswered, wasAnswered) = (false, false)
    ping("org.torpor.moving", on: world) { wasAnswered = true }
    #expect(world.wait { wasAnswered })
    ping("org.torpor.still", on: world) { isAnswered = true }
    #expect(
      world.hears(
        .busCallWaits(pid: frozen.processID, name: "org.torpor.still", member: "Ping")
      )
    )
    #expect(!isAnswered)
    #expect(
      !world.facts.contains {
        if case .busCallWaits(moving.processID, _, _) = $0 { true } else { false }
      }
    )
    try frozen.send(SIGCONT)
    part.obey(.thawed(launch: "7"))
    #expect(world.wait { isAnswered })
    #expect(world.wait { !part.isListening })
    #expect(
      world.facts.count { if case .busCallWaits = $0 { true } else { false } } == 1
    )
  }

  @Test("are told of again while they wait for an answer, and no more when they have it")
  func slowAnswers() throws {
    let world = try BusWorld()
    let slow = try service("org.torpor.slow", on: world)
    let part = world.start(
      NamesPart(
        on: world.bus,
        loop: world.loop,
        outbox: world.outbox,
        remindAfter: .milliseconds(50)
      )
    )
    try slow.send(SIGSTOP)
    part.obey(.frozen(launch: "7", pids: [slow.processID]))
    #expect(world.wait { part.isListening })
    var isAnswered = false
    ping("org.torpor.slow", on: world) { isAnswered = true }
    func toldCount() -> Int {
      world.facts.count { if case .busCallWaits = $0 { true } else { false } }
    }
    #expect(world.wait { toldCount() == 1 })
    // It runs, as far as the daemon is concerned, and takes its time.
    part.obey(.thawed(launch: "7"))
    #expect(world.wait { toldCount() >= 4 })
    #expect(!isAnswered && part.isListening)
    try slow.send(SIGCONT)
    #expect(world.wait { isAnswered && !part.isListening })
  }

  @Test("that call a connection by its own number are told of too")
  func uniqueNames() throws {
    let world = try BusWorld()
    let frozen = try service("org.torpor.still", on: world)
    let owner = try #require(
      world.call(
        BusNames.bus,
        BusNames.busPath,
        BusNames.bus,
        "GetNameOwner",
        .string("org.torpor.still")
      ).first?.text
    )
    let part = world.start(NamesPart(on: world.bus, loop: world.loop, outbox: world.outbox))
    try frozen.send(SIGSTOP)
    part.obey(.frozen(launch: "7", pids: [frozen.processID]))
    #expect(world.wait { part.isListening })
    ping(owner, on: world) {}
    #expect(
      world.hears(.busCallWaits(pid: frozen.processID, name: owner, member: "Ping"))
    )
  }
}
