import Foundation
import Testing
import TorporCrypto

@testable import Gateway

@Suite(
  "A fleet of gateways",
  .enabled(if: TestNATS.program != nil, "nats-server is not installed"),
  .timeLimit(.minutes(2))
)
struct FleetTests {
  /// Two gateways with the same mailboxes and the same sender.
  private struct Fleet {
    let one, other: TestGateway

    static func start(_ nats: TestNATS? = nil) async throws -> Fleet {
      let settings = try (nats ?? TestNATS.started).settings()
      let (secret, time) = (SenderSecret(), TestTime())
      let one = try await TestGateway.start(secret: secret, time: time) { $0.fleet = settings }
      let other = try await TestGateway.start(secret: secret, time: time) { $0.fleet = settings }
      return Fleet(one: one, other: other)
    }

    func stop() async {
      await one.stop()
      await other.stop()
    }
  }

  @Test("hands a push to the one that has the device, and says what became of it")
  func forward() async throws {
    let fleet = try await Fleet.start()
    let device = try await fleet.one.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await fleet.other.sender()
    for changes in [[], [("apns-expiration", "0")]] as [[(String, String?)]] {
      let answer = try await sender.send(
        fleet.other.headers(token, changes),
        TestGateway.alert
      )
      #expect(answer.status == 200)
      let push = try await device.next()
      #expect(push["apns_id"]?.text == answer.id)
      #expect(push["payload"]?.text == Base64URL.encode(TestGateway.alert))
      try await device.acknowledge(push)
    }
    // A refusal comes back as it was said there.
    let refused = try await sender.send(
      fleet.other.headers(token, [("apns-topic", "com.example.other")]),
      TestGateway.alert
    )
    #expect(refused.reason == "DeviceTokenNotForTopic")
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    await fleet.stop()
  }

  @Test("brings a push of a broadcast channel to the devices of every gateway")
  func broadcasts() async throws {
    let fleet = try await Fleet.start()
    let channels = BroadcastSender(fleet.other, try await fleet.other.sender())
    let channel = try #require(try await channels.create(.newest).channel)
    let devices = [try await fleet.other.device(), try await fleet.one.device()]
    for device in devices { #expect(try await device.subscribe(channel) == 200) }
    let sent = try await channels.publish(to: channel)
    for device in devices {
      #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    }
    #expect(try await channels.ask("DELETE", channel: channel).status == 204)
    #expect(try await fleet.one.device().subscribe(channel) == 404)
    await fleet.stop()
  }

  @Test("has one connection of a device, the newer, whichever gateway has it")
  func moves() async throws {
    let fleet = try await Fleet.start()
    let key = DeviceKey.make()
    let former = try await fleet.one.device(key)
    let token = try await former.register(TestGateway.app)
    let newer = try await fleet.other.device(key)
    #expect(await former.closeCode() == 4409)
    for test in [fleet.one, fleet.other] {
      let answer = try await test.sender().send(test.headers(token), TestGateway.alert)
      #expect(try await newer.next()["apns_id"]?.text == answer.id)
    }
    await fleet.stop()
  }

  @Test("keeps a push for a device whose gateway is gone, and hands it over by another")
  func gone() async throws {
    let fleet = try await Fleet.start()
    let key = DeviceKey.make()
    let device = try await fleet.one.device(key)
    let token = try await device.register(TestGateway.app)
    await fleet.one.gateway.stop()
    let answer = try await fleet.other.sender().send(
      fleet.other.headers(token),
      TestGateway.alert
    )
    #expect(answer.status == 200)
    let again = try await fleet.other.device(key)
    #expect(try await again.next()["apns_id"]?.text == answer.id)
    await fleet.other.stop()
  }

  @Test(
    "hands a message of Web Push to the one that has the device, and keeps one for a device that is away"
  )
  func messages() async throws {
    let fleet = try await Fleet.start()
    let key = DeviceKey.make()
    let device = try await fleet.one.device(key)
    let endpoint = try await device.register(channel: WebPushTests.channel)
    let sender = try await fleet.other.sender()
    func send(_ text: String, _ changes: [(String, String?)] = []) async throws {
      let headers = WebSender.frames(endpoint, changes)
      #expect(try await sender.send(headers, WebSender.message(text)).status == 201)
    }
    for changes in [[], [("ttl", "0")]] as [[(String, String?)]] {
      try await send("now", changes)
      let message = try await device.next()
      #expect(Base64URL.decode(message["data"]?.text ?? "") == WebSender.message("now"))
      try await device.acknowledge(message: message)
    }
    await fleet.one.gateway.stop()
    for text in ["old", "new"] { try await send(text, [("topic", "score")]) }
    try await send("other")
    let again = try await fleet.other.device(key)
    // The address is another one, and all else of the endpoint is the same.
    let path = WebSender.path(of: try await again.register(channel: WebPushTests.channel))
    #expect(path == WebSender.path(of: endpoint))
    for text in ["new", "other"] {
      let message = try await again.next()
      #expect(Base64URL.decode(message["data"]?.text ?? "") == WebSender.message(text))
      try await again.acknowledge(message: message)
    }
    try await again.beat()
    #expect(try await again.next() == .object([:]))
    #expect(try await again.unregister(channel: WebPushTests.channel) == 200)
    let ended = try await sender.send(WebSender.frames(endpoint), WebSender.message())
    #expect(ended.status == 410)
    await fleet.other.stop()
  }

  @Test("loses nothing when several write one mailbox at once")
  func conflicts() async throws {
    let fleet = try await Fleet.start()
    let key = DeviceKey.make()
    let device = try await fleet.one.device(key)
    let topics = (0..<40).map { "com.example.app\($0)" }
    var tokens: [String] = []
    for topic in topics { tokens.append(try await device.register(topic)) }
    await device.close()
    let senders = [try await fleet.one.sender(), try await fleet.other.sender()]
    for sender in senders {
      let first = fleet.one.headers(tokens[0], [("apns-topic", topics[0])])
      #expect(try await sender.send(first, TestGateway.alert).status == 200)
      try await sender.allowsStreams(1000)
    }
    let ids = try await withThrowingTaskGroup(of: String?.self) { group in
      for index in topics.indices {
        let headers = fleet.one.headers(tokens[index], [("apns-topic", topics[index])])
        group.addTask {
          let answer = try await senders[index % 2].send(headers, TestGateway.alert)
          return answer.status == 200 ? answer.id : nil
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(!ids.contains(nil))
    let again = try await fleet.other.device(key)
    var seen: Set<String?> = []
    while seen.count < topics.count {
      let push = try await again.next()
      seen.insert(push["apns_id"]?.text)
      try await again.acknowledge(push)
    }
    #expect(seen == Set(ids))
    await fleet.stop()
  }

  @Test("answers 503 while its engine is away, and then has everything again")
  func engineAway() async throws {
    let nats = try TestNATS()
    let fleet = try await Fleet.start(nats)
    let device = try await fleet.one.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await fleet.one.sender()
    let first = try await sender.send(fleet.one.headers(token), TestGateway.alert)
    let push = try await device.next()
    #expect(push["apns_id"]?.text == first.id)
    nats.kill()
    // What a device says meanwhile is not lost, either.
    try await device.acknowledge(push)
    let away = try await sender.send(fleet.one.headers(token), TestGateway.alert)
    #expect(away.status == 503)
    #expect(away.reason == "ServiceUnavailable")
    let again = try nats.startAgain()
    var id: String?
    while id == nil {
      let answer = try await sender.send(fleet.one.headers(token), TestGateway.alert)
      if answer.status == 200 { id = answer.id }
    }
    #expect(try await device.next()["apns_id"]?.text == id)
    await fleet.stop()
    again.remove()
  }

  @Test("says 429 when a device's mailbox is full, and has all that it has accepted")
  func full() async throws {
    let test = try await TestGateway.start(.nats)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    var tokens: [String] = []
    for index in 0..<60 { tokens.append(try await device.register("com.example.app\(index)")) }
    await device.close()
    let sender = try await test.sender()
    var (accepted, reasons): ([String?], Set<String?>) = ([], [])
    for (index, token) in tokens.enumerated() {
      let headers = test.headers(token, [("apns-topic", "com.example.app\(index)")])
      let answer = try await sender.send(headers, ProviderTests.payload(4096))
      if answer.status == 200 { accepted.append(answer.id) } else { reasons.insert(answer.reason) }
    }
    #expect(reasons == ["TooManyRequests"])
    #expect(accepted.count > 30)
    // What a push displaces is room for it.
    let headers = test.headers(tokens[0], [("apns-topic", "com.example.app0")])
    let newer = try await sender.send(headers, ProviderTests.payload(4096))
    #expect(newer.status == 200)
    let again = try await test.device(key)
    var seen: [String?] = []
    while seen.count < accepted.count {
      let push = try await again.next()
      seen.append(push["apns_id"]?.text)
      try await again.acknowledge(push)
    }
    #expect(Set(seen) == Set(accepted.dropFirst() + [newer.id]))
    await test.stop()
  }

  @Test(
    "is not started on a cluster that is too small or absent, or takes no large messages, or with a wrong password"
  )
  func refused() async throws {
    let shared = try #require(TestNATS.shared)
    var settings = try shared.settings()
    func start() async -> String? {
      var gateway = GatewaySettings(dataFolder: NSTemporaryDirectory() + UniqueID.make())
      gateway.fleet = settings
      do {
        await (try Gateway.start(gateway)).stop()
        return nil
      } catch {
        return "\(error)"
      }
    }
    settings.replicas = 3
    #expect(
      await start() == "the NATS servers do not take 3 replicas: replicas > 1 not supported in "
        + "non-clustered mode (JetStream 10074). Run a cluster of that many, or give "
        + "--nats-replicas 1"
    )
    settings.replicas = 1
    settings.servers = [try #require(NATSServer("nats://127.0.0.1:1"))]
    #expect(
      await start() == "127.0.0.1:1: no NATS server is connected. Check --nats, and that the "
        + "servers run"
    )
    let nats = try TestNATS(password: "right")
    settings.servers = [try #require(NATSServer("nats://gateway:wrong@127.0.0.1:\(nats.port)"))]
    #expect(
      await start() == "127.0.0.1:\(nats.port): Authorization Violation. Check the user and the "
        + "password in --nats"
    )
    settings.servers = [try #require(NATSServer("nats://gateway:right@127.0.0.1:\(nats.port)"))]
    #expect(await start() == nil)
    nats.remove()
    let small = try TestNATS(more: "max_payload: 65536")
    settings.servers = [try small.server]
    #expect(
      await start() == "127.0.0.1:\(small.port): the server takes messages of 65536 bytes, and "
        + "524288 are needed. Set `max_payload: 1MB` in the servers' configuration"
    )
    small.remove()
  }

  @Test("does not read documents of another format")
  func format() throws {
    #expect(throws: NATSFailure.garbled("a mailbox of format 2; this build writes 1")) {
      try MailboxDocument(Array("{\"format\":2}".utf8))
    }
    #expect(throws: NATSFailure.self) { try MailboxDocument([1, 2]) }
    var document = MailboxDocument()
    document.key = [1, 2]
    document.node = "n"
    document.rule = DeliveryRule(leastPriority: 5, isInLowPowerMode: true)
    document.apps = [
      .init(
        token: [3],
        topic: "a",
        environment: .sandbox,
        madeMilliseconds: 4,
        diedMilliseconds: 5,
        silentMilliseconds: [6, 7]
      )
    ]
    document.pushes = [
      .init(
        version: 8,
        push: Push(
          id: "i",
          topic: "a",
          environment: .sandbox,
          type: .voip,
          priority: 10,
          expirationSeconds: 9,
          collapseID: "c",
          payload: [10, 255],
          isSilent: true
        ),
        acceptedMilliseconds: 11,
        isUnderWay: true
      )
    ]
    #expect(try MailboxDocument(document.bytes) == document)
  }

  @Test("knows from each error of the engine whether to try again")
  func errors() {
    func failure(_ text: String) -> NATSFailure? {
      JSONValue(Array(text.utf8)).map { JetStream.failure(of: $0) }
    }
    for code in [10_071, 10_164] {
      #expect(failure("{\"code\":400,\"err_code\":\(code),\"description\":\"x\"}") == .conflict)
    }
    for code in [10_008, 10_163] {
      let found = failure("{\"code\":503,\"err_code\":\(code),\"description\":\"x\"}")
      #expect(found == .unavailable("x (JetStream \(code))"))
      #expect(found?.isPassing == true)
    }
    let none = failure("{\"code\":503,\"err_code\":10039,\"description\":\"x\"}")
    #expect(none == .refused(code: 10_039, sentence: "x"))
    #expect(none?.isPassing == false)
  }

  @Test("finds a device again whose gateway was cut off from the engine for a while")
  func cutOff() async throws {
    let nats = try TestNATS()
    let fleet = try await Fleet.start(nats)
    let device = try await fleet.one.device()
    let token = try await device.register(TestGateway.app)
    nats.kill()
    let again = try nats.startAgain()
    // The other gateway may be back before the one that has the device, and take that for gone.
    let sender = try await fleet.other.sender()
    var accepted: Set<String?> = []
    while accepted.isEmpty {
      let answer = try await sender.send(fleet.other.headers(token), TestGateway.alert)
      if answer.status == 200 { accepted.insert(answer.id) }
    }
    let first = try await device.next()
    #expect(accepted.contains(first["apns_id"]?.text))
    try await device.acknowledge(first)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    // What is not stored reaches it again: the document names its gateway.
    let now = try await sender.send(
      fleet.other.headers(token, [("apns-expiration", "0")]),
      TestGateway.alert
    )
    #expect(try await device.next()["apns_id"]?.text == now.id)
    await fleet.stop()
    again.remove()
  }
}
