import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing
import TorporCrypto

@testable import Gateway

@Suite("A sender of Web Push", .timeLimit(.minutes(2)))
struct WebPushTests {
  static let channel = "5e9f4b52-0f6b-4d9e-9a67-0d6f0f5f4a11"

  /// A message that is refused, and how.
  struct Refused: CustomTestStringConvertible, Sendable {
    let what: String
    let reason: WebRefusal.Reason
    var changes: [(String, String?)] = []
    var body = WebSender.message()
    var method = "POST"

    var testDescription: String { "\(reason.rawValue): \(what)" }
  }

  static let refused: [Refused] = [
    Refused(what: "none", reason: .missingTTL, changes: [("ttl", nil)]),
    Refused(what: "a word", reason: .badTTL, changes: [("ttl", "soon")]),
    Refused(what: "negative", reason: .badTTL, changes: [("ttl", "-1")]),
    Refused(what: "unknown", reason: .badUrgency, changes: [("urgency", "now")]),
    Refused(
      what: "33 letters",
      reason: .badTopic,
      changes: [("topic", String(repeating: "x", count: 33))]
    ),
    Refused(what: "a space", reason: .badTopic, changes: [("topic", "a b")]),
    Refused(what: "none", reason: .badContentEncoding, changes: [("content-encoding", nil)]),
    Refused(
      what: "the earlier draft",
      reason: .badContentEncoding,
      changes: [("content-encoding", "aesgcm")]
    ),
    Refused(what: "text", reason: .badMessage, body: Array("Hello, this can be read".utf8)),
    Refused(what: "nothing", reason: .badMessage, body: []),
    Refused(what: "4097 bytes", reason: .messageTooLarge, body: WebSender.message(count: 4097)),
    Refused(what: "40 KiB", reason: .messageTooLarge, body: WebSender.message(count: 40 << 10)),
    Refused(what: "PUT", reason: .methodNotAllowed, method: "PUT"),
    Refused(
      what: "another scheme",
      reason: .invalidAuthorization,
      changes: [("authorization", "Bearer x")]
    ),
    Refused(
      what: "without a key",
      reason: .invalidAuthorization,
      changes: [("authorization", "vapid t=a.b.c")]
    ),
  ]

  @Test("is told over HTTP/1.1 what is wrong", arguments: refused)
  func refusedOverHTTP1(_ refused: Refused) async throws {
    let test = try await TestGateway.start()
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let answer = try await WebSender.send(
      test,
      endpoint,
      method: .init(rawValue: refused.method),
      refused.changes,
      body: refused.body
    )
    #expect(answer.reason == refused.reason.rawValue)
    #expect(answer.status == refused.reason.status)
    #expect(
      JSONValue(Array(answer.body.utf8))?["message"]?.text == refused.reason.sentence
    )
    await test.stop()
  }

  @Test("is told over HTTP/2 what is wrong", arguments: refused)
  func refusedOverHTTP2(_ refused: Refused) async throws {
    let test = try await TestGateway.start()
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let sender = try await test.sender()
    let headers = WebSender.frames(endpoint, method: refused.method, refused.changes)
    let answer = try await sender.send(headers, refused.body)
    #expect(answer.reason == refused.reason.rawValue)
    #expect(answer.status == refused.reason.status)
    #expect(answer.frames == "headers data.")
    await test.stop()
  }

  @Test(
    "sends a message, which reaches the device as it was, over both versions of HTTP",
    arguments: StoreKind.all
  )
  func delivers(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let first = try await WebSender.send(test, endpoint, [("urgency", "high")])
    #expect(first.status == 201)
    #expect(first.headers["ttl"] == "60")
    #expect(first.headers["location"]?.hasPrefix(test.gateway.addresses.web?.text ?? "?") == true)
    let message = try await device.next()
    #expect(message["messageType"]?.text == "notification")
    #expect(message["channelID"]?.text == Self.channel)
    #expect(message["priority"]?.integer == 10)
    #expect(message["headers"]?["encoding"]?.text == "aes128gcm")
    #expect(Base64URL.decode(message["data"]?.text ?? "") == WebSender.message())
    try await device.acknowledge(message: message)
    let sender = try await test.sender()
    let second = try await sender.send(WebSender.frames(endpoint), WebSender.message("two"))
    #expect(second.status == 201)
    #expect(second.frames == "headers.")
    let next = try await device.next()
    #expect(Base64URL.decode(next["data"]?.text ?? "") == WebSender.message("two"))
    await test.stop()
  }

  @Test(
    "has an endpoint of more than 160 bits that is the same while the channel is registered",
    arguments: StoreKind.all
  )
  func endpoints(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    #expect(endpoint.hasPrefix((test.gateway.addresses.web?.text ?? "?") + "/wpush/v2/"))
    #expect(endpoint.split(separator: "/").last?.utf8.count == 64)
    #expect(try await device.register(channel: Self.channel) == endpoint)
    #expect(try await device.register(channel: UniqueID.make()) != endpoint)
    await test.stop()
  }

  @Test("is told of an endpoint that was not made here, and of a path where nothing is")
  func foreignEndpoints() async throws {
    let test = try await TestGateway.start()
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let text = WebSender.path(of: endpoint).split(separator: "/").last.map { String($0) }
    var bytes = try #require(Base64URL.decode(text ?? ""))
    bytes[9] ^= 1
    let forged = WebOrigin.path + Base64URL.encode(bytes)
    for path in [forged, WebOrigin.path, WebOrigin.path + "x"] {
      #expect(try await WebSender.send(test, path).reason == "UnknownEndpoint")
    }
    for path in ["/", "/wpush/v1/x", "/3/device/00"] {
      #expect(try await WebSender.send(test, path).reason == "BadPath")
    }
    await test.stop()
  }

  @Test("that asks by GET is told that this is for UnifiedPush")
  func discovery() async throws {
    let test = try await TestGateway.start()
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let answer = try await WebSender.send(test, endpoint, method: .GET, body: [])
    #expect(answer.status == 200)
    #expect(answer.body == "{\"unifiedpush\":{\"version\":1}}")
    await test.stop()
  }

  @Test(
    "signs for a subscription that was made with its key, and nobody else can",
    arguments: StoreKind.all
  )
  func signed(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let (key, other) = (SenderSecret(), SenderSecret())
    let endpoint = try await device.register(channel: Self.channel, key: key)
    func send(_ authorization: String?) async throws -> WebSender.Answer {
      try await WebSender.send(test, endpoint, [("authorization", authorization)])
    }
    let unsigned = try await send(nil)
    #expect(unsigned.status == 401 && unsigned.reason == "MissingAuthorization")
    #expect(unsigned.headers["www-authenticate"] == "vapid")
    #expect(try await send(WebSender.vapid(test, other)).reason == "OtherKey")
    #expect(
      try await send(WebSender.vapid(test, key, signer: other)).reason == "InvalidAuthorization"
    )
    #expect(
      try await send(WebSender.vapid(test, key, algorithm: "none")).reason
        == "InvalidAuthorization"
    )
    #expect(
      try await send(WebSender.vapid(test, key, audience: "https://elsewhere.example")).reason
        == "OtherAudience"
    )
    #expect(
      try await send(WebSender.vapid(test, key, lifeSeconds: -61)).reason == "ExpiredAuthorization"
    )
    #expect(
      try await send(WebSender.vapid(test, key, lifeSeconds: 86_400 + 61)).reason
        == "TooLongAuthorization"
    )
    #expect(try await send(WebSender.vapid(test, key, lifeSeconds: 86_400)).status == 201)
    // One that was made for nobody takes whoever signs rightly, and whoever does not sign.
    let free = try await device.register(channel: UniqueID.make())
    #expect(free != endpoint)
    await test.stop()
  }

  @Test("cannot make an endpoint of a key into one of none", arguments: StoreKind.all)
  func strippedKey(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let bound = try await device.register(channel: Self.channel, key: SenderSecret())
    let path = WebSender.path(of: bound)
    // Another code behind the same token: not a foreign endpoint, and not one that takes unsigned messages.
    let changed = String(path.dropLast(20)) + String(repeating: "A", count: 20)
    #expect(try await WebSender.send(test, changed).status == 401)
    await test.stop()
  }

  @Test("is told when the subscription has ended", arguments: StoreKind.all)
  func ended(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    #expect(try await device.unregister(channel: Self.channel) == 200)
    let answer = try await WebSender.send(test, endpoint)
    #expect(answer.status == 410 && answer.reason == "Unsubscribed")
    // Or when the device says so of a message.
    let next = try await device.register(channel: Self.channel)
    #expect(next != endpoint)
    #expect(try await WebSender.send(test, next).status == 201)
    try await device.acknowledge(message: try await device.next(), code: 101)
    try await device.beat()
    _ = try await device.next()
    #expect(try await WebSender.send(test, next).status == 410)
    await test.stop()
  }

  @Test("is slowed down after 240 messages", arguments: StoreKind.all)
  func rate(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let sender = try await test.sender()
    let headers = WebSender.frames(endpoint, [("ttl", "0")])
    for _ in 0..<240 { #expect(try await sender.send(headers, WebSender.message()).status == 201) }
    let answer = try await WebSender.send(test, endpoint)
    #expect(answer.status == 429 && answer.reason == "TooManyMessages")
    #expect(answer.headers["retry-after"] == "60")
    await test.stop()
  }

  @Test("is told when the store takes nothing more, and when its disk is full")
  func trouble() async throws {
    let full = try await TestGateway.start { $0.storePagesMax = 24 }
    let device = try await full.device()
    var endpoints: [String] = []
    for _ in 0..<8 { endpoints.append(try await device.register(channel: UniqueID.make())) }
    await device.close()
    var answers: Set<String> = []
    for endpoint in endpoints {
      for _ in 0..<4 {
        let answer = try await WebSender.send(full, endpoint, body: WebSender.message(count: 4096))
        answers.insert("\(answer.status) \(answer.reason ?? "")")
      }
    }
    #expect(answers.contains("500 InternalServerError"))
    #expect(answers.subtracting(["201 ", "500 InternalServerError"]) == [])
    let endpoint = try #require(endpoints.first)
    await full.gateway.mailboxes.close()
    let refused = try await WebSender.send(full, endpoint)
    #expect(refused.status == 503 && refused.reason == "ServiceUnavailable")
    #expect(refused.headers["retry-after"] == "10")
    await full.stop()
  }

  @Test("is answered for what is under way when the gateway ends, and told that it ends")
  func shutdown() async throws {
    let test = try await TestGateway.start()
    let device = try await test.device()
    let endpoint = try await device.register(channel: Self.channel)
    let sender = try await test.sender()
    let headers = WebSender.frames(endpoint)
    #expect(try await sender.send(headers, WebSender.message()).status == 201)
    try await sender.allowsStreams(1000)
    // One that has begun keeps the connection open until its end.
    let begun = try await sender.begin(headers)
    #expect(try await sender.send(headers, WebSender.message()).status == 201)
    async let stopped: Void = test.gateway.stop()
    #expect(await device.closeCode() == 1001)
    let late = try await sender.send(headers, WebSender.message())
    #expect(late.status == 503 && late.reason == "Shutdown")
    try await sender.end(1, WebSender.message())
    #expect(try await begun.get().status == 201)
    try await sender.closed()
    await stopped
    try? FileManager.default.removeItem(atPath: test.folder)
  }

  @Test("that sends nothing is disconnected")
  func silent() async throws {
    let test = try await TestGateway.start {
      $0.providerLimits.unboundIdle = .milliseconds(50)
    }
    let address = test.gateway.addresses.providers
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: address.host, port: address.port).get()
    try await channel.closeFuture.get()
    await test.stop()
  }

  @Test("gets none of it where the gateway has no address that senders reach")
  func noOrigin() async throws {
    let test = try await TestGateway.start {
      $0.providers = ListenAddress(host: "0.0.0.0", port: 0)
    }
    #expect(test.gateway.addresses.web == nil)
    let device = try await test.device()
    #expect(try await device.register(channel: Self.channel) == "status 501")
    await test.stop()
  }

  @Test(
    "knows an origin by scheme, host and port",
    arguments: [
      ("https://Push.Example", "https://push.example"),
      ("https://push.example:443/", "https://push.example"),
      ("http://127.0.0.1:8443", "http://127.0.0.1:8443"),
      ("https://[::1]:8443", "https://[::1]:8443"), ("push.example", nil),
      ("https://push.example/a", nil), ("https://push.example:0", nil), ("https://", nil),
      ("https://:8443", nil),
    ]
  )
  func origins(_ text: String, _ expected: String?) {
    #expect(WebOrigin(text)?.text == expected)
  }
}
