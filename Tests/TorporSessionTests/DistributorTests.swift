import Glibc
import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("A distributor of UnifiedPush", .enabled(if: BusWorld.hasTools))
struct DistributorTests {
  /// A program with a name on the bus, and what it was told.
  private final class Program {
    let bus: BusConnection
    let name: String
    private(set) var told: [BusEvent] = []
    /// Whether it answers for what it is told.
    var answers = true
    private var owed: [BusDue] = []
    private var tokens: [BusConnection.Token] = []
    private var isNamed = false

    init(_ name: String, on world: BusWorld) throws {
      self.name = name
      bus = BusConnection(world.bus.address, on: world.loop)
      bus.start()
      tokens.append(bus.own(name) { [unowned self] in isNamed = $0 })
      tokens.append(
        bus.serve(path: "/org/unifiedpush/Connector") { [unowned self] event, due in
          told.append(event)
          if answers { due.answer(.values([.options([:])])) } else { owed.append(due) }
        }
      )
      try #require(world.wait { isNamed })
    }

    deinit { bus.stop() }

    func answerAll() {
      answers = true
      for due in owed { due.answer(.values([.options([:])])) }
      owed = []
    }

    func leave() { bus.stop() }

    /// Asks the distributor, and waits for its answer.
    func ask(_ member: String, _ version: Int, _ arguments: [BusValue], on world: BusWorld) throws
      -> [BusValue]
    {
      var result: Result<BusReply, BusFailure>?
      bus.call(
        BusCall(
          destination: DistributorPart.busName,
          path: "/org/unifiedpush/Distributor",
          interface: "org.unifiedpush.Distributor\(version)",
          member: member,
          arguments: arguments
        )
      ) { result = $0 }
      _ = world.wait { result != nil }
      return try #require(try result?.get()).values
    }

    func register(on world: BusWorld, token: String = "t", key: String? = nil) throws -> BusValue? {
      var members: [BusEntry] = []
      for (name, value) in [("service", name), ("token", token), ("vapid", key)] {
        guard let value else { continue }
        members.append(BusEntry(key: .string(name), value: .variant(.string(value))))
      }
      return try ask("Register", 2, [.dictionary(members, of: "sv")], on: world).first
    }
  }

  private static let key = "B" + String(repeating: "A", count: 86)

  private func part(
    on world: BusWorld,
    _ waits: PushMessages.Waits = .init(),
    serves: Bool = true
  ) throws -> DistributorPart {
    // The world has the part, which must not have the world, or its bus would outlive the test.
    let folder = world.folder
    let part = world.start(
      DistributorPart(
        on: world.bus,
        loop: world.loop,
        outbox: world.outbox,
        environment: { $0 == "XDG_STATE_HOME" ? folder : nil },
        waits: waits
      )
    )
    if serves {
      part.obey(.servePushes)
      #expect(world.hears(.part(name: "unifiedpush", isAvailable: true, cause: nil)))
    }
    return part
  }

  /// The channels that were reported last.
  private func channels(_ world: BusWorld) -> (live: [PushChannel], ended: [String])? {
    for case .pushChannels(let channels, let ended) in world.facts.reversed() {
      return (channels, ended)
    }
    return nil
  }

  private func registered(_ world: BusWorld) throws -> String {
    try #require(world.wait { channels(world)?.live.count == 1 })
    return try #require(channels(world)?.live.first?.channel)
  }

  private func hears(_ identifier: String, _ outcome: MessageOutcome, on world: BusWorld) -> Bool {
    world.hears(.pushMessageAnswered(identifier: identifier, outcome: outcome))
  }

  @Test("takes a registration in the second form, and tells the address when there is one")
  func second() throws {
    let world = try BusWorld()
    let part = try part(on: world)
    let program = try Program("org.torpor.second", on: world)
    let answer = try program.register(on: world, key: Self.key)
    #expect(answer?["success"]?.text == "REGISTRATION_SUCCEEDED")
    let channel = try registered(world)
    #expect(channel.utf8.count == 36)
    #expect(channels(world)?.live == [PushChannel(channel: channel, key: Self.key)])
    part.obey(.pushEndpoint(channel: channel, endpoint: "https://a/b"))
    #expect(world.wait { program.told.count == 1 })
    #expect(program.told.first?.interface == "org.unifiedpush.Connector2")
    #expect(program.told.first?.member == "NewEndpoint")
    #expect(
      program.told.first?.values.first?.members
        == ["token": .string("t"), "endpoint": .string("https://a/b")]
    )
    // What it knows it is not told again, until it registers anew.
    part.obey(.pushEndpoint(channel: channel, endpoint: "https://a/b"))
    _ = try program.register(on: world, key: Self.key)
    #expect(world.wait { program.told.count == 2 })
    #expect(try registered(world) == channel)
  }

  @Test("takes a registration in the first form, hands over messages as they are, and ends it")
  func first() throws {
    let world = try BusWorld()
    let part = try part(on: world)
    let program = try Program("org.torpor.first", on: world)
    let words: [BusValue] = [.string(program.name), .string("t"), .string("a program")]
    #expect(
      try program.ask("Register", 1, words, on: world) == [
        .string("REGISTRATION_SUCCEEDED"), .string(""),
      ]
    )
    let channel = try registered(world)
    part.obey(.bringPushMessage(channel: channel, identifier: "1 a", data: "AAEC"))
    #expect(hears("1 a", .delivered, on: world))
    #expect(world.hears(.pushMessageWaits(pid: getpid(), name: program.name)))
    #expect(program.told.first?.interface == "org.unifiedpush.Connector1")
    #expect(program.told.first?.values == [.string("t"), .bytes([0, 1, 2]), .string("1 a")])
    // One that comes again is known.
    world.forgetFacts()
    part.obey(.bringPushMessage(channel: channel, identifier: "1 a", data: "AAEC"))
    #expect(hears("1 a", .delivered, on: world))
    #expect(program.told.count == 1)
    part.obey(.pushEndpoint(channel: channel, endpoint: "https://a/b"))
    #expect(world.wait { program.told.last?.member == "NewEndpoint" })
    #expect(program.told.last?.values == [.string("t"), .string("https://a/b")])
    _ = try program.ask("Unregister", 1, [.string("t")], on: world)
    #expect(world.wait { program.told.last?.member == "Unregistered" })
    #expect(program.told.last?.values == [.string("")])
    #expect(world.wait { channels(world)?.ended == [channel] })
    world.forgetFacts()
    part.obey(.bringPushMessage(channel: channel, identifier: "2 b", data: "AAEC"))
    #expect(hears("2 b", .unknown, on: world))
    part.obey(.pushChannelEnded(channel: channel))
    #expect(world.wait { channels(world)?.ended == [] })
  }

  @Test("has another channel for another key, so that nobody reaches it by the one before")
  func rotated() throws {
    let world = try BusWorld()
    let part = try part(on: world)
    let program = try Program("org.torpor.rotated", on: world)
    _ = try program.register(on: world)
    let open = try registered(world)
    part.obey(.pushEndpoint(channel: open, endpoint: "https://a/open"))
    #expect(world.wait { program.told.count == 1 })
    world.forgetFacts()
    _ = try program.register(on: world, key: Self.key)
    let bound = try registered(world)
    #expect(bound != open)
    #expect(channels(world)?.ended == [open])
    part.obey(.pushEndpoint(channel: bound, endpoint: "https://a/bound"))
    #expect(world.wait { program.told.last?.values.first?["endpoint"]?.text == "https://a/bound" })
  }

  @Test("takes none for a name of another program, and no end of another's")
  func strangers() throws {
    let world = try BusWorld()
    _ = try part(on: world)
    let (own, other) = (
      try Program("org.torpor.own", on: world), try Program("org.torpor.other", on: world)
    )
    _ = try own.register(on: world)
    let channel = try registered(world)
    let words: [BusValue] = [.string(own.name), .string("u"), .string("")]
    #expect(
      try other.ask("Register", 1, words, on: world) == [
        .string("REGISTRATION_FAILED"), .string("UNAUTHORIZED"),
      ]
    )
    let answer = try other.register(on: world)
    #expect(answer?["success"]?.text == "REGISTRATION_FAILED")
    #expect(answer?["reason"]?.text == "UNAUTHORIZED")
    _ = try other.ask("Unregister", 1, [.string("t")], on: world)
    #expect(try registered(world) == channel)
  }

  @Test(
    "says what is wrong with a call",
    arguments: [
      (["org.torpor.wrong"], "The token is missing"),
      (["org.torpor.wrong", ""], "The token is missing"),
      (["org.torpor.wrong", String(repeating: "t", count: 101)], "more than 100 bytes"),
      ([":1.5", "t"], "The service is not the name"),
    ]
  )
  func mistakes(_ texts: [String], _ words: String) throws {
    let world = try BusWorld()
    _ = try part(on: world)
    let program = try Program("org.torpor.wrong", on: world)
    // A key that no gateway would take is refused here, or it would cost all others their connection.
    for key in [String(repeating: "A", count: 87), "B", Self.key + "A"] {
      #expect { try program.register(on: world, key: key) } throws: {
        "\($0)".contains("vapid is not a key")
      }
    }
    let arguments = texts.map { BusValue.string($0) }
    #expect { try program.ask("Register", 1, arguments, on: world) } throws: {
      "\($0)".contains(words)
    }
  }

  @Test("has 64 registrations of one program, and no more")
  func limits() throws {
    let world = try BusWorld()
    _ = try part(on: world)
    let program = try Program("org.torpor.many", on: world)
    for number in 0..<PushRegistrations.countOfServiceMax {
      let answer = try program.register(on: world, token: "t\(number)")
      #expect(answer?["success"]?.text == "REGISTRATION_SUCCEEDED")
    }
    #expect(try program.register(on: world, token: "more")?["reason"]?.text == "INTERNAL_ERROR")
    #expect(try program.register(on: world, token: "t0")?["reason"] == nil)
  }

  @Test("lets a channel rest whose program does not answer, until it has")
  func slow() throws {
    let world = try BusWorld()
    var waits = PushMessages.Waits()
    waits.answer = .milliseconds(50)
    let part = try part(on: world, waits)
    let program = try Program("org.torpor.slow", on: world)
    _ = try program.register(on: world)
    let channel = try registered(world)
    program.answers = false
    part.obey(.bringPushMessage(channel: channel, identifier: "1 a", data: "AAEC"))
    #expect(hears("1 a", .later, on: world))
    #expect(channels(world)?.live == [])
    world.forgetFacts()
    program.answerAll()
    #expect(try registered(world) == channel)
    part.obey(.bringPushMessage(channel: channel, identifier: "1 a", data: "AAEC"))
    #expect(hears("1 a", .delivered, on: world))
    #expect(program.told.count == 1)
  }

  @Test("asks for a message again whose program is not there, or goes over it, three times at most")
  func gone() throws {
    let world = try BusWorld()
    var waits = PushMessages.Waits()
    waits.rest = .milliseconds(50)
    let part = try part(on: world, waits)
    var program = try Program("org.torpor.gone", on: world)
    _ = try program.register(on: world)
    let channel = try registered(world)
    for last in [false, false, true] {
      program.answers = false
      // It has rested.
      #expect(world.wait { channels(world)?.live.count == 1 })
      world.forgetFacts()
      part.obey(.bringPushMessage(channel: channel, identifier: "1 a", data: "AAEC"))
      #expect(world.wait { program.told.count == 1 })
      program.leave()
      #expect(hears("1 a", last ? .refused : .later, on: world))
      program = try Program("org.torpor.gone", on: world)
    }
    program.leave()
    world.forgetFacts()
    part.obey(.bringPushMessage(channel: channel, identifier: "2 b", data: "AAEC"))
    #expect(hears("2 b", .later, on: world))
    // It is wanted again after a while, whether or not anything is heard.
    world.forgetFacts()
    #expect(try registered(world) == channel)
  }

  @Test("has its registrations again when it is started anew, with its name on the bus at once")
  func restarts() throws {
    let world = try BusWorld()
    let part = try part(on: world)
    let program = try Program("org.torpor.again", on: world)
    _ = try program.register(on: world)
    let channel = try registered(world)
    part.obey(.pushEndpoint(channel: channel, endpoint: "https://a/b"))
    #expect(world.wait { program.told.count == 1 })
    let next = try BusWorld()
    try Files.makeFolder(next.folder + "/torpor", mode: 0o700)
    let text = try Files.read(world.folder + "/torpor/unifiedpush.json")
    try Files.replace(next.folder + "/torpor/unifiedpush.json", with: text)
    _ = try self.part(on: next, serves: false)
    #expect(next.hears(.part(name: "unifiedpush", isAvailable: true, cause: nil)))
    #expect(try registered(next) == channel)
    let again = try Program("org.torpor.again", on: next)
    _ = try again.register(on: next)
    #expect(next.wait { again.told.first?.values.first?["endpoint"]?.text == "https://a/b" })
    #expect(try Files.facts(of: world.folder + "/torpor/unifiedpush.json").st_mode & 0o777 == 0o600)
  }

  @Test("does not write over a file that it cannot read")
  func unreadable() throws {
    let world = try BusWorld()
    try Files.makeFolder(world.folder + "/torpor", mode: 0o700)
    let path = world.folder + "/torpor/unifiedpush.json"
    try Files.replace(path, with: "no JSON")
    let part = try part(on: world, serves: false)
    part.obey(.servePushes)
    #expect(
      world.wait {
        world.facts.contains {
          if case .part("unifiedpush", false, let cause) = $0 {
            cause?.contains(path) == true
          } else {
            false
          }
        }
      }
    )
    #expect(try Files.read(path) == "no JSON")
  }
}
