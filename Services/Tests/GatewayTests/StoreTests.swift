import Foundation
import Testing
import TorporCrypto
import TorporSQLite

@testable import Gateway

@Suite("The store of one gateway", .timeLimit(.minutes(1)))
struct StoreTests {
  private let folder = NSTemporaryDirectory() + "torpor-store-" + UniqueID.make()

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var path: String { folder + "/mailboxes.sqlite" }

  @Test("of a later build is refused with what to do, and not changed")
  func laterFormat() throws {
    _ = try MailboxStore(path: path, pagesMax: nil)
    do {
      let database = try Database(path: path)
      try database.execute("PRAGMA user_version=7", for: "test")
    }
    let before = FileManager.default.contents(atPath: path)
    let error = #expect(throws: SQLiteError.self) { try MailboxStore(path: path, pagesMax: nil) }
    #expect(
      error?.description == "cannot use \(path): it is of format 7, which a later build writes, "
        + "and this build reads up to 1; use that build, or another --data (SQLite 0)"
    )
    #expect(FileManager.default.contents(atPath: path) == before)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("of a build before formats had numbers is taken over, with its secret")
  func earlierFormat() throws {
    let secret = try MailboxStore(path: path, pagesMax: nil).secret
    do {
      let database = try Database(path: path)
      try database.execute("PRAGMA user_version=0", for: "test")
    }
    #expect(try MailboxStore(path: path, pagesMax: nil).secret == secret)
    var format: Int64 = 0
    try Database(path: path).prepare("PRAGMA user_version", for: "test")
      .run { format = $0.integer(0) }
    #expect(format == MailboxStore.format)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("is used by one gateway at a time")
  func twoGateways() async throws {
    let test = try await TestGateway.start(folder: folder)
    var settings = GatewaySettings(dataFolder: folder)
    let free = ListenAddress(host: "127.0.0.1", port: 0)
    (settings.providers, settings.devices, settings.admin) = (free, free, nil)
    let failure = await #expect(throws: FolderLock.Failure.self) {
      _ = try await Gateway.start(settings)
    }
    #expect(
      failure?.description
        == "another gateway uses \(folder); end it, or give another --data"
    )
    await test.gateway.stop()
    // Its end gives the folder back.
    let next = try await TestGateway.start(folder: folder)
    await next.stop()
  }

  @Test("that cannot write an acknowledgement writes it later, and disturbs nobody meanwhile")
  func unwrittenAcknowledgement() async throws {
    let test = try await TestGateway.start(folder: folder)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    let accepted = try await test.sender().send(test.headers(token), TestGateway.alert)
    let push = try await device.next()
    #expect(push["apns_id"]?.text == accepted.id)
    // As on a full disk: what removes something fails.
    let database = try Database(path: path)
    try database.execute(
      "CREATE TRIGGER full BEFORE DELETE ON push BEGIN SELECT RAISE(ABORT, 'full'); END",
      for: "test"
    )
    try await device.acknowledge(push)
    // It stays connected, and what needs no room still reaches it.
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    let now = try await test.sender().send(
      test.headers(token, [("apns-expiration", "0")]),
      TestGateway.alert
    )
    #expect(try await device.next()["apns_id"]?.text == now.id)
    try database.execute("DROP TRIGGER full", for: "test")
    test.time.advance(seconds: 1)
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    await device.close()
    let again = try await test.device(key)
    try await again.beat()
    #expect(try await again.next() == .object([:]))
    await test.stop()
  }

  @Test("gives a device no place back for what still lies there, whatever that acknowledges")
  func unboundedPlace() async throws {
    let test = try await TestGateway.start(folder: folder)
    let key = DeviceKey.make()
    let device = try await test.device(key)
    let token = try await device.register(TestGateway.app)
    let sender = try await test.sender()
    var handedOver = 0
    for number in 0..<40 {
      #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
      guard number < 16 else { continue }
      let push = try await device.next()
      handedOver += 1
      try await device.say("ack") {
        let version = push["version"]?.integer ?? 0
        let (id, code) =
          number % 2 == 0 ? (UniqueID.make(), 100) : (push["apns_id"]?.text ?? "", 103)
        $0.set("updates", json: "[{\"apns_id\":\"\(id)\",\"version\":\(version),\"code\":\(code)}]")
      }
    }
    // All places are taken, so that nothing more is handed over.
    try await device.beat()
    #expect(try await device.next() == .object([:]))
    #expect(handedOver == HandoverWindow.appMax)
    await test.stop()
  }

  @Test("takes nothing back of a batch before when it cannot begin one")
  func busy() throws {
    let world = try KeeperWorld(path: path)
    let key = [UInt8](repeating: 1, count: 32)
    let port = try world.connect(key, at: 1)
    let other = try Database(path: path)
    try world.keeper.store.setPatience(milliseconds: 1)
    try other.begin(for: "test")
    try other.execute("UPDATE device SET seen=seen", for: "test")
    world.keeper.perform([.sweep], at: 2)
    #expect(world.keeper.presence.links[port.mailbox] != nil)
    // An end needs no disk.
    world.keeper.perform([.disconnect(port.id, port.mailbox)], at: 3)
    #expect(world.keeper.presence.links[port.mailbox] == nil)
    try other.commit(for: "test")
    world.keeper.perform([.sweep], at: 4)
    #expect(world.keeper.presence.links[port.mailbox] == nil)
    try FileManager.default.removeItem(atPath: folder)
  }
}

@Suite("An id that a device names")
struct ShownIDTests {
  @Test("is written into a log only where it is one")
  func shown() {
    let id = UniqueID.make()
    #expect(UniqueID.shown(id) == id)
    for text in ["", "a\n2026-11-27 error torpor-gateway: forged", id + " "] {
      #expect(UniqueID.shown(text) == "not an id")
    }
  }
}
