import Foundation
import NIOCore
import NIOPosix
import Testing
import TorporCrypto

@testable import Gateway

@Suite("A gateway under hostile or unlucky circumstances", .timeLimit(.minutes(2)))
struct HostileTests {
  @Test("closes the connection that resets its streams in a flood, and serves the others")
  func rapidReset() async throws {
    let test = try await TestGateway.start()
    let token = try await test.device().register(TestGateway.app)
    let (flood, other) = (try await test.sender(), try await test.sender())
    #expect(try await flood.send(test.headers(token), TestGateway.alert).status == 200)
    try await flood.allowsStreams(1000)
    for _ in 0..<250 { try? await flood.reset(test.headers(token)) }
    try await flood.closed()
    #expect(try await other.send(test.headers(token), TestGateway.alert).status == 200)
    await test.stop()
  }

  @Test("resets a request that does not end, and closes a connection that sends none")
  func slow() async throws {
    let test = try await TestGateway.start {
      $0.providerLimits.request = .milliseconds(50)
      $0.providerLimits.idle = .milliseconds(100)
      $0.providerLimits.unboundIdle = .seconds(2)
    }
    let token = try await test.device().register(TestGateway.app)
    let sender = try await test.sender()
    let answer = try await sender.begin(test.headers(token))
    #expect(try JSONValue(Array(await sender.goodbye().utf8))?["reason"]?.text == "IdleTimeout")
    try await sender.closed()
    await #expect(throws: (any Error).self) { try await answer.get() }
    await test.stop()
  }

  @Test("closes a connection without a good token after its time, whatever that sends")
  func unproven() async throws {
    let test = try await TestGateway.start {
      $0.providerLimits.unboundIdle = .seconds(2)
      $0.providerLimits.errorsMax = .max
    }
    let sender = try await test.sender()
    let pushing = Task {
      while true {
        _ = try await sender.send(
          test.headers("00", [("authorization", nil)]),
          TestGateway.alert
        )
      }
    }
    #expect(try JSONValue(Array(await sender.goodbye().utf8))?["reason"]?.text == "IdleTimeout")
    try await sender.closed()
    pushing.cancel()
    await test.stop()
  }

  @Test("keeps its keys when they cannot be read for a while")
  func keys() async throws {
    let test = try await TestGateway.start()
    let token = try await test.device().register(TestGateway.app)
    #expect(try await test.sender().send(test.headers(token), TestGateway.alert).status == 200)
    let (folder, aside) = (test.folder + "/keys", test.folder + "/aside")
    try FileManager.default.moveItem(atPath: folder, toPath: aside)
    try Data().write(to: URL(fileURLWithPath: folder))
    test.time.advance(seconds: 2)
    #expect(try await test.sender().send(test.headers(token), TestGateway.alert).status == 200)
    await test.stop()
  }

  @Test("sends a sender away that is refused again and again")
  func errors() async throws {
    let test = try await TestGateway.start { $0.providerLimits.errorsMax = 5 }
    let sender = try await test.sender()
    for _ in 0..<5 {
      _ = try await sender.send(test.headers("00"), TestGateway.alert)
    }
    #expect(try JSONValue(Array(await sender.goodbye().utf8))?["reason"]?.text == "BadDeviceToken")
    try await sender.closed()
    await test.stop()
  }

  @Test("that ends answers what is under way, refuses what comes then, and says why it closes")
  func drain() async throws {
    // One event loop, so that the sender's connection is told before the device's.
    let test = try await TestGateway.start {
      $0.providerLimits.drainGrace = .milliseconds(10)
      $0.threadCount = 1
    }
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let (sender, idle) = (try await test.sender(), try await test.sender())
    #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
    #expect(try await idle.send(test.headers(token), TestGateway.alert).status == 200)
    let begun = try await sender.begin(test.headers(token))
    #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
    async let stopped: Void = test.gateway.stop()
    #expect(await device.closeCode() == 1001)
    #expect(try JSONValue(Array(await idle.goodbye().utf8))?["reason"]?.text == "Shutdown")
    let answer = try await sender.send(test.headers(token), TestGateway.alert)
    #expect(answer.status == 503)
    #expect(answer.reason == "Shutdown")
    try await sender.end(1, TestGateway.alert)
    #expect(try await begun.get().status == 200)
    #expect(try JSONValue(Array(await sender.goodbye().utf8))?["reason"]?.text == "Shutdown")
    try await sender.closed()
    await stopped
    try? FileManager.default.removeItem(atPath: test.folder)
  }

  @Test("answers 500 when its disk is full, and is well when there is room")
  func fullDisk() async throws {
    let test = try await TestGateway.start { $0.storePagesMax = 24 }
    let key = DeviceKey.make()
    let device = try await test.device(key)
    var tokens: [String] = []
    for index in 0..<40 { tokens.append(try await device.register("com.example.app\(index)")) }
    await device.close()
    let sender = try await test.sender()
    var reasons: Set<String> = []
    for (index, token) in tokens.enumerated() {
      let headers = test.headers(token, [("apns-topic", "com.example.app\(index)")])
      let answer = try await sender.send(headers, ProviderTests.payload(4000))
      if answer.status != 200 { reasons.insert("\(answer.status) \(answer.reason ?? "")") }
    }
    #expect(reasons == ["500 InternalServerError"])
    // What is acknowledged makes room, also while nothing else fits.
    let again = try await test.device(key)
    let first = try await again.next()
    try await again.acknowledge(first)
    try await again.beat()
    await again.close()
    await #expect(throws: Never.self) { _ = try await test.device(key) }
    let topic = first["topic"]?.text ?? ""
    let index = Int(topic.dropFirst("com.example.app".count)) ?? 0
    let headers = test.headers(tokens[index], [("apns-topic", topic)])
    #expect(try await sender.send(headers, TestGateway.alert).status == 200)
    await test.stop()
  }

  @Test("answers 503 when more waits for the disk than it takes")
  func overloaded() async throws {
    let test = try await TestGateway.start()
    let token = try await test.device().register(TestGateway.app)
    await test.gateway.mailboxes.close()
    let answer = try await test.sender().send(test.headers(token), TestGateway.alert)
    #expect(answer.status == 503)
    #expect(answer.reason == "ServiceUnavailable")
    await test.stop()
  }

  @Test(
    "has every push that it has acknowledged after it was started anew",
    arguments: StoreKind.all
  )
  func restart(_ store: StoreKind) async throws {
    let fleet = store == .nats ? try TestNATS.started.settings() : nil
    let folder = NSTemporaryDirectory() + "torpor-gateway-" + UniqueID.make()
    let (secret, time, key) = (SenderSecret(), TestTime(), DeviceKey.make())
    let first = try await TestGateway.start(folder: folder, secret: secret, time: time) {
      $0.fleet = fleet
    }
    let device = try await first.device(key)
    let token = try await device.register(TestGateway.app)
    await device.close()
    let accepted = try await first.sender().send(first.headers(token), TestGateway.alert)
    #expect(accepted.status == 200)
    await first.gateway.stop()
    let second = try await TestGateway.start(folder: folder, secret: secret, time: time) {
      $0.fleet = fleet
    }
    let again = try await second.device(key)
    #expect(try await again.next()["apns_id"]?.text == accepted.id)
    #expect(try await again.register(TestGateway.app) == token)
    await second.stop()
  }

  @Test("tells who runs it how it is, and counts")
  func admin() async throws {
    let test = try await TestGateway.start()
    let token = try await test.device().register(TestGateway.app)
    _ = try await test.sender().send(test.headers(token), TestGateway.alert)
    _ = try await test.sender().send(test.headers("00"), TestGateway.alert)
    #expect(try await test.page("/healthz").contains("200 OK"))
    #expect(try await test.page("/readyz").contains("200 OK"))
    #expect(try await test.page("/other").contains("404"))
    let metrics = try await test.page("/metrics")
    for line in [
      "torpor_gateway_answers_total{status=\"200\",reason=\"\"} 1",
      "torpor_gateway_answers_total{status=\"400\",reason=\"BadDeviceToken\"} 1",
      "torpor_gateway_accepted_total{outcome=\"handed-over\"} 1",
      "torpor_gateway_connected_devices 1", "torpor_gateway_registrations 1",
      "torpor_gateway_accept_seconds_count 1",
    ] {
      #expect(metrics.contains("\n\(line)\n"))
    }
    await test.stop()
  }
}
