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
