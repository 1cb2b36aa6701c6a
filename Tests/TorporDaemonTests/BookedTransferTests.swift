import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("What transfer services tell of the bytes that they move for apps")
struct BookedTransferTests {
  private let transfer = TransferIdentifier(rawValue: 1)

  /// Services that move bytes for an app.
  private func world() throws -> ServicesUnderTest {
    let world = ServicesUnderTest()
    let app = try #require(AppIdentifier("com.example.mail"))
    let order = TransferOrder(
      transfer: transfer,
      owner: .app(app),
      attempt: 1,
      direction: .download,
      requestTimeout: .seconds(60),
      connectionsPerHostMax: 4
    )
    let stored = StoredTransfer(
      content: TransferContent(url: "https://example.org/"),
      userID: 500,
      groupID: 1500
    )
    world.services.start([TransferParcel(order: order, stored: stored)])
    return world
  }

  private func say(_ bytes: Int64, resumedAt: Int64? = nil, in world: ServicesUnderTest) throws {
    let progress = TransferProgress(bytes: bytes, totalBytes: nil)
    try world.port.lines[0].say(
      .progress([.init(transfer: transfer, progress: progress, resumedAt: resumedAt)])
    )
  }

  @Test(
    "is what an attempt has moved, after every 120 progress messages, without what it went on with"
  )
  func eachMinute() throws {
    let world = try world()
    for word in 1..<TransferService.stepsOfBooking {
      try say(1000 + Int64(word), resumedAt: 1000, in: world)
    }
    #expect(world.takeReports().isEmpty)
    try say(5000, in: world)
    let report = TransferReport(
      transfer: transfer,
      attempt: 1,
      event: .moved,
      bytes: 5000,
      movedBytes: 4000
    )
    #expect(world.takeReports() == [report])
    try say(6000, in: world)
    #expect(world.takeReports().isEmpty)
  }

  @Test("is told when the attempt is stopped, and when its service dies")
  func ends() throws {
    for discards in [true, false] {
      let world = try world()
      try say(700, in: world)
      world.stop(1, discards: discards)
      let report = TransferReport(
        transfer: transfer,
        attempt: 1,
        event: discards ? .moved : .stopped,
        bytes: 700,
        movedBytes: 700
      )
      #expect(world.takeReports() == [report])
    }
    let world = try world()
    try say(900, in: world)
    world.port.lines[0].end()
    #expect(world.takeReports().map(\.movedBytes) == [900])
  }

  @Test("is nothing of transfers that users have asked for")
  func ofUsers() throws {
    let world = ServicesUnderTest()
    world.start([1])
    for _ in 0...TransferService.stepsOfBooking { try say(700, in: world) }
    world.stop(1, discards: true)
    #expect(world.takeReports().isEmpty)
  }
}
