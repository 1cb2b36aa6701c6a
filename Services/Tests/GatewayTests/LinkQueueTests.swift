import Testing
import TorporCrypto

@testable import Gateway

@Suite("A device that is behind, or asks for much", .timeLimit(.minutes(2)))
struct LinkQueueTests {
  @Test(
    "is handed 16 pushes of an app before it acknowledges, and then all the others in their order",
    arguments: StoreKind.all
  )
  func window(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    var ids: [String] = []
    for _ in 0..<100 {
      ids.append(try await sender.send(test.headers(token), TestGateway.alert).id ?? "")
    }
    var seen: [JSONValue] = []
    for _ in 0..<16 { seen.append(try await device.next()) }
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    await device.close()
    // What was handed over comes again, and nothing that was accepted is displaced.
    let again = try await test.device(key)
    var order: [String] = []
    while order.count < 100 {
      let push = try await again.next()
      order.append(push["apns_id"]?.text ?? "")
      try await again.acknowledge(push)
    }
    #expect(order == ids)
    try await again.beat()
    #expect(try await again.next() == .object([:]))
    await test.stop()
  }

  @Test("that asks without end is answered, and keeps nobody waiting", arguments: StoreKind.all)
  func flood(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let (flood, other) = (try await test.device(), try await test.device())
    for _ in 0..<2000 { try await flood.say("launched") { $0.set("topic", TestGateway.app) } }
    let token = try await other.register(TestGateway.app)
    #expect(try await test.sender().send(test.headers(token), TestGateway.alert).status == 200)
    try await flood.beat()
    #expect(try await flood.next() == .object([:]))
    await test.stop()
  }

  @Test("may have so many apps, and is told when it has them", arguments: StoreKind.all)
  func full(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let most =
      store == .file ? MailboxStore.registrationsMax : DocumentRecords.registrationsMax
    // Not all at once: the gateway reads no more than 64 ahead of its answers.
    for start in stride(from: 0, through: most, by: 32) {
      let numbers = start..<min(start + 32, most + 1)
      for number in numbers {
        try await device.say("apns_register") {
          $0.set("topic", "com.example.app\(number)")
          $0.set("environment", "production")
        }
      }
      for number in numbers {
        #expect(try await device.next()["status"]?.integer == (number < most ? 200 : 429))
      }
    }
    // One that goes makes room for another, and those that are there keep their tokens.
    #expect(try await device.unregister("com.example.app0")["status"]?.integer == 200)
    #expect(try await device.register("com.example.app\(most)").count == 64)
    #expect(try await device.register("com.example.app1").count == 64)
    await test.stop()
  }

  @Test("gets all that waits for room when newer ones find some", arguments: StoreKind.all)
  func queue(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    var ids: [String] = []
    func push() async throws {
      ids.append(try await sender.send(test.headers(token), TestGateway.alert).id ?? "")
    }
    for _ in 0..<30 { try await push() }
    var order: [String] = []
    func take(_ count: Int) async throws {
      for _ in 0..<count {
        let push = try await device.next()
        order.append(push["apns_id"]?.text ?? "")
        try await device.acknowledge(push)
      }
    }
    // 12 of 16 are still under way: there is room, and it is not yet time to look for what waits.
    try await take(4)
    try await device.beat()
    var held: [JSONValue] = []
    for _ in 0..<12 { held.append(try await device.next()) }
    #expect(try await device.next() == .object([:]))
    try await push()
    for push in held {
      order.append(push["apns_id"]?.text ?? "")
      try await device.acknowledge(push)
    }
    try await take(15)
    #expect(order == ids)
    await test.stop()
  }

  @Test("gets at once what comes for an app that waits for nothing", arguments: StoreKind.all)
  func otherApp(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let device = try await test.device()
    let token = try await device.register(TestGateway.app)
    let other = try await device.register("com.example.other")
    let sender = try await test.sender()
    for _ in 0..<20 { _ = try await sender.send(test.headers(token), TestGateway.alert) }
    for _ in 0..<16 { _ = try await device.next() }
    let headers = test.headers(other, [("apns-topic", "com.example.other")])
    let answer = try await sender.send(headers, TestGateway.alert)
    #expect(try await device.next()["apns_id"]?.text == answer.id)
    await test.stop()
  }
}
