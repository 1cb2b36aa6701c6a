import Testing
import TorporCrypto

@testable import Gateway

@Suite("A broadcast channel", .timeLimit(.minutes(2)))
struct BroadcastTests {
  @Test("is made, read, listed and removed, each with its status", arguments: StoreKind.all)
  func lifecycle(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
    let made = try await channels.create(.newest, [("apns-request-id", id)])
    #expect((made.status, made.body, made.frames) == (201, "", "headers."))
    #expect((made.requestID, made.id) == (id, nil))
    let channel = try #require(made.channel)
    #expect(ChannelID(channel)?.text == channel)
    let other = try #require(try await channels.create(.nothing).channel)
    let read = try await channels.ask("GET", channel: channel)
    #expect(read.status == 200)
    #expect(read.body == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
    let isEmpty = try await channels.ask("GET", channel: other).body
    #expect(isEmpty == #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)
    #expect(try await channels.list() == [channel, other].sorted())
    // In one order, whichever store it is.
    let third = try #require(try await channels.create(.nothing).channel)
    let ids = try [channel, other, third].map { try #require(ChannelID($0)) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    #expect(try await channels.listed() == ids.map(\.text))
    #expect(try await channels.ask("DELETE", channel: third).status == 204)
    let removed = try await channels.ask("DELETE", channel: channel)
    #expect((removed.status, removed.body, removed.frames) == (204, "", "headers."))
    #expect(try await channels.list() == [other])
    #expect(try await channels.ask("GET", channel: channel).reason == "ChannelNotRegistered")
    #expect(try await channels.publish(to: channel).reason == "ChannelNotRegistered")
    // Another app's channels, and those of the other environment, are others.
    let strangers = BroadcastSender(test, channels.sender, app: "com.example.other")
    #expect(try await strangers.list() == [])
    let sandbox = BroadcastSender(test, try await test.sender(sandbox: true))
    #expect(try await sandbox.list() == [])
    #expect(try await sandbox.publish(to: other).reason == "ChannelNotRegistered")
    await test.stop()
  }

  @Test(
    "brings a push to every device that has subscribed, and to no other",
    arguments: StoreKind.all
  )
  func fanOut(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    let other = try #require(try await channels.create(.nothing).channel)
    let (one, two) = (try await test.device(), try await test.device())
    let left = try await test.device()
    for device in [one, two, left] { #expect(try await device.subscribe(channel) == 200) }
    #expect(try await left.subscribe(other) == 200)
    #expect(try await left.unsubscribe(channel) == 200)
    // The longest that is taken.
    let body = ProviderTests.payload(5120)
    let answer = try await channels.publish(to: channel, body: body)
    #expect((answer.status, answer.body, answer.frames) == (200, "", "headers."))
    for device in [one, two] {
      let push = try await device.next()
      #expect(push["messageType"]?.text == "apns")
      #expect(push["apns_id"]?.text == answer.requestID)
      #expect(push["channel"]?.text == channel)
      #expect(push["topic"]?.text == TestGateway.app)
      #expect(push["push_type"]?.text == "liveactivity")
      #expect(push["priority"]?.integer == 10)
      #expect(push["version"]?.integer == 0)
      #expect(push["payload"]?.text == Base64URL.encode(body))
    }
    let second = try await channels.publish(to: other, [("apns-priority", "5")])
    let push = try await left.next()
    #expect((push["apns_id"]?.text, push["channel"]?.text) == (second.requestID, other))
    #expect(push["priority"]?.integer == 5)
    // A silent push is never urgent.
    _ = try await channels.publish(to: other, body: TestGateway.silent)
    #expect(try await left.next()["priority"]?.integer == 5)
    for device in [one, two, left] {
      try await device.beat()
      #expect(try await device.next() == .object([:]))
    }
    await test.stop()
  }

  @Test("keeps nothing, or the newest push for those who come later", arguments: StoreKind.all)
  func storage(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let nothing = try #require(try await channels.create(.nothing).channel)
    let newest = try #require(try await channels.create(.newest).channel)
    let later = ("apns-expiration", String(test.time.now / 1000 + 7200) as String?)
    _ = try await channels.publish(to: nothing)
    _ = try await channels.publish(to: newest, [later])
    let last = try await channels.publish(to: newest, [later])
    let device = try await test.device()
    #expect(try await device.subscribe(nothing) == 200)
    #expect(try await device.subscribe(newest) == 200)
    let push = try await device.next()
    #expect((push["apns_id"]?.text, push["channel"]?.text) == (last.requestID, newest))
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    // What is for now or never is the newest, too: what it has overtaken does not come after it.
    let now = try await channels.publish(to: newest, [("apns-expiration", "0")])
    #expect(try await device.next()["apns_id"]?.text == now.requestID)
    #expect(try await device.subscribe(newest) == 200)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    // Its sender's time is up.
    let ending = try await channels.publish(to: newest, [later])
    #expect(try await device.next()["apns_id"]?.text == ending.requestID)
    test.time.advance(seconds: 7201)
    #expect(try await device.subscribe(newest) == 200)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    await test.stop()
  }

  @Test("keeps a push for 8 hours at most, whatever its sender says", arguments: StoreKind.all)
  func lifetime(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.newest).channel)
    let later = ("apns-expiration", String(test.time.now / 1000 + 86_400) as String?)
    let sent = try await channels.publish(to: channel, [later])
    let device = try await test.device()
    test.time.advance(seconds: 8 * 3600 - 1)
    #expect(try await device.subscribe(channel) == 200)
    #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    test.time.advance(seconds: 1)
    #expect(try await device.subscribe(channel) == 200)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    await test.stop()
  }

  @Test("outlasts the gateway with what it keeps", arguments: StoreKind.all)
  func restart(_ store: StoreKind) async throws {
    let fleet = store == .nats ? try TestNATS.started.settings() : nil
    let first = try await TestGateway.start { $0.fleet = fleet }
    let channels = BroadcastSender(first, try await first.sender())
    let channel = try #require(try await channels.create(.newest).channel)
    let later = ("apns-expiration", String(first.time.now / 1000 + 7200) as String?)
    let sent = try await channels.publish(to: channel, [later])
    await first.gateway.stop()
    let second = try await TestGateway.start(
      folder: first.folder,
      secret: first.secret,
      time: first.time
    ) { $0.fleet = fleet }
    #expect(try await BroadcastSender(second, try await second.sender()).list() == [channel])
    let device = try await second.device()
    #expect(try await device.subscribe(channel) == 200)
    #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    await second.stop()
  }

  @Test(
    "waits for a device in Low Power Mode, which has the newest afterwards",
    arguments: StoreKind.all
  )
  func power(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.newest).channel)
    let device = try await test.device()
    #expect(try await device.subscribe(channel) == 200)
    try await device.power(isLow: true)
    let later = ("apns-expiration", String(test.time.now / 1000 + 7200) as String?)
    let patient = try await channels.publish(to: channel, [later, ("apns-priority", "5")])
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    try await device.power(isLow: false)
    #expect(try await device.next()["apns_id"]?.text == patient.requestID)
    // What is urgent does not wait.
    try await device.power(isLow: true)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    let urgent = try await channels.publish(to: channel, [later])
    #expect(try await device.next()["apns_id"]?.text == urgent.requestID)
    await test.stop()
  }

  @Test(
    "refuses a device in numbers: no name, not there, another app's, too many",
    arguments: StoreKind.all
  )
  func subscribing(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    let device = try await test.device()
    #expect(try await device.subscribe("17") == 400)
    #expect(try await device.subscribe(ChannelID.make().text) == 404)
    #expect(try await device.subscribe(channel, topic: "com.example.other") == 404)
    #expect(try await device.subscribe(channel, environment: "sandbox") == 404)
    // Another app of the device cannot end what an app has subscribed to, nor can its refusal.
    #expect(try await device.subscribe(channel) == 200)
    try await device.say("subscribe") { $0.broadcast(channel, "com.example.other") }
    try await device.say("unsubscribe") { $0.broadcast(channel, "com.example.other") }
    for status in [404, 200] as [Int64?] {
      #expect(try await device.next()["status"]?.integer == status)
    }
    #expect(try await channels.publish(to: channel).status == 200)
    #expect(try await device.next()["channel"]?.text == channel)
    #expect(try await device.unsubscribe(channel) == 200)
    #expect(try await channels.publish(to: channel).status == 200)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    // Those that are refused take no room.
    for _ in 0..<ChannelSubscriptions.channelsMax {
      let more = try #require(try await channels.create(.nothing).channel)
      #expect(try await device.subscribe(more) == 200)
    }
    #expect(try await device.subscribe(channel) == 429)
    await test.stop()
  }

  @Test(
    "forgets a device that leaves, and one that leaves while it subscribes",
    arguments: StoreKind.all
  )
  func leaving(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    let device = try await test.device()
    #expect(try await device.subscribe(channel) == 200)
    #expect(test.gateway.mailboxes.subscribers.channels.count == 1)
    await device.close()
    for _ in 0..<16 {
      let hasty = try await test.device()
      try await hasty.say("subscribe") { $0.broadcast(channel) }
      await hasty.close()
    }
    // Its own answer comes after theirs.
    let last = try await test.device()
    #expect(try await last.unsubscribe(channel) == 200)
    try await until { test.gateway.mailboxes.subscribers.channels.isEmpty }
    await test.stop()
  }

  @Test("is refused beyond what an app may have, until one is removed", arguments: StoreKind.all)
  func most(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store) { $0.providerLimits.channelsMax = 2 }
    let channels = BroadcastSender(test, try await test.sender())
    let first = try #require(try await channels.create(.nothing).channel)
    #expect(try await channels.create(.nothing).status == 201)
    let refused = try await channels.create(.nothing)
    #expect((refused.status, refused.reason) == (400, "CannotCreateChannelConfig"))
    let other = BroadcastSender(test, channels.sender, app: "com.example.other")
    #expect(try await other.create(.nothing).status == 201)
    #expect(try await channels.ask("DELETE", channel: first).status == 204)
    #expect(try await channels.create(.nothing).status == 201)
    await test.stop()
  }

  @Test("is a feature that may be off")
  func off() async throws {
    let test = try await TestGateway.start { $0.providerLimits.channelsMax = 0 }
    let channels = BroadcastSender(test, try await test.sender())
    let answer = try await channels.create(.nothing)
    #expect((answer.status, answer.reason) == (400, "FeatureNotEnabled"))
    await test.stop()
  }
}
