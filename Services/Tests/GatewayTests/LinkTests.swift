import NIOCore
import NIOPosix
import Testing
import TorporCrypto

@testable import Gateway

@Suite("A device", .timeLimit(.minutes(1)))
struct LinkTests {
  private static let silentHeaders: [(String, String?)] = [
    ("apns-push-type", "background"), ("apns-priority", "5"),
  ]

  @Test("proves who it is with its key, and is told its name")
  func hello() async throws {
    let test = try await TestGateway.start()
    let key = DeviceKey.make()
    let device = try await TestDevice.open(test.gateway.addresses.devices)
    let nonce = try await device.hello(key)
    #expect(nonce.count == 32)
    try await device.say("proof") {
      let bytes = Array("torpor-link-1\n".utf8) + nonce
      $0.set("signature", Base64URL.encode(key.sign(bytes)))
    }
    let answer = try await device.next()
    #expect(answer["status"]?.integer == 200)
    #expect(answer["uaid"]?.text == Hex.encode(Digest.sha256(key.publicKey).prefix(16)))
    #expect(answer["ext"]?.list == [.text("torpor.1"), .text("broadcasts.1")])
    await test.stop()
  }

  @Test("that cannot prove the key it names is turned away")
  func forged() async throws {
    let test = try await TestGateway.start()
    let device = try await TestDevice.open(test.gateway.addresses.devices)
    let nonce = try await device.hello(.make())
    try await device.say("proof") {
      $0.set("signature", Base64URL.encode(DeviceKey.make().sign(LinkHandler.proofPrefix + nonce)))
    }
    #expect(try await device.next()["status"]?.integer == 401)
    #expect(await device.closeCode() == 4401)
    await test.stop()
  }

  @Test(
    "that says what makes no sense is disconnected",
    arguments: [
      "no JSON", "[]", "{\"messageType\":\"hello\"}", "{\"messageType\":\"ack\",\"updates\":[]}",
      "{\"messageType\":\"hello\",\"key\":\"AAAA\",\"ext\":[\"torpor.1\"]}",
    ]
  )
  func nonsense(_ text: String) async throws {
    let test = try await TestGateway.start()
    let device = try await TestDevice.open(test.gateway.addresses.devices)
    try await device.say(text: text)
    #expect([1003, 1008].contains(await device.closeCode()))
    await test.stop()
  }

  @Test("that does not prove itself in time is disconnected", arguments: StoreKind.all)
  func handshake(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store) { $0.linkLimits.handshake = .milliseconds(50) }
    let address = test.gateway.addresses.devices
    // One that says nothing at all, and one that stops after the first words.
    let silent = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: address.host, port: address.port).get()
    try await silent.closeFuture.get()
    if let device = try? await TestDevice.open(address), (try? await device.hello(.make())) != nil {
      #expect([1008, nil].contains(await device.closeCode()))
    }
    await test.stop()
  }

  @Test(
    "has one token for an app and environment while that is registered",
    arguments: StoreKind.all
  )
  func tokens(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    #expect(token.utf8.count == 64)
    #expect(try await device.register(TestGateway.app) == token)
    #expect(try await device.register(TestGateway.app, "sandbox") != token)
    let other = try await test.device()
    #expect(try await other.register(TestGateway.app) != token)
    await test.stop()
  }

  @Test(
    "is handed a push as it was sent, and no more once it has acknowledged it",
    arguments: StoreKind.all
  )
  func delivery(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    let id = UniqueID.make()
    let headers = test.headers(
      token,
      [("apns-id", id), ("apns-collapse-id", "news"), ("apns-expiration", "1900000000")]
    )
    #expect(try await test.sender().send(headers, TestGateway.alert).status == 200)
    let push = try await device.next()
    #expect(push["messageType"]?.text == "apns")
    #expect(push["apns_id"]?.text == id)
    #expect(push["topic"]?.text == TestGateway.app)
    #expect(push["environment"]?.text == "production")
    #expect(push["push_type"]?.text == "alert")
    #expect(push["priority"]?.integer == 10)
    #expect(push["expiration"]?.integer == 1_900_000_000)
    #expect(push["collapse_id"]?.text == "news")
    #expect(Base64URL.decode(push["payload"]?.text ?? "") == TestGateway.alert)
    #expect(push["sent"]?.integer == test.time.now)
    await device.close()
    let again = try await test.device(key)
    #expect(try await again.next()["apns_id"]?.text == id)
    try await again.acknowledge(push)
    try await again.beat()
    #expect(try await again.next() == .object([:]))
    await again.close()
    let third = try await test.device(key)
    try await third.beat()
    #expect(try await third.next() == .object([:]))
    await test.stop()
  }

  @Test(
    "that was away gets of each app the newest silent push and the newest that is shown",
    arguments: StoreKind.all
  )
  func collapse(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    await device.close()
    let sender = try await test.sender()
    var ids: [String?] = []
    for (changes, body) in [
      ([], TestGateway.alert), (Self.silentHeaders, TestGateway.silent), ([], TestGateway.alert),
      (Self.silentHeaders, TestGateway.silent), ([("apns-expiration", "0")], TestGateway.alert),
    ] {
      let answer = try await sender.send(test.headers(token, changes), body)
      #expect(answer.status == 200)
      ids.append(answer.id)
    }
    let again = try await test.device(key)
    #expect(try await again.next()["apns_id"]?.text == ids[2])
    #expect(try await again.next()["apns_id"]?.text == ids[3])
    try await again.beat()
    #expect(try await again.next() == .object([:]))
    await test.stop()
  }

  @Test(
    "gets three silent pushes an hour at once, and the fourth with what is shown next",
    arguments: StoreKind.all
  )
  func throttle(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    var ids: [String] = []
    for _ in 0..<4 {
      let answer = try await sender.send(
        test.headers(token, Self.silentHeaders),
        TestGateway.silent
      )
      ids.append(answer.id ?? "")
    }
    for id in ids.prefix(3) { #expect(try await device.next()["apns_id"]?.text == id) }
    let shown = try await sender.send(test.headers(token), TestGateway.alert)
    // First what waited: the device has the same rule, and lets it go with what is shown after it.
    #expect(try await device.next()["apns_id"]?.text == ids[3])
    #expect(try await device.next()["apns_id"]?.text == shown.id)
    // An hour later there is room again.
    test.time.advance(seconds: 3600)
    let later = try await sender.send(
      test.headers(token, Self.silentHeaders),
      TestGateway.silent
    )
    #expect(try await device.next()["apns_id"]?.text == later.id)
    await test.stop()
  }

  @Test(
    "gets what is held with its next beat, or when the user opens the app",
    arguments: [true, false],
    StoreKind.all
  )
  func flush(byBeat: Bool, _ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    var last: String?
    for _ in 0..<4 {
      last = try await sender.send(
        test.headers(token, Self.silentHeaders),
        TestGateway.silent
      ).id
    }
    for _ in 0..<3 { _ = try await device.next() }
    if byBeat {
      try await device.beat()
      #expect(try await device.next() == .object([:]))
    } else {
      try await device.say("launched") { $0.set("topic", TestGateway.app) }
    }
    #expect(try await device.next()["apns_id"]?.text == last)
    await test.stop()
  }

  @Test(
    "that saves power gets only what is for now, and the rest when it lifts that",
    arguments: StoreKind.all
  )
  func power(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    try await device.say("power") {
      $0.set("min_priority", 10)
      $0.set("low_power", true)
    }
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    let sender = try await test.sender()
    let held = try await sender.send(
      test.headers(token, [("apns-priority", "5")]),
      TestGateway.alert
    )
    let other = try await device.register("com.example.other")
    let now = try await sender.send(
      test.headers(other, [("apns-topic", "com.example.other")]),
      TestGateway.alert
    )
    #expect(try await device.next()["apns_id"]?.text == now.id)
    try await device.say("power") { $0.set("min_priority", 1) }
    #expect(try await device.next()["apns_id"]?.text == held.id)
    await test.stop()
  }

  @Test("is not held up by the rate in the sandbox, nor for a call", arguments: StoreKind.all)
  func unthrottled(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app, "sandbox")
    let sender = try await test.sender(sandbox: true)
    for _ in 0..<6 {
      let answer = try await sender.send(
        test.headers(token, Self.silentHeaders),
        TestGateway.silent
      )
      #expect(try await device.next()["apns_id"]?.text == answer.id)
    }
    await test.stop()
  }

  @Test("from which an app was removed says so, and its token ends", arguments: StoreKind.all)
  func gone(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    _ = try await sender.send(test.headers(token), TestGateway.alert)
    try await device.acknowledge(try await device.next(), code: 101)
    try await device.beat()
    _ = try await device.next()
    let answer = try await sender.send(test.headers(token), TestGateway.alert)
    #expect(answer.reason == "Unregistered")
    await test.stop()
  }

  @Test("cannot acknowledge what another device was handed", arguments: StoreKind.all)
  func foreignAcknowledgement(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let (device, other) = (try await test.device(key), try await test.device())
    let token = try await device.register(TestGateway.app)
    _ = try await test.sender().send(test.headers(token), TestGateway.alert)
    let push = try await device.next()
    try await other.acknowledge(push, code: 101)
    try await other.beat()
    _ = try await other.next()
    await device.close()
    #expect(try await test.device(key).next()["apns_id"]?.text == push["apns_id"]?.text)
    await test.stop()
  }

  @Test("that connects again has one connection, the newer", arguments: StoreKind.all)
  func replaced(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let former = try await test.device(key)
    let token = try await former.register(TestGateway.app)
    let newer = try await test.device(key)
    #expect(await former.closeCode() == 4409)
    let answer = try await test.sender().send(test.headers(token), TestGateway.alert)
    #expect(try await newer.next()["apns_id"]?.text == answer.id)
    await test.stop()
  }

  @Test("is not handed what is no longer worth delivering", arguments: StoreKind.all)
  func expired(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    await device.close()
    let end = String(test.time.now / 1000 + 60)
    let sender = try await test.sender()
    #expect(
      try await sender.send(test.headers(token, [("apns-expiration", end)]), TestGateway.alert)
        .status == 200
    )
    test.time.advance(seconds: 61)
    let again = try await test.device(key)
    try await again.beat()
    #expect(try await again.next() == .object([:]))
    await test.stop()
  }

  @Test(
    "is told no expiration where the sender gives none, and 0 where it says 0",
    arguments: StoreKind.all
  )
  func expiration(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    _ = try await sender.send(test.headers(token), TestGateway.alert)
    #expect(try await device.next()["expiration"] == nil)
    _ = try await sender.send(test.headers(token, [("apns-expiration", "0")]), TestGateway.alert)
    let now = try await device.next()
    #expect(now["expiration"]?.integer == 0)
    #expect(now["version"]?.integer == 0)
    await test.stop()
  }

  @Test("is not held up by what was noted before the clock was set back", arguments: StoreKind.all)
  func clock(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    for _ in 0..<3 {
      _ = try await test.sender().send(
        test.headers(token, Self.silentHeaders),
        TestGateway.silent
      )
      _ = try await device.next()
    }
    test.time.advance(seconds: -86_400)
    let jwt = test.jwt()
    let answer = try await test.sender().send(
      test.headers(token, Self.silentHeaders, jwt: jwt),
      TestGateway.silent
    )
    #expect(try await device.next()["apns_id"]?.text == answer.id)
    await test.stop()
  }
}
