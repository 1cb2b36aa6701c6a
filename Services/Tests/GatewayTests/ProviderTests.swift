import Foundation
import NIOCore
import NIOHPACK
import Testing
import TorporCrypto

@testable import Gateway

@Suite("A sender", .timeLimit(.minutes(2)))
struct ProviderTests {
  /// A request that is refused, and how.
  struct Refused: CustomTestStringConvertible, Sendable {
    let what: String
    let reason: Refusal.Reason
    var changes: [(String, String?)] = []
    var body = TestGateway.alert

    var testDescription: String { "\(reason.rawValue): \(what)" }
  }

  static let refused: [Refused] = [
    Refused(
      what: "65 bytes",
      reason: .badCollapseID,
      changes: [("apns-collapse-id", String(repeating: "x", count: 65))]
    ),
    Refused(what: "no time", reason: .badExpirationDate, changes: [("apns-expiration", "later")]),
    Refused(what: "before 1970", reason: .badExpirationDate, changes: [("apns-expiration", "-1")]),
    Refused(what: "not a UUID", reason: .badMessageID, changes: [("apns-id", "17")]),
    Refused(what: "7", reason: .badPriority, changes: [("apns-priority", "7")]),
    Refused(
      what: "10 for a silent push",
      reason: .badPriority,
      changes: [("apns-push-type", "background"), ("apns-priority", "10")]
    ),
    Refused(what: "a space", reason: .badTopic, changes: [("apns-topic", "com example")]),
    Refused(
      what: "a call without its suffix",
      reason: .badTopic,
      changes: [("apns-push-type", "voip")]
    ),
    Refused(
      what: "another app's",
      reason: .deviceTokenNotForTopic,
      changes: [("apns-topic", "com.example.other")]
    ),
    Refused(what: "unknown", reason: .invalidPushType, changes: [("apns-push-type", "shout")]),
    Refused(what: "none", reason: .missingTopic, changes: [("apns-topic", nil)]),
    Refused(what: "nothing", reason: .payloadEmpty, body: []),
    Refused(what: "not JSON", reason: .payloadEmpty, body: Array("hello".utf8)),
    Refused(what: "not an object", reason: .payloadEmpty, body: Array("[1]".utf8)),
    Refused(what: "4097 bytes", reason: .payloadTooLarge, body: payload(4097)),
    Refused(what: "200 KiB", reason: .payloadTooLarge, body: payload(200 << 10)),
    Refused(what: "none", reason: .missingProviderToken, changes: [("authorization", nil)]),
    Refused(
      what: "garbage",
      reason: .invalidProviderToken,
      changes: [("authorization", "bearer x.y")]
    ),
    Refused(
      what: "another scheme",
      reason: .invalidProviderToken,
      changes: [("authorization", "Basic eA")]
    ),
    Refused(what: "another", reason: .badPath, changes: [(":path", "/2/device/00")]),
    Refused(what: "too long", reason: .badPath, changes: [(":path", "/3/device/00/11")]),
    Refused(what: "none", reason: .missingDeviceToken, changes: [(":path", "/3/device/")]),
    Refused(
      what: "not hexadecimal",
      reason: .badDeviceToken,
      changes: [(":path", "/3/device/xyz")]
    ),
    Refused(
      what: "forged",
      reason: .badDeviceToken,
      changes: [(":path", "/3/device/" + String(repeating: "ab", count: 32))]
    ),
    Refused(what: "GET", reason: .methodNotAllowed, changes: [(":method", "GET")]),
  ]

  /// What the tests of this folder say, without the marks before quotes.
  private static func texts() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return try files.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8).filter { $0 != "\\" } }
  }

  @Test("has a test for each word of the API", arguments: Refusal.Reason.allCases)
  func words(_ reason: Refusal.Reason) throws {
    let tables =
      Self.refused.map(\.reason) + BroadcastRefusalTests.publishing.map(\.reason)
      + BroadcastRefusalTests.managing.map(\.reason)
    guard !tables.contains(reason) else { return }
    // It needs a time, a disk, a key or an end of its own: some other test expects what a sender reads.
    #expect(try Self.texts().contains { $0.contains("\"\(reason.rawValue)\"") })
  }

  static func payload(_ count: Int) -> [UInt8] {
    Array("{\"aps\":{\"alert\":\"".utf8) + [UInt8](repeating: 0x78, count: count - 20)
      + Array("\"}}".utf8)
  }

  @Test(
    "is told in the API's words what is wrong, on a connection that continues",
    arguments: refused
  )
  func refusals(_ wrong: Refused) async throws {
    let test = try await TestGateway.start()
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    let answer = try await sender.send(test.headers(token, wrong.changes), wrong.body)
    #expect(answer.status == wrong.reason.status)
    #expect(answer.reason == wrong.reason.rawValue)
    #expect(answer.id?.count == 36)
    #expect(answer.frames == "headers data.")
    #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
    await test.stop()
  }

  @Test(
    "is answered with its id and nothing else, whatever the id's letters",
    arguments: StoreKind.all
  )
  func accepted(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let token = try await test.device().register(TestGateway.app)
    let sender = try await test.sender()
    let id = "EABEAE54-14A8-11E5-B60B-1697F925EC7B"
    let answer = try await sender.send(test.headers(token, [("apns-id", id)]), TestGateway.alert)
    #expect(answer == .init(status: 200, id: id, uniqueID: nil, body: "", frames: "headers."))
    let refused = try await sender.send(
      test.headers(token, [("apns-id", id), ("apns-priority", "3")]),
      TestGateway.alert
    )
    #expect(refused.id == id)
    let other = try await sender.send(test.headers(token), TestGateway.alert)
    #expect(UniqueID.isCanonical(other.id ?? ""))
    await test.stop()
  }

  @Test("may send 4096 bytes, 5120 for a call, and no more", arguments: StoreKind.all)
  func sizes(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let voip = try await device.register(TestGateway.app + ".voip")
    let sender = try await test.sender()
    let call = [("apns-topic", TestGateway.app + ".voip" as String?)]
    #expect(try await sender.send(test.headers(token), Self.payload(4096)).status == 200)
    #expect(try await sender.send(test.headers(voip, call), Self.payload(5120)).status == 200)
    #expect(try await sender.send(test.headers(voip, call), Self.payload(5121)).status == 413)
    await test.stop()
  }

  @Test("is told of a header that comes twice", arguments: StoreKind.all)
  func duplicates(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let token = try await test.device().register(TestGateway.app)
    var headers = test.headers(token)
    headers.add(name: "apns-topic", value: TestGateway.app)
    let answer = try await test.sender().send(headers, TestGateway.alert)
    #expect(answer.reason == "DuplicateHeaders")
    await test.stop()
  }

  @Test(
    "has the sandbox and production apart, and in the sandbox an id for each delivery",
    arguments: StoreKind.all
  )
  func environments(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app, "sandbox")
    let sandbox = try await test.sender(sandbox: true)
    let answer = try await sandbox.send(test.headers(token), TestGateway.alert)
    #expect(answer.status == 200)
    #expect(answer.uniqueID != nil)
    let wrong = try await test.sender().send(test.headers(token), TestGateway.alert)
    #expect(wrong.reason == "BadDeviceToken")
    try test.add(
      SenderAccount(
        team: TestGateway.team,
        keyID: "PRODUCTION",
        topics: [],
        environment: .production,
        key: test.secret.publicKey
      )
    )
    let key = test.jwt(keyID: "PRODUCTION")
    let other = try await test.sender(sandbox: true).send(
      test.headers(token, jwt: key),
      TestGateway.alert
    )
    #expect(other.reason == "BadEnvironmentKeyIdInToken")
    await test.stop()
  }

  @Test("has one stream until its first good token, then a thousand", arguments: StoreKind.all)
  func streamLimit(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let token = try await test.device().register(TestGateway.app)
    let sender = try await test.sender()
    try await sender.allowsStreams(1)
    _ = try await sender.send(test.headers(token), TestGateway.alert)
    try await sender.allowsStreams(1000)
    await test.stop()
  }

  @Test(
    "gets 200 for every push of a burst, on one connection and on many at once",
    arguments: StoreKind.all
  )
  func bursts(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    var tokens: [String] = []
    for index in 0..<20 { tokens.append(try await device.register("com.example.app\(index)")) }
    // The document of a device has room for fewer than its file.
    let each = store == .file ? 120 : 48
    let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
      for index in 0..<10 {
        let tokens = tokens
        group.addTask {
          let sender = try await test.sender()
          return try await withThrowingTaskGroup(of: Int.self) { pushes in
            for push in 0..<each {
              pushes.addTask {
                let number = (index + push) % 20
                let headers = test.headers(
                  tokens[number],
                  [("apns-topic", "com.example.app\(number)")]
                )
                return try await sender.send(headers, TestGateway.alert).status
              }
            }
            return try await pushes.reduce(into: []) { $0.append($1) }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(statuses.count == 10 * each)
    // An engine that does not keep up, beside all other tests, is said so with 503, and in no other way.
    #expect(statuses.allSatisfy { $0 == 200 || store == .nats && $0 == 503 })
    await test.stop()
  }

  @Test("is told of a token that has ended, and since when", arguments: StoreKind.all)
  func ended(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    #expect(try await device.unregister(TestGateway.app)["status"]?.integer == 200)
    let since = test.time.now
    test.time.advance(seconds: 100)
    let sender = try await test.sender()
    let answer = try await sender.send(test.headers(token), TestGateway.alert)
    #expect(answer.status == 410)
    #expect(answer.reason == "Unregistered")
    #expect(answer.timestamp == since)
    let fresh = try await device.register(TestGateway.app)
    #expect(fresh != token)
    await device.close()
    test.time.advance(seconds: 181 * 86_400)
    let late = try await sender.send(
      test.headers(fresh, jwt: test.jwt()),
      TestGateway.alert
    )
    #expect(late.reason == "ExpiredToken")
    #expect(late.timestamp != nil)
    await test.stop()
  }

  @Test(
    "may push to one token 240 times at once, and then four times a second",
    arguments: StoreKind.all
  )
  func tooMany(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let other = try await device.register("com.example.other")
    let sender = try await test.sender()
    var statuses: [Int] = []
    for _ in 0..<241 {
      statuses.append(try await sender.send(test.headers(token), TestGateway.alert).status)
    }
    #expect(statuses.prefix(240).allSatisfy { $0 == 200 })
    #expect(statuses.last == 429)
    let refused = try await sender.send(test.headers(token), TestGateway.alert)
    #expect(refused.reason == "TooManyRequests")
    let topic = [("apns-topic", "com.example.other" as String?)]
    #expect(try await sender.send(test.headers(other, topic), TestGateway.alert).status == 200)
    test.time.advance(seconds: 1)
    #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
    await test.stop()
  }
}
