import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("Transfer services")
struct TransferServicesTests {
  private func number(_ number: UInt64) -> TransferIdentifier {
    TransferIdentifier(rawValue: number)
  }

  // MARK: Whose is what

  @Test("are one process for each user, with that user's group, started when there is work")
  func oneForEachUser() throws {
    let world = ServicesUnderTest()
    world.start([1, 2], user: 500)
    world.start([3], user: 501)
    world.start([4], user: 500)
    #expect(world.port.lines.map(\.userID) == [500, 501])
    #expect(world.port.lines.map(\.groupID) == [1500, 1501])
    #expect(world.port.lines[0].takeStarts() == [1, 2, 4])
    #expect(world.port.lines[1].takeStarts() == [3])
  }

  @Test("may speak only of what they were given")
  func boundary() throws {
    let world = ServicesUnderTest()
    world.start([1], user: 500)
    world.start([2], user: 501)
    try world.port.lines[1].finish([1])
    try world.port.lines[1].finish([99])
    try world.port.lines[1].finish([2], attempt: 7)
    let progress = TransferProgress(bytes: 5, totalBytes: nil)
    try world.port.lines[1].say(.progress([.init(transfer: number(1), progress: progress)]))
    #expect(world.takeOutcomes() == [])
    #expect(world.steps.isEmpty)
    try world.port.lines[0].finish([1])
    #expect(world.takeOutcomes() == ["1 finished"])
    #expect(world.details[number(1)]?.path == "/files/1")
    // Only once.
    try world.port.lines[0].finish([1])
    #expect(world.takeOutcomes() == [])
  }

  // MARK: What they are given

  @Test("get 512 attempts at most, 64 in a message, and the next ones as they report")
  func batches() throws {
    let world = ServicesUnderTest()
    world.start(1...1000)
    let line = world.port.lines[0]
    var sizes: [Int] = []
    var given: [UInt64] = []
    for case .start(let starts) in line.takeOrders() {
      sizes.append(starts.count)
      given += starts.map(\.transfer.rawValue)
    }
    #expect(sizes == [Int](repeating: 64, count: 8))
    #expect(given == Array(1...512))
    try line.finish(Array(1...100))
    #expect(line.takeStarts() == Array(513...612))
    #expect(world.takeReports().count == 100)
  }

  @Test("get messages that they can take, however long the contents and whatever is in them")
  func longContents() throws {
    let world = ServicesUnderTest()
    // Six bytes of JSON for one.
    let url = "https://example.org/" + String(repeating: "\u{1}", count: 40_000)
    world.start(1...6, url: url)
    let line = world.port.lines[0]
    #expect(line.takeStarts() == Array(1...6))
    #expect(line.messageBytes.allSatisfy { $0 < VarlinkFramer.messageBytesMax })
  }

  @Test("are told of thousands of stopped transfers in few messages")
  func manyStops() throws {
    let world = ServicesUnderTest()
    world.start([1])
    let line = world.port.lines[0]
    _ = line.takeOrders()
    for transfer in UInt64(2)...1001 { world.stop(transfer, discards: true) }
    world.port.pass()
    let orders = line.takeOrders()
    #expect(orders.count == 4)
    let discarded = orders.flatMap { order in
      if case .discard(let transfers) = order { transfers.map(\.rawValue) } else { [UInt64]() }
    }
    #expect(discarded == Array(2...1001))
  }

  @Test("pause what runs, and never hear of what was stopped before it was sent")
  func stops() throws {
    let world = ServicesUnderTest()
    world.start(1...600)
    let line = world.port.lines[0]
    _ = line.takeOrders()
    world.stop(1)
    world.stop(550)
    world.port.pass()
    #expect(line.takeOrders().first == .pause([number(1)]))
    try line.finish([1])
    #expect(world.takeOutcomes() == [], "a report of what was stopped came through")
    try line.finish(Array(2...512))
    #expect(line.takeStarts() == Array(514...549) + Array(551...600))
  }

  @Test("get orders in their order: what is discarded and begun again is begun anew")
  func orderOfOrders() throws {
    let world = ServicesUnderTest()
    world.start([1])
    world.stop(1, discards: true)
    world.start([1], attempt: 2)
    let kinds = world.port.lines[0].takeOrders().map { order in
      switch order {
      case .start(let starts): "start \(starts[0].attempt)"
      case .discard: "discard"
      default: "\(order)"
      }
    }
    #expect(kinds == ["start 1", "discard", "start 2"])
  }

  @Test("are started to remove what is on the disk, and for nothing else")
  func startedToRemove() throws {
    let world = ServicesUnderTest()
    world.stop(1, discards: true)
    world.stop(1)
    world.forget(1, removesFile: true)
    world.port.pass()
    #expect(world.port.lines.isEmpty)
    world.port.usersWithTraces = [500]
    world.stop(1)
    world.port.pass()
    #expect(world.port.lines.isEmpty, "nothing runs, so there is nothing to pause")
    world.stop(1, discards: true)
    world.forget(2, removesFile: true)
    world.forget(3)
    world.port.pass()
    #expect(world.port.lines.count == 1)
    // Whose group it gets is known from its folder.
    #expect(world.port.lines[0].groupID == nil)
    #expect(
      world.port.lines[0].takeOrders() == [
        .discard([number(1)]), .forget([number(2)], removesFile: true),
        .forget([number(3)], removesFile: false),
      ]
    )
  }

  // MARK: What they say

  @Test("report what attempts came to, and how far they are")
  func reports() throws {
    let world = ServicesUnderTest()
    world.start(1...4)
    let line = world.port.lines[0]
    let progress = TransferProgress(bytes: 5, totalBytes: 10, bytesPerSecond: 3)
    let step = TransferServiceProgress(transfer: number(1), progress: progress, resumedAt: 2)
    for _ in 0..<2 { try line.say(.progress([step])) }
    #expect(world.services.progress(of: number(1)) == progress)
    #expect(world.services.progress(of: number(2)) == nil)
    // Where it went on from is told once.
    #expect(world.steps == [step, .init(transfer: number(1), progress: progress)])
    let challenge = TransferChallenge(host: "example.org", scheme: "Basic")
    try line.say(
      .ended([
        TransferServiceResult(
          transfer: number(1),
          attempt: 1,
          status: 206,
          bytes: 10,
          movedBytes: 5
        ),
        TransferServiceResult(
          transfer: number(2),
          attempt: 1,
          error: .httpStatus,
          status: 503,
          bytes: -1,
          retryAfter: .seconds(9),
          detail: TransferDetail(cause: "the server answered with 503")
        ),
        TransferServiceResult(
          transfer: number(3),
          attempt: 1,
          isChallenge: true,
          status: 401,
          detail: TransferDetail(challenge: challenge)
        ),
      ])
    )
    #expect(
      world.takeReports() == [
        TransferReport(
          transfer: number(1),
          attempt: 1,
          event: .finished(status: 206),
          bytes: 10,
          movedBytes: 5
        ),
        TransferReport(
          transfer: number(2),
          attempt: 1,
          event: .failed(.httpStatus, status: 503, retryAfter: .seconds(9))
        ),
        TransferReport(transfer: number(3), attempt: 1, event: .challenged),
      ]
    )
    #expect(world.details[number(2)]?.cause == "the server answered with 503")
    #expect(world.details[number(3)]?.challenge == challenge)
    // What has ended has no progress.
    #expect(world.services.progress(of: number(1)) == nil)
  }

  @Test("cannot fill the journal with one text, nor the log with complaints")
  func boundedTexts() throws {
    let world = ServicesUnderTest()
    world.start([1])
    let long = String(repeating: "ä", count: 100_000)
    for _ in 0..<20 { try world.port.lines[0].say(.trouble(cause: long)) }
    try world.port.lines[0].say(
      .ended([
        TransferServiceResult(
          transfer: number(1),
          attempt: 1,
          detail: TransferDetail(path: long, cause: long)
        )
      ])
    )
    #expect(world.complaints.count == 8)
    #expect(world.complaints.allSatisfy { $0.utf8.count < 9000 })
    #expect(world.details[number(1)]?.path?.utf8.count == 8192)
    #expect(world.details[number(1)]?.cause?.utf8.count == 8192)
  }

  @Test(
    "are ended when they say what cannot be read, and their attempts are interrupted",
    arguments: [
      Array("garbage\0".utf8), [UInt8](repeating: 65, count: VarlinkFramer.messageBytesMax + 1),
      Array("{\"ended\":{\"_0\":[{\"transfer\":\"x\"}]}}\0".utf8),
    ]
  )
  func garbage(_ bytes: [UInt8]) throws {
    let world = ServicesUnderTest()
    world.start([1, 2])
    let line = world.port.lines[0]
    line.say(bytes)
    #expect(line.isKilled)
    #expect(world.complaints.count == 1)
    try line.finish([1])
    #expect(world.takeOutcomes() == [], "what came after the garbage was believed")
    line.end()
    #expect(world.takeOutcomes() == ["1 interrupted", "2 interrupted"])
  }

  // MARK: Credentials

  private func challenge(_ transfer: UInt64, _ attempt: UInt32) -> TransferServiceReport {
    .ended([
      TransferServiceResult(transfer: number(transfer), attempt: attempt, isChallenge: true)
    ])
  }

  private func failure(_ transfer: UInt64, _ attempt: UInt32) -> TransferServiceReport {
    .ended([
      TransferServiceResult(transfer: number(transfer), attempt: attempt, error: .timedOut)
    ])
  }

  private let secret = TransferCredential.password(user: "ada", password: "secret")

  private func useSecret(_ world: ServicesUnderTest, for transfer: UInt64) {
    world.services.useCredential(
      TransferPassword(user: "ada", password: "secret"),
      for: number(transfer)
    )
  }

  @Test("get the credential for a challenge that was reported, with the next attempt")
  func credential() throws {
    let world = ServicesUnderTest()
    world.start([1])
    let line = world.port.lines[0]
    try line.say(challenge(1, 1))
    #expect(world.takeOutcomes() == ["1 challenged"])
    _ = line.takeOrders()
    useSecret(world, for: 1)
    #expect(line.takeOrders() == [])
    world.start([1], attempt: 2)
    #expect(line.takeOrders().last == .answer(number(1), secret))
    // One that was not good enough is not used again.
    try line.say(challenge(1, 2))
    #expect(world.takeOutcomes() == ["1 challenged"])
    world.start([1], attempt: 3)
    #expect(line.takeOrders().count == 1)
    // One that comes after the attempt was begun goes at once, and once.
    world.services.useCredential(nil, for: number(1))
    #expect(line.takeOrders() == [.answer(number(1), .none)])
    world.services.useCredential(nil, for: number(1))
    #expect(line.takeOrders() == [])
  }

  @Test("are told again what they have forgotten, without the app's being asked again")
  func knownCredential() throws {
    let world = ServicesUnderTest()
    world.start([1])
    try world.port.lines[0].say(challenge(1, 1))
    useSecret(world, for: 1)
    world.start([1], attempt: 2)
    try world.port.lines[0].say(failure(1, 2))
    world.port.lines[0].end()
    #expect(world.takeOutcomes() == ["1 challenged", "1 failed timedOut"])
    world.start([1], attempt: 3)
    let line = world.port.lines[1]
    #expect(line.takeOrders().count == 1)
    try line.say(challenge(1, 3))
    #expect(world.takeOutcomes() == [])
    #expect(line.takeOrders() == [.answer(number(1), secret)])
    try line.finish([1], attempt: 3)
    #expect(world.takeOutcomes() == ["1 finished"])
    // It has served.
    world.start([1], attempt: 4)
    try line.say(challenge(1, 4))
    #expect(world.takeOutcomes() == ["1 challenged"])
  }

  @Test("never see the credential of another user's transfer")
  func credentialsOfOthers() throws {
    let world = ServicesUnderTest()
    world.start([1], user: 500)
    world.start([2], user: 501)
    useSecret(world, for: 2)
    // It makes up a challenge for what is not its own.
    try world.port.lines[0].say(challenge(2, 1))
    try world.port.lines[0].say(challenge(1, 1))
    try world.port.lines[1].say(challenge(2, 1))
    #expect(!world.port.lines[0].takeOrders().contains(.answer(number(2), secret)))
    #expect(world.port.lines[1].takeOrders().last == .answer(number(2), secret))
    #expect(world.takeOutcomes() == ["1 challenged"])
  }
}
