import Testing
import TorporCrypto

@testable import Gateway

@Suite("A channel of Web Push", .timeLimit(.minutes(2)))
struct WebQueueTests {
  private static let channel = WebPushTests.channel

  private func bytes(of message: JSONValue) -> [UInt8] {
    Base64URL.decode(message["data"]?.text ?? "") ?? []
  }

  @Test(
    "gets what came while the device was away, in order, and again until it is acknowledged",
    arguments: StoreKind.all
  )
  func queue(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    var device = try await test.device(key)
    let endpoint = try await device.register(channel: Self.channel)
    await device.close()
    for text in ["one", "two", "three"] {
      #expect(try await WebSender.send(test, endpoint, body: WebSender.message(text)).status == 201)
    }
    device = try await test.device(key)
    // Nothing comes before the channel is registered on this connection.
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    #expect(try await device.register(channel: Self.channel) == endpoint)
    let first = try await device.next()
    #expect(bytes(of: first) == WebSender.message("one"))
    try await device.acknowledge(message: first)
    #expect(bytes(of: try await device.next()) == WebSender.message("two"))
    await device.close()
    device = try await test.device(key)
    _ = try await device.register(channel: Self.channel)
    #expect(bytes(of: try await device.next()) == WebSender.message("two"))
    #expect(bytes(of: try await device.next()) == WebSender.message("three"))
    await test.stop()
  }

  @Test("keeps 32 messages, and refuses the next until there is room", arguments: StoreKind.all)
  func full(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let endpoint = try await device.register(channel: Self.channel)
    await device.close()
    let sender = try await test.sender()
    for number in 0..<32 {
      let body = WebSender.message("\(number)")
      #expect(try await sender.send(WebSender.frames(endpoint), body).status == 201)
    }
    #expect(try await WebSender.send(test, endpoint).reason == "TooManyMessages")
    // What is not kept needs no room, and what has expired takes none.
    #expect(try await WebSender.send(test, endpoint, [("ttl", "0")]).status == 201)
    test.time.advance(seconds: 61)
    #expect(try await WebSender.send(test, endpoint).status == 201)
    await test.stop()
  }

  @Test("has of a topic the newest message that waits, and of others all", arguments: StoreKind.all)
  func topics(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    var device = try await test.device(key)
    let endpoint = try await device.register(channel: Self.channel)
    await device.close()
    for (text, topic) in [("old", "score"), ("other", nil), ("new", "score"), ("chat", "chat")] {
      let body = WebSender.message(text)
      let answer = try await WebSender.send(test, endpoint, [("topic", topic)], body: body)
      #expect(answer.status == 201)
    }
    device = try await test.device(key)
    _ = try await device.register(channel: Self.channel)
    for text in ["other", "new", "chat"] {
      #expect(bytes(of: try await device.next()) == WebSender.message(text))
    }
    await test.stop()
  }

  @Test(
    "does not get what is worth nothing any more, nor what was for now or never",
    arguments: StoreKind.all
  )
  func lifetimes(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    var device = try await test.device(key)
    let endpoint = try await device.register(channel: Self.channel)
    await device.close()
    for (text, ttl) in [("never", "0"), ("short", "1"), ("long", "10")] {
      let body = WebSender.message(text)
      #expect(try await WebSender.send(test, endpoint, [("ttl", ttl)], body: body).status == 201)
    }
    test.time.advance(seconds: 2)
    device = try await test.device(key)
    _ = try await device.register(channel: Self.channel)
    #expect(bytes(of: try await device.next()) == WebSender.message("long"))
    // A device that is there gets what is for now or never.
    let answer = try await WebSender.send(
      test,
      endpoint,
      [("ttl", "0")],
      body: WebSender.message("now")
    )
    #expect(answer.status == 201)
    #expect(bytes(of: try await device.next()) == WebSender.message("now"))
    // More than is kept is shortened, and said.
    let long = try await WebSender.send(test, endpoint, [("ttl", "99999999")])
    #expect(long.headers["ttl"] == "2592000")
    await test.stop()
  }

  @Test(
    "that cannot take a message now gets it when it is registered anew, and no other before",
    arguments: StoreKind.all
  )
  func later(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    #expect(try await WebSender.send(test, endpoint, body: WebSender.message("one")).status == 201)
    try await device.acknowledge(message: try await device.next(), code: 103)
    #expect(try await WebSender.send(test, endpoint, body: WebSender.message("two")).status == 201)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    _ = try await device.register(channel: Self.channel)
    #expect(bytes(of: try await device.next()) == WebSender.message("one"))
    #expect(bytes(of: try await device.next()) == WebSender.message("two"))
    await test.stop()
  }

  @Test(
    "waits with what is not pressing while the device spares its battery",
    arguments: StoreKind.all
  )
  func urgency(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    try await device.say("power") {
      $0.set("min_priority", 5)
      $0.set("low_power", true)
    }
    for urgency in ["very-low", "low", "normal", "high"] {
      let body = WebSender.message(urgency)
      let answer = try await WebSender.send(test, endpoint, [("urgency", urgency)], body: body)
      #expect(answer.status == 201)
    }
    #expect(bytes(of: try await device.next()) == WebSender.message("high"))
    try await device.say("power") {
      $0.set("min_priority", 5)
      $0.set("low_power", false)
    }
    #expect(bytes(of: try await device.next()) == WebSender.message("low"))
    #expect(bytes(of: try await device.next()) == WebSender.message("normal"))
    try await device.say("power") { $0.set("min_priority", 1) }
    #expect(bytes(of: try await device.next()) == WebSender.message("very-low"))
    await test.stop()
  }

  @Test("has its messages in a gateway that was started anew", arguments: StoreKind.all)
  func restart(_ store: StoreKind) async throws {
    let fleet = store == .nats ? try TestNATS.started.settings() : nil
    let test = try await TestGateway.start { $0.fleet = fleet }
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let endpoint = try await device.register(channel: Self.channel)
    await device.close()
    #expect(try await WebSender.send(test, endpoint).status == 201)
    await test.gateway.stop()
    let next = try await TestGateway.start(
      folder: test.folder,
      secret: test.secret,
      time: test.time
    ) { $0.fleet = fleet }
    let again = try await next.device(key)
    // The port is another one, and all else of the endpoint is the same.
    let path = WebSender.path(of: try await again.register(channel: Self.channel))
    #expect(path == WebSender.path(of: endpoint))
    #expect(bytes(of: try await again.next()) == WebSender.message())
    await next.stop()
  }

  @Test(
    "does not stand in the way of the pushes of apps, however many do not answer",
    arguments: StoreKind.all
  )
  func besideApps(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    var endpoints: [String] = []
    for _ in 0..<10 { endpoints.append(try await device.register(channel: UniqueID.make())) }
    let sender = try await test.sender()
    for endpoint in endpoints {
      for _ in 0..<6 { #expect(try await WebSender.send(test, endpoint).status == 201) }
    }
    #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
    // Four of a channel are under way, and 32 of all.
    for _ in 0..<32 { #expect(try await device.next()["messageType"]?.text == "notification") }
    #expect(try await device.next()["messageType"]?.text == "apns")
    await test.stop()
  }

  @Test("stays in order when it is behind, whatever comes meanwhile", arguments: StoreKind.all)
  func order(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    func send(_ number: Int) async throws {
      let body = WebSender.message("\(number)")
      #expect(try await WebSender.send(test, endpoint, body: body).status == 201)
    }
    for number in 0..<6 { try await send(number) }
    for number in 0..<8 {
      let message = try await device.next()
      #expect(bytes(of: message) == WebSender.message("\(number)"))
      if number < 2 { try await send(6 + number) }
      try await device.acknowledge(message: message)
    }
    await test.stop()
  }

  @Test(
    "has of a topic the newest, also where the device has said of one before it that it comes later",
    arguments: StoreKind.all
  )
  func topicLater(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    var device = try await test.device(key)
    var endpoint = try await device.register(channel: Self.channel)
    func send(_ text: String) async throws {
      let body = WebSender.message(text)
      let answer = try await WebSender.send(test, endpoint, [("topic", "score")], body: body)
      #expect(answer.status == 201)
    }
    for round in 0..<40 {
      try await send("old \(round)")
      try await device.acknowledge(message: try await device.next(), code: 103)
      try await send("new \(round)")
      endpoint = try await device.register(channel: Self.channel)
      let new = try await device.next()
      #expect(bytes(of: new) == WebSender.message("new \(round)"))
      try await device.acknowledge(message: new)
    }
    // The same where the connection was lost with one under way.
    try await send("lost")
    #expect(bytes(of: try await device.next()) == WebSender.message("lost"))
    await device.close()
    try await send("last")
    device = try await test.device(key)
    _ = try await device.register(channel: Self.channel)
    #expect(bytes(of: try await device.next()) == WebSender.message("last"))
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    await test.stop()
  }

  @Test(
    "that makes no sense is refused, and the connection and all else of the device stays",
    arguments: StoreKind.all
  )
  func wrong(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    func status(_ channel: String, _ key: String?) async throws -> Int64? {
      try await device.say("register") {
        $0.set("channelID", channel)
        if let key { $0.set("key", key) }
      }
      return try await device.next()["status"]?.integer
    }
    #expect(try await status("c", nil) == 400)
    #expect(try await status(Self.channel, String(repeating: "A", count: 87)) == 400)
    #expect(try await status(Self.channel, "") == 400)
    try await device.say("register") {
      $0.set("channelID", Self.channel)
      $0.set("key", 5)
    }
    #expect(try await device.next()["status"]?.integer == 400)
    #expect(try await status(Self.channel, nil) == 200)
    #expect(try await device.register(TestGateway.app).utf8.count == 64)
    await test.stop()
  }
}
