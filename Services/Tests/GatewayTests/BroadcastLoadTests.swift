import NIOConcurrencyHelpers
import NIOCore
import Testing
import TorporCrypto

@testable import Gateway

@Suite("Broadcast channels under load", .timeLimit(.minutes(2)))
struct BroadcastLoadTests {
  @Test("keep nothing in memory for a device that does not read, which has the newest afterwards")
  func unread() async throws {
    let test = try await TestGateway.start()
    let channels = BroadcastSender(test, try await test.sender())
    let device = try await test.device()
    // More than the kernel takes, and within what a channel may be published to.
    var busy: [String] = []
    for _ in 0..<3 { busy.append(try #require(try await channels.create(.nothing).channel)) }
    let newest = try #require(try await channels.create(.newest).channel)
    for channel in busy + [newest] { #expect(try await device.subscribe(channel) == 200) }
    try await device.read(false)
    let body = ProviderTests.payload(5120)
    let count = 230
    for channel in busy {
      for _ in 0..<count {
        #expect(try await channels.publish(to: channel, body: body).status == 200)
      }
    }
    let later = ("apns-expiration", String(test.time.now / 1000 + 7200) as String?)
    let last = try await channels.publish(to: newest, [later])
    try await device.read(true)
    var received = 0
    let lastID = try #require(last.requestID)
    while try await !device.nextText().contains(lastID) { received += 1 }
    #expect(received < busy.count * count)
    // It is still connected, and gets what comes next.
    let next = try await channels.publish(to: busy[0])
    #expect(try await device.next()["apns_id"]?.text == next.requestID)
    await test.stop()
  }

  @Test("take 240 pushes of a channel at once, and 4 a second", arguments: StoreKind.all)
  func rate(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    let other = try #require(try await channels.create(.nothing).channel)
    for _ in 0..<RequestBucket.capacity {
      #expect(try await channels.publish(to: channel).status == 200)
    }
    let refused = try await channels.publish(to: channel)
    #expect((refused.status, refused.reason) == (429, "TooManyRequests"))
    #expect(try await channels.publish(to: other).status == 200)
    test.time.advance(seconds: 1)
    for _ in 0..<4 { #expect(try await channels.publish(to: channel).status == 200) }
    #expect(try await channels.publish(to: channel).status == 429)
    await test.stop()
  }

  @Test("are of one app, also on a connection that has subscribed", arguments: StoreKind.all)
  func otherApp(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    let device = try await test.device()
    #expect(try await device.subscribe(channel) == 200)
    #expect(try await device.subscribe(channel, topic: "com.example.other") == 404)
    let sent = try await channels.publish(to: channel)
    #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    await device.close()
    try await until { test.gateway.mailboxes.subscribers.channels.isEmpty }
    await test.stop()
  }

  @Test("are counted, with the devices that had a push", arguments: StoreKind.all)
  func counts(_ store: StoreKind) async throws {
    let test = try await TestGateway.start(store)
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    let devices = [try await test.device(), try await test.device()]
    #expect(try await channels.publish(to: channel).status == 200)
    for device in devices { #expect(try await device.subscribe(channel) == 200) }
    let sent = try await channels.publish(to: channel)
    for device in devices {
      #expect(try await device.next()["apns_id"]?.text == sent.requestID)
    }
    // One that spares its battery is not counted before it gets what the channel keeps.
    let kept = try #require(try await channels.create(.newest).channel)
    try await devices[0].power(isLow: true)
    #expect(try await devices[0].subscribe(kept) == 200)
    let later = [
      ("apns-expiration", String(test.time.now / 1000 + 7200) as String?), ("apns-priority", "5"),
    ]
    let held = try await channels.publish(to: kept, later)
    #expect(held.status == 200)
    let metrics = try await test.page("/metrics")
    #expect(metrics.contains("\ntorpor_gateway_broadcasts_total 3\n"))
    #expect(metrics.contains("\ntorpor_gateway_broadcast_devices_total 2\n"))
    try await devices[0].power(isLow: false)
    #expect(try await devices[0].next()["apns_id"]?.text == held.requestID)
    let after = try await test.page("/metrics")
    #expect(after.contains("\ntorpor_gateway_broadcast_devices_total 3\n"))
    await test.stop()
  }

  @Test(
    "are listed four times at once to a team that does not take the answers, over all of its connections"
  )
  func lists() async throws {
    let test = try await TestGateway.start()
    let channels = BroadcastSender(test, try await test.sender())
    #expect(try await channels.create(.nothing).status == 201)
    // 27 bytes each in a list: the window of a sender that gives none takes sixteen lists.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<150 {
        group.addTask {
          let status = try await channels.create(.nothing).status
          #expect(status == 201)
        }
      }
      try await group.waitForAll()
    }
    let sender = try await test.sender()
    let stranger = BroadcastSender(test, sender)
    #expect(try await stranger.create(.nothing).status == 201)
    for number in 1...30 {
      let path = "/1/apps/\(TestGateway.app)/all-channels"
      _ = try await sender.begin(test.channelHeaders("GET", path))
      try await sender.end(number, [])
    }
    let line = "torpor_gateway_answers_total{status=\"429\",reason=\"TooManyRequests\"}"
    while try await !test.page("/metrics").contains(line) {
      try await Task.sleep(for: .milliseconds(5))
    }
    // It has no more by another connection; others are not concerned.
    let again = BroadcastSender(test, try await test.sender())
    #expect(try await again.list([]).status == 429)
    #expect(try await channels.create(.nothing).status == 201)
    let other = SenderSecret()
    let (team, keyID) = ("TEAM000002", "KEY0000002")
    try test.add(
      SenderAccount(team: team, keyID: keyID, topics: [], environment: nil, key: other.publicKey)
    )
    let jwt = test.jwt(team: team, keyID: keyID, signer: other)
    let others = BroadcastSender(test, try await test.sender())
    #expect(try await others.list([("authorization", "bearer \(jwt)")]).status == 200)
    // What it has not taken is free when its connection has ended.
    await sender.close()
    while try await again.list([]).status != 200 { try await Task.sleep(for: .milliseconds(5)) }
    await test.stop()
  }

  @Test("that are listed and not taken are given up, so that the team may have others")
  func untakenLists() async throws {
    let test = try await TestGateway.start { $0.providerLimits.request = .seconds(2) }
    let channels = BroadcastSender(test, try await test.sender())
    for _ in 0..<151 { #expect(try await channels.create(.nothing).status == 201) }
    let sender = try await test.sender()
    #expect(try await BroadcastSender(test, sender).create(.nothing).status == 201)
    for number in 1...30 {
      let path = "/1/apps/\(TestGateway.app)/all-channels"
      _ = try await sender.begin(test.channelHeaders("GET", path))
      try await sender.end(number, [])
    }
    // Its connection stays, and takes nothing.
    while try await channels.list([]).status != 200 { try await Task.sleep(for: .milliseconds(5)) }
    await sender.close()
    await test.stop()
  }
}
