import Foundation
import NIOCore
import Testing
import TorporCrypto

@testable import Gateway

@Suite(
  "Broadcast channels of a fleet",
  .enabled(if: TestNATS.program != nil, "nats-server is not installed"),
  .timeLimit(.minutes(2))
)
struct FleetBroadcastTests {
  /// Two gateways with the same channels, and a client that looks into their bucket.
  private struct Fleet {
    let gateways: [TestGateway]
    let settings: FleetSettings
    let client: TestNATSClient

    /// Starts them; the first one by the proxy where there is one.
    static func start(by proxy: NATSProxy? = nil) async throws -> Fleet {
      let settings = try TestNATS.started.settings()
      var first = settings
      if let proxy { first.servers = [try proxy.server] }
      let (secret, time) = (SenderSecret(), TestTime())
      var gateways: [TestGateway] = []
      for settings in [first, settings] {
        gateways.append(
          try await TestGateway.start(secret: secret, time: time) { $0.fleet = settings }
        )
      }
      let client = TestNATSClient(settings.servers)
      try await client.start()
      return Fleet(gateways: gateways, settings: settings, client: client)
    }

    var bucket: JetStream.Bucket {
      JetStream.Bucket(name: "\(settings.prefix)-channels", replicas: 1, valueBytesMax: 320 << 10)
    }

    func senders() async throws -> [BroadcastSender] {
      var senders: [BroadcastSender] = []
      for gateway in gateways {
        senders.append(BroadcastSender(gateway, try await gateway.sender()))
      }
      return senders
    }

    func read(_ key: String) async throws -> JetStream.Entry {
      let bucket = bucket
      return try await client.ask {
        JetStream(client: $0, patience: TestNATS.patience).read(bucket, key, $1)
      }.get()
    }

    func write(_ key: String, _ value: String) async throws {
      let (bucket, revision) = (bucket, try await read(key).revision)
      let written: Result<UInt64, NATSFailure> = await client.ask {
        JetStream(client: $0, patience: TestNATS.patience).write(
          bucket,
          key,
          Array(value.utf8),
          expecting: revision,
          $1
        )
      }
      _ = try written.get()
    }

    /// How many keys there are.
    func keyCount() async throws -> Int64 {
      let bucket = bucket
      return try await client.ask {
        JetStream(client: $0, patience: TestNATS.patience).count(bucket, $1)
      }.get()
    }

    /// Has all gateways look at what channels keep, as one does that was without a server.
    func look() async throws {
      try await client.say(#"{"look":"another"}"#, on: "\(settings.prefix).broadcast")
    }

    /// What a read of a channel has, and nothing else.
    var reading: String { "MSG.GET.KV_\(bucket.name)" }

    /// Writes a push that a channel keeps; the word of it is lost.
    func writeKept(by channel: String) async throws -> Push {
      let now = gateways[0].time.now
      var kept = BroadcastChannel(
        app: ChannelApp(name: TestGateway.app, environment: .production),
        policy: .newest
      )
      let push = Push(
        id: UniqueID.make(),
        topic: TestGateway.app,
        environment: .production,
        type: .liveactivity,
        priority: 10,
        expirationSeconds: now / 1000 + 7200,
        collapseID: nil,
        payload: TestGateway.alert,
        isSilent: false
      )
      _ = try kept.take(push, at: now)
      try await write(try FleetBroadcastTests.key(channel), kept.json)
      return push
    }

    func stop() async throws {
      try await client.stop()
      for gateway in gateways { await gateway.stop() }
    }
  }

  fileprivate static func key(_ channel: String) throws -> String {
    Hex.encode(try #require(ChannelID(channel)).bytes)
  }

  private static func listKey(_ app: String = TestGateway.app) -> String {
    "app-" + Hex.encode(Digest.sha256(Array("production \(app)".utf8)))
  }

  /// Does something twenty times at once, by one gateway and the other in turn.
  private func together<Value: Sendable>(
    _ senders: [BroadcastSender],
    _ act: @escaping @Sendable (Int, BroadcastSender) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      for number in 0..<20 {
        let sender = senders[number % senders.count]
        group.addTask { try await act(number, sender) }
      }
      var values: [Value] = []
      for try await value in group { values.append(value) }
      return values
    }
  }

  @Test("are made, published to and removed by many at once, and nothing is left of them")
  func concurrent() async throws {
    let fleet = try await Fleet.start()
    let senders = try await fleet.senders()
    // Until a sender has shown its token it has one stream.
    for sender in senders { _ = try await sender.list() }
    let made = try await together(senders) { try await $1.create(.newest) }
    #expect(made.map(\.status) == Array(repeating: 201, count: 20))
    let names = try made.map { try #require($0.channel) }
    #expect(try await senders[1].list() == names.sorted())
    let later = ("apns-expiration", String(fleet.gateways[0].time.now / 1000 + 7200) as String?)
    let sent = try await together(senders) {
      try await $1.publish(to: names[0], [later, ("apns-request-id", nil)])
    }
    #expect(sent.map(\.status) == Array(repeating: 200, count: 20))
    // One of them is kept.
    let device = try await fleet.gateways[0].device()
    #expect(try await device.subscribe(names[0]) == 200)
    let kept = try await device.next()["apns_id"]?.text
    #expect(sent.map(\.requestID).contains(kept))
    // Each is removed, while it is published to.
    let ends = try await together(senders) { number, sender in
      async let publish = sender.publish(to: names[number], [later]).status
      let removal = try await sender.ask("DELETE", channel: names[number]).status
      return (removal, try await publish)
    }
    #expect(ends.map(\.0) == Array(repeating: 204, count: 20))
    #expect(ends.allSatisfy { [200, 400].contains($0.1) })
    #expect(try await senders[0].list() == [])
    // The list of the app alone.
    #expect(try await fleet.keyCount() == 1)
    try await fleet.stop()
  }

  @Test("that the list refuses leave no key")
  func refused() async throws {
    let fleet = try await Fleet.start()
    let senders = try await fleet.senders()
    let channel = try #require(try await senders[0].create(.nothing).channel)
    try await fleet.write(Self.listKey(), "damaged")
    for _ in 0..<3 {
      let answer = try await senders[0].create(.nothing)
      #expect((answer.status, answer.reason) == (500, "InternalServerError"))
    }
    // It is not written over, either.
    #expect(try await fleet.read(Self.listKey()).value == Array("damaged".utf8))
    #expect(try await fleet.keyCount() == 2)
    #expect(try await senders[0].ask("GET", channel: channel).status == 200)
    try await fleet.stop()
  }

  @Test("whose removal was cut short are removed by another one")
  func cutShort() async throws {
    let fleet = try await Fleet.start()
    let senders = try await fleet.senders()
    let channel = try #require(try await senders[0].create(.nothing).channel)
    let other = try #require(try await senders[0].create(.nothing).channel)
    // The gateway has marked it, and ended.
    try await fleet.write(try Self.key(channel), "{}")
    #expect(try await senders[1].list() == [channel, other].sorted())
    let answer = try await senders[1].ask("DELETE", channel: channel)
    #expect((answer.status, answer.reason) == (400, "ChannelNotRegistered"))
    #expect(try await senders[0].list() == [other])
    #expect(try await fleet.keyCount() == 2)
    try await fleet.stop()
  }

  @Test("of a later build are not taken for removed")
  func later() async throws {
    let fleet = try await Fleet.start()
    let senders = try await fleet.senders()
    let channel = try #require(try await senders[0].create(.nothing).channel)
    let text = #"{"format":2,"app":"\#(TestGateway.app)","kind":"new"}"#
    try await fleet.write(try Self.key(channel), text)
    let device = try await fleet.gateways[0].device()
    #expect(try await device.subscribe(channel) == 500)
    for method in ["GET", "DELETE"] {
      #expect(try await senders[0].ask(method, channel: channel).status == 500)
    }
    #expect(try await fleet.read(try Self.key(channel)).value == Array(text.utf8))
    try await fleet.stop()
  }

  @Test(
    "bring what they keep to the devices of all gateways when one of these was without a server"
  )
  func look() async throws {
    let fleet = try await Fleet.start()
    let sender = try await fleet.senders()[0]
    let channel = try #require(try await sender.create(.newest).channel)
    let other = try #require(try await sender.create(.newest).channel)
    let device = try await fleet.gateways[1].device()
    for name in [channel, other] { #expect(try await device.subscribe(name) == 200) }
    // What was heard is not handed over twice: when a third look has brought something, the second is over.
    for name in [channel, other, other] {
      let push = try await fleet.writeKept(by: name)
      try await fleet.look()
      #expect(try await device.next()["apns_id"]?.text == push.id)
    }
    let sent = try await sender.publish(to: channel)
    #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    try await fleet.stop()
  }

  @Test("bring what they keep to all when a gateway has a server again that it had lost")
  func connectedAgain() async throws {
    let proxy = try await NATSProxy(to: TestNATS.started.port)
    let fleet = try await Fleet.start(by: proxy)
    let channel = try #require(try await fleet.senders()[1].create(.newest).channel)
    var devices: [TestDevice] = []
    for gateway in fleet.gateways {
      let device = try await gateway.device()
      #expect(try await device.subscribe(channel) == 200)
      devices.append(device)
    }
    try await proxy.cut()
    let push = try await fleet.writeKept(by: channel)
    try await proxy.restore()
    for device in devices { #expect(try await device.next()["apns_id"]?.text == push.id) }
    try await fleet.stop()
    try await proxy.cut()
  }

  @Test("are looked at again where the look was lost")
  func lookAgain() async throws {
    let proxy = try await NATSProxy(to: TestNATS.started.port)
    let fleet = try await Fleet.start(by: proxy)
    let channel = try #require(try await fleet.senders()[1].create(.newest).channel)
    let device = try await fleet.gateways[0].device()
    #expect(try await device.subscribe(channel) == 200)
    let push = try await fleet.writeKept(by: channel)
    let look = proxy.holdNext(fleet.reading)
    try await fleet.look()
    try await look.refuse()
    #expect(try await device.next()["apns_id"]?.text == push.id)
    try await fleet.stop()
    try await proxy.cut()
  }

  @Test(
    "keep a subscription that was confirmed, whatever becomes of an older order, or of another app's",
    arguments: [TestGateway.app, "com.example.other"]
  )
  func olderOrder(_ app: String) async throws {
    let proxy = try await NATSProxy(to: TestNATS.started.port)
    let fleet = try await Fleet.start(by: proxy)
    let sender = try await fleet.senders()[1]
    let channel = try #require(try await sender.create(.nothing).channel)
    let device = try await fleet.gateways[0].device()
    let older = proxy.holdNext(fleet.reading)
    for word in ["subscribe", "unsubscribe"] {
      try await device.say(word) { $0.broadcast(channel, app) }
    }
    try await device.say("subscribe") { $0.broadcast(channel) }
    // The end is answered at once, the second order when it is read, and the first when the store has failed.
    for _ in 0..<2 { #expect(try await device.next()["status"]?.integer == 200) }
    try await older.refuse()
    #expect(try await device.next()["status"]?.integer == 500)
    let sent = try await sender.publish(to: channel)
    #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    try await fleet.stop()
    try await proxy.cut()
  }
}
